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

/** What goes with a group. */
export const broughtWords = {
  unknown: (group: string) => `You may not see what ${group} brings.`,
  nothing: (group: string) => `${group} brings nothing now.`,
  loses: '{who} no longer has this from it in {application}:',
  more: (count: number) => (count === 1 ? 'And one more grant.' : `And ${formatNumber(count)} more grants.`),
  nested: (group: string) => `Also what comes by way of ${group} from groups that it is in.`,
};

/** Changing the end of a grant. */
export const endWords = {
  title: (gives: string, from: string) => `When does ${gives} end for ${from}?`,
  present: 'Until now it ends:',
  ends: 'Ends',
  never: 'No end',
  at: 'At a time',
  when: 'End',
  missing: 'Choose when it ends, or no end.',
  action: 'Change the end',
  done: (from: string, gives: string) => `The end of ${gives} for ${from} is changed.`,
};

/** A conflict. */
export const conflictWords = {
  title: (of: string) => `Not saved: somebody else changed ${of} in the meantime.`,
  both: 'Both are below; choose one.',
  same: 'They changed other fields than you did. Yours can be saved beside theirs.',
  theirs: 'Saved by somebody else',
  mine: 'Typed by you',
  takeTheirs: 'Take theirs',
  keepMine: 'Keep mine',
};

/** The questions of Explain. */
export const explainWords = {
  questions: 'Questions',
  may: 'May someone…?',
  who: 'Who may…?',
  inspect: 'Inspect a token',
};

/** Where a page of a list lies. */
export const pageWords = {
  none: 'None',
  some: (shown: string, total: string) => `${shown} of ${total}`,
  range: (first: string, last: string, total: string) => `${first} to ${last} of ${total}`,
};

/** The grants of somebody. */
export const grantsWords = {
  show: 'Show',
  now: 'In force and to come',
  over: 'Over',
  table: (name: string) => `Grants of ${name}`,
  actions: 'Actions',
  menu: (name: string) => `More for the grant of ${name}`,
  changeEnd: 'Change the end…',
  open: (application: string) => `Open in ${application}`,
  revoke: 'Take away…',
  nothing: 'No grants',
  nothingUser: 'Nothing is granted to them directly. What comes by groups stands under Access.',
  nothingGroup: 'Nothing is granted to this group. A grant to it counts for everybody in it.',
  nothingOver: 'Nothing is over yet',
  nothingOverText: 'Grants that ended or were taken away stand here.',
};

/** Where a grant came from. */
export const requestWords = {
  byRequest: 'Asked for and approved',
  asked: (when: string) => `Asked for on ${when}`,
  approvedBy: (name: string) => `approved by ${name}`,
};

/** Taking a grant away. */
export const revokeWords = {
  title: (gives: string, from: string) => `Take ${gives} away from ${from}?`,
  text: 'It ends at once. What comes by another way stays, and the grant stands in the history.',
  everybody: (group: string) => `Everybody in ${group}`,
  loses: '{who} no longer holds {gives} in {application} by this grant',
  action: 'Take away',
  done: (from: string, gives: string) => `${from} no longer holds ${gives} by this grant.`,
};

/** A list that grows. */
export const moreWords = { more: 'Show more' };

/** What a list is sorted by. */
export const sortWords = { sortBy: 'Sort by', sortedBy: (what: string) => `${what}: sort by` };

/** The columns of grants over all applications. */
export const columnWords = {
  gives: 'Role or permission',
  application: 'Application',
  ends: 'Ends',
  grantedBy: 'Granted by',
  reason: 'Reason',
  none: '–',
};

/** What became of a request, and of a grant. */
export const stateWords = {
  pending: 'Waiting',
  approved: 'Approved',
  denied: 'Denied',
  withdrawn: 'Withdrawn',
  expired: 'Lapsed',
  revoked: 'Revoked',
};
