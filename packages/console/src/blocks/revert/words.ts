import type { RevertObstacle } from '@licet/contract';
import { catalogue } from '../../ui/language.ts';
import type { RevertAct } from './act.ts';

const kinds: Readonly<Record<string, string>> = {
  user: 'user',
  group: 'group',
  application: 'application',
  permission: 'permission',
  role: 'role',
  client: 'program',
  grant: 'grant',
  member: 'member',
  owner: 'owner',
  settings: 'settings of',
  policy: 'policy of the role',
  separation: 'separation',
  exception: 'exception of',
};
const it = (kind: string, name: string) => `${kinds[kind] ?? kind} ${name}`;

/** The values of a sentence about a part that is not reverted. */
export interface Left {
  readonly kind: string;
  readonly name: string;
  /** The actor and the number of the change that prevents it. */
  readonly who: string;
  readonly no: string;
}

const lefts: Readonly<Record<RevertObstacle, (left: Left) => string>> = {
  changed_since: ({ kind, name, who, no }) =>
    `The ${it(kind, name)} stays as it is: ${who} changed it since (change ${no}).`,
  in_use: ({ kind, name, who, no }) =>
    `The ${it(kind, name)} is not deleted: it is used since, by what ${who} did (change ${no}).`,
  gone: ({ kind, name, who, no }) =>
    `The ${it(kind, name)} cannot be as it was: what it needs is gone, by what ${who} did (change ${no}).`,
  exists_again: ({ kind, name, who, no }) =>
    `The ${it(kind, name)} is not given back: there is one already, made by ${who} (change ${no}).`,
  over_by_now: ({ kind, name }) => `The ${it(kind, name)} is not given back: its end has passed.`,
  already: ({ kind, name }) => `The ${it(kind, name)} is gone already.`,
  erased: ({ kind, name }) => `The ${it(kind, name)} was erased, and nothing of them comes back.`,
  secret: ({ kind, name }) => `Secrets and keys are kept nowhere: make a new one for the ${it(kind, name)}.`,
  sign_in: ({ kind, name }) => `What the ${it(kind, name)} signs in with is theirs, and is not reverted.`,
  own: ({ kind, name }) => `The ${it(kind, name)} is for yourself: somebody else gives it back.`,
  not_planned: ({ kind, name }) => `A change of ${it(kind, name)} is reverted where such a thing is set.`,
  hidden: () => 'Something that you may not see is not reverted.',
};

const acts: Readonly<Record<RevertAct, string>> = {
  give: 'Give back',
  revoke: 'Revoke',
  remove: 'Remove',
  restore: 'Restore',
  delete: 'Delete',
  'let in': 'Let in again',
  suspend: 'Suspend',
  end: 'End',
  change: 'As before',
};

/** The words of reverting. */
export const words = {
  revert: 'Revert…',
  line: (act: RevertAct, kind: string, name: string) => `${acts[act]}: ${it(kind, name)}`,
  whole: (count: number) => `Revert ${count === 1 ? '1 change' : `${count} changes`}`,
  nothing: 'There is nothing to revert',
  nothingText: 'Everything is already as it was before.',
  left: 'Not reverted',
  close: 'Close',
  lefts,
  by: 'Revert their changes…',
  byTitle: (name: string) => `Revert the changes of ${name}`,
  byText: 'The opposite of all that they changed in this time comes into the draft, where you see what it would do.',
  from: 'From',
  to: 'Up to',
  toHint: 'Nothing: up to now.',
  fromNeeded: 'Choose from when.',
  show: 'Show the plan',
  cancel: 'Cancel',
};

catalogue('blocks.revert', { words });
