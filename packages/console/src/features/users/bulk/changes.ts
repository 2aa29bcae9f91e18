import { type Grant, limits, type MatchingUser } from '@licet/contract';
import type { BulkChange, Skipped } from '../../../blocks/bulk/bulk-plan.ts';
import type { FoundOption } from '../../../blocks/find.ts';
import { everyPage } from '../../../blocks/use-list.ts';
import { client } from '../../../session/client.ts';
import { words } from './words.ts';

/** A selected user: enough to tell which changes are possible. */
export type PickedUser = MatchingUser;

/** Changes to many users, and the users who need none. */
export interface UserChanges {
  readonly wanted: readonly BulkChange[];
  readonly skipped: readonly Skipped[];
}

export const noChanges: UserChanges = { wanted: [], skipped: [] };

/** Suspends the users who are not suspended yet. */
export function suspensions(users: readonly PickedUser[]): UserChanges {
  const isSuspended = ({ status }: PickedUser) => status === 'suspended';
  return {
    wanted: users
      .filter((user) => !isSuspended(user))
      .map(({ id, name }) => ({ name, change: { call: 'users.suspend', params: { user: id } } })),
    skipped: users.filter(isSuspended).map(({ name }) => ({ name, why: words.alreadySuspended })),
  };
}

/**
 * Adds the users to a group.
 * @param members the ids of known members. The plan refuses the change for all other members.
 */
export function memberships(users: readonly PickedUser[], group: string, members?: ReadonlySet<string>): UserChanges {
  const isIn = ({ id }: PickedUser) => members?.has(id) === true;
  return {
    wanted: users
      .filter((user) => !isIn(user))
      .map(({ id, name }) => ({ name, change: { call: 'groups.addMember', params: { group, member: id } } })),
    skipped: users.filter(isIn).map(({ name }) => ({ name, why: words.alreadyIn })),
  };
}

/** A chosen role or permission. */
export type Given = Pick<FoundOption, 'id' | 'label' | 'kind' | 'application'>;

const givenKind = ({ kind }: Given) => (kind === 'permission' ? 'permission' : 'role');

/** Grants a role or permission to the users. `ends` is null for no end. */
export function newGrants(
  users: readonly PickedUser[],
  gives: Given,
  ends: string | null,
  reason: string,
): UserChanges {
  const wanted = users.map(
    ({ id, name }): BulkChange => ({
      name,
      change: {
        call: 'grants.create',
        params: { application: gives.application ?? '' },
        body: {
          principal: { kind: 'user', id },
          gives: { kind: givenKind(gives), id: gives.id },
          ends,
          reason,
        },
      },
    }),
  );
  return { wanted, skipped: [] };
}

/** Revokes the direct grants of the users. */
export function revocations(users: readonly PickedUser[], grants: readonly Grant[]): UserChanges {
  const ids = new Set(users.map(({ id }) => id));
  return {
    wanted: grants
      .filter(({ principal }) => ids.has(principal.id))
      .map(({ id, application, principal }) => ({
        name: principal.name,
        change: { call: 'grants.revoke', params: { application, grant: id } },
      })),
    skipped: [],
  };
}

/** The maximum number of grants of one role or permission that are read to find those of the selected users. */
const GRANTS_MOST = 20_000;

/** The direct grants of a role or permission that are in force or will be. */
export async function grantsOf(gives: Given, signal: AbortSignal): Promise<readonly Grant[]> {
  const { items, more } = await everyPage(
    (cursor) =>
      client.grants.list({
        params: { application: gives.application ?? '' },
        query: { state: 'active,scheduled', [givenKind(gives)]: gives.id, cursor, limit: limits.pageMax.value },
        signal,
      }),
    GRANTS_MOST,
  );
  if (more) throw new Error(words.tooManyGrants);
  return items;
}
