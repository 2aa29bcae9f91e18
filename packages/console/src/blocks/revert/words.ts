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
  separation: 'separation rule',
  exception: 'exception of',
};
const it = (kind: string, name: string) => `${kinds[kind] ?? kind} ${name}`;

/** The values in the sentence about a part that is not reverted. */
export interface Left {
  readonly kind: string;
  readonly name: string;
  /** “by” with the actor, and the number of the later change that prevents the revert. */
  readonly by: string;
  readonly no: string;
}

const lefts: Readonly<Record<RevertObstacle, (left: Left) => string>> = {
  changed_since: ({ kind, name, by, no }) =>
    `The ${it(kind, name)} is not reverted: it was changed later ${by} (change ${no}).`,
  in_use: ({ kind, name, by, no }) =>
    `The ${it(kind, name)} is not deleted: a later change ${by} uses it (change ${no}).`,
  gone: ({ kind, name, by, no }) =>
    `The ${it(kind, name)} cannot be restored: a later change ${by} deleted something that it needs (change ${no}).`,
  exists_again: ({ kind, name, by, no }) =>
    `The ${it(kind, name)} is not restored: a new one was already created ${by} (change ${no}).`,
  over_by_now: ({ kind, name }) => `The ${it(kind, name)} is not restored: its end has passed.`,
  already: ({ kind, name }) => `The ${it(kind, name)} no longer exists.`,
  erased: ({ kind, name }) => `The ${it(kind, name)} was erased and cannot be restored.`,
  secret: ({ kind, name }) => `Secrets and keys cannot be restored. Create a new one for the ${it(kind, name)}.`,
  sign_in: ({ kind, name }) => `The sign-in methods of the ${it(kind, name)} are not reverted.`,
  own: ({ kind, name }) => `The ${it(kind, name)} is your own: somebody else must restore it.`,
  not_planned: ({ kind, name }) =>
    `A change of ${it(kind, name)} cannot be reverted here. Change it back in its own settings.`,
  hidden: () => 'A change that you may not see is not reverted.',
};

const acts: Readonly<Record<RevertAct, string>> = {
  give: 'Restore',
  revoke: 'Revoke',
  remove: 'Remove',
  restore: 'Restore',
  delete: 'Delete',
  'let in': 'Reactivate',
  suspend: 'Suspend',
  end: 'End',
  change: 'Change back',
};

/** Texts of the revert. */
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
  byText:
    'Adds changes to the draft that undo everything that they changed in this period. The draft shows the effects before you apply it.',
  from: 'From',
  to: 'Up to',
  toHint: 'Leave empty to include everything until now.',
  fromNeeded: 'Choose a start.',
  show: 'Show the plan',
  cancel: 'Cancel',
};

catalogue('blocks.revert', { words });
