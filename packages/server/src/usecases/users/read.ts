import { erasedName, erasedUsername, type LicetPermission, limits, type UserFilter } from '@licet/contract';
import { refuse } from '../../refusal.ts';
import { hasEvent } from '../../store/audit/events.ts';
import { knownBy } from '../../store/erasure/known-by.ts';
import { listGrants } from '../../store/grants/list.ts';
import { groupsOfUser } from '../../store/groups/groups.ts';
import { mapPage } from '../../store/kernel/paging.ts';
import type { Snapshot } from '../../store/kernel/snapshot.ts';
import { listSessions } from '../../store/sign-in/sessions.ts';
import { listSignIns } from '../../store/sign-in/sign-ins.ts';
import { listUnusedOfUser } from '../../store/usage/unused.ts';
import { listUsers, matchingUsers } from '../../store/users/list.ts';
import { accessSummaries } from '../access/read.ts';
import { type CallerAccess, isSameNow, nobody } from '../authorise.ts';
import { statesIn } from '../grants/read.ts';
import { dataOf } from '../me/download.ts';
import { requireUser } from '../require.ts';
import { answering, changeAs, reading } from '../use-case.ts';

/**
 * Filtering by access requires the right to see access, or ownership; filtering by group the right to see groups.
 * @throws Refusal `forbidden`
 */
export function requireMayFilter(
  access: CallerAccess,
  { application, role, group }: Pick<UserFilter, 'application' | 'role' | 'group'>,
): void {
  if (group !== undefined && !access.can('groups.read')) refuseFilter('group', 'groups.read');
  if (application === undefined && role === undefined) return;
  const owned = application !== undefined && access.owns.has(application) && role === undefined;
  if (!access.can('access.read') && !owned) refuseFilter('access', 'access.read');
}

/** Refuses a filter by something that the caller may not read. */
export const refuseFilter = (filter: 'group' | 'access', permission: LicetPermission): never =>
  refuse('forbidden', 'filter_needs_permission', { filter, permission }, { permission });

/**
 * Sign-in methods and sign-ins are not facts: they are unknown for a past instant.
 * @throws Refusal `not_as_of`
 */
function requireKnownThen({
  at,
  deletion,
  invitation,
  missing,
  sort,
}: UserFilter & { readonly at?: string | undefined; readonly sort?: string | undefined }): void {
  if (at === undefined) return;
  const filters = [
    ...Object.entries({ deletion, invitation, missing }).flatMap(([name, value]) => (value ? [`“${name}”`] : [])),
    ...(sort?.endsWith('lastSignInAt') ? [`“sort=${sort}”`] : []),
  ];
  if (filters.length > 0) refuse('not_as_of', 'known_only_now', { filters });
}

/**
 * Requires that the change named by the filter `import` exists.
 * @throws Refusal `not_found`
 */
export async function requireImport(snapshot: Snapshot, { import: no }: UserFilter): Promise<void> {
  if (no !== undefined && !(await hasEvent(snapshot, no))) refuse('not_found', 'import_unknown', { event: no });
}

/** The parts of a filter that are set. */
export const filtersSet = (filter: UserFilter): object =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));

export const list = reading('users.list', async ({ snapshot, access, query }) => {
  requireMayFilter(access, query);
  requireKnownThen(query);
  const { application } = query;
  if (application !== undefined && !access.can('access.read') && !(await isSameNow(snapshot, application)))
    requireMayFilter({ ...access, owns: new Set() }, query); // today's owner may not have owned the application at that instant
  const found = await listUsers(snapshot, query);
  return mapPage(found, (user) => ({
    ...user,
    ...(!access.can('groups.read') && { groups: null }),
    ...(!access.can('access.read') && { roles: null, endsNext: null }),
  }));
});

/** Returns all users who match a filter at one instant, so that a change to many users has a definite list. */
export const matching = reading('users.matching', async ({ snapshot, access, query }) => {
  requireMayFilter(access, query);
  if (query.notIn !== undefined && !access.can('groups.read')) refuseFilter('group', 'groups.read');
  const most = limits.usersAtOnce.value;
  const items = await matchingUsers(snapshot, query, most + 1);
  if (items.length > most) refuse('too_large', 'users_too_many', { most });
  return { items };
});

export const get = reading('users.get', ({ snapshot, params }) => requireUser(snapshot, params.user));

export const access = reading('users.access', async ({ snapshot, params, issuer }) => {
  const user = await requireUser(snapshot, params.user);
  return { items: await accessSummaries(snapshot, issuer, user.id) };
});

export const groups = reading('users.groups', async ({ snapshot, params }) => {
  const user = await requireUser(snapshot, params.user);
  return { items: await groupsOfUser(snapshot, user.id) };
});

export const grants = reading('users.grants', async ({ snapshot, params, query }) => {
  const user = await requireUser(snapshot, params.user);
  return listGrants(snapshot, { ...query, principal: user.id, states: statesIn(query.state) });
});

/** The grants that the user holds directly and has not exercised for some time, in all applications. */
export const unused = reading('users.unused', async ({ snapshot, params, query }) => {
  const user = await requireUser(snapshot, params.user);
  const { days = limits.usageWindow.value } = query;
  return { ...(await listUnusedOfUser(snapshot, user.id, days)), days };
});

export const sessions = reading('users.sessions', async ({ snapshot, params, caller }) => {
  const user = await requireUser(snapshot, params.user);
  const current = caller.kind === 'user' ? caller.sessionId : null;
  return { items: await listSessions(snapshot, user.id, current) };
});

export const signIns = reading('users.signIns', async ({ snapshot, params, query }) => {
  const user = await requireUser(snapshot, params.user);
  return listSignIns(snapshot, { ...query, userId: user.id });
});

/**
 * Returns all data that Licet holds about a person, for an administrator. The lines are those of the person's own
 * download, so they depend on the rights of the person, not of the caller. Each download is recorded as an event.
 */
export const data = answering('users.data', async (asked) => {
  const { user } = asked.params;
  const id = await changeAs('users.data', asked, async ({ change, access }) => {
    if (!access.isAdmin) refuse('forbidden', 'administrators_download', {});
    const known = await knownBy(change.connection, user);
    const last = known?.called.at(-1);
    if (!known || !last) return refuse('not_found', 'user_never_known', { user });
    // Any user may have this name, so the username must match as well.
    if (last.name === erasedName && last.username === erasedUsername) refuse('wrong_state', 'user_erased', {});
    change.record({ action: 'user.data_fetched', target: { kind: 'user', id: known.id, name: last.name } });
    return known.id;
  });
  return dataOf(asked, { id, held: { ...nobody, userId: id }, session: null });
});
