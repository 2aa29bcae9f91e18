import type { PlannedCall } from '@licet/contract';
import type { Many } from '../../../store/kernel/many.ts';
import { type Ended, endsOutOfOrder } from '../../../store/plan/ended-facts.ts';
import { missing } from './together.ts';

/** Calls that only add. Each call names only objects that earlier calls in the list create. */
const making = [
  'users.create',
  'groups.create',
  'permissions.create',
  'roles.create',
  'groups.addMember',
  'grants.create',
] as const satisfies readonly PlannedCall[];

/** Calls that only remove. Each call ends an object and everything that refers to it. */
const ending = [
  'grants.revoke',
  'groups.removeMember',
  'roles.remove',
  'permissions.remove',
  'users.remove',
  'groups.remove',
] as const satisfies readonly PlannedCall[];

/** Calls that change the status of a user. Only changes of the same call are made together. */
const suspending = ['users.suspend'] as const satisfies readonly PlannedCall[];
const reactivating = ['users.reactivate'] as const satisfies readonly PlannedCall[];

/** A call whose changes can be made together, also with those of the other calls of its list. */
export type TogetherCall = (typeof making | typeof ending | typeof suspending | typeof reactivating)[number];
const lists: readonly (readonly PlannedCall[])[] = [making, ending, suspending, reactivating];

/** The list that contains a call; several changes are written in its order. Undefined for calls that are made one by one. */
export const listOf = (call: PlannedCall | undefined): readonly PlannedCall[] | undefined =>
  lists.find((list) => list.some((each) => each === call));

/** Whether changes of these calls only remove. */
export const areEnding = (list: readonly PlannedCall[]): boolean => list === ending;

/** Whether changes of these calls can take rights away from their caller. */
export const takeRights = (list: readonly PlannedCall[]): boolean => list === ending || list === suspending;

interface Step {
  readonly call: PlannedCall;
  readonly params?: unknown;
}

/**
 * Requires that each fact is ended by the same change in the order of the calls as in the order of the file. Example:
 * the file deletes a user and later revokes one of their grants. In the order of the file the revocation is refused, in
 * the order of the calls it would succeed.
 * @throws Refusal to make these changes together
 */
export async function requireSameEnds({ connection }: Many, steps: readonly Step[]): Promise<void> {
  const ended = steps.map(({ call, params }, place): Ended => {
    const ids = params as Readonly<Record<string, string>>;
    return { ...ends[call]?.(ids), rank: ending.findIndex((each) => each === call), place };
  });
  // If two changes end the same object, the second must be refused. In that case all changes are made one by one, because
  // comparing their facts would take quadratic time.
  if (new Set(ended.map(({ rank: _, place: __, ...what }) => JSON.stringify(what))).size < ended.length) missing();
  if (await endsOutOfOrder(connection, ended)) missing();
}

const ends: Readonly<
  Partial<Record<PlannedCall, (ids: Readonly<Record<string, string>>) => Omit<Ended, 'rank' | 'place'>>>
> = {
  'grants.revoke': ({ grant }) => ({ grant }),
  'groups.removeMember': ({ group, member }) => ({ group, member }),
  'roles.remove': ({ role }) => ({ role }),
  'permissions.remove': ({ permission }) => ({ permission }),
  'users.remove': ({ user }) => ({ principal: user }),
  'groups.remove': ({ group }) => ({ principal: group }),
};
