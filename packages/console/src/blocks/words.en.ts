import { formatNumber } from '../ui/format.ts';

/** The words of the shared parts. */
export const words = {
  since: 'since',
  until: 'until',
  morePaths: (count: number) => (count === 1 ? 'and one more way' : `and ${count} more ways`),
  starts: 'Starts',
  ended: 'Ended',
  person: 'Person or group',
  nobodyElse: 'Licet itself',
  operator: 'The operator',
};

/** The words of editing. */
export const editWords = {
  save: 'Save changes',
  discard: 'Discard changes',
  cancel: 'Cancel',
  unchanged: 'Nothing is changed yet.',
  empty: 'none',
};

/** The words of what pickers find. */
export const findWords = {
  members: (count: number) => (count === 1 ? '1 member' : `${formatNumber(count)} members`),
  admin: 'Everything, by the rule',
};
