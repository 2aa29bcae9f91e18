import { removeCredentials } from '../../../store/credentials/credentials.ts';
import { findGrants } from '../../../store/grants/grants.ts';
import type { FactTable } from '../../../store/kernel/facts.ts';
import { endEach, type Many } from '../../../store/kernel/many.ts';
import { anyHanging, contentsOfRoles, entitiesOf, linksAmong } from '../../../store/plan/hanging.ts';
import { principalsOf } from '../../../store/plan/who.ts';
import { endSessionsOfAll } from '../../../store/sign-in/sessions.ts';
import { findUsers, forgetDeletionsAsked } from '../../../store/users/users.ts';
import { listed } from '../../long-lists.ts';
import { requireMayGrant } from '../../may-give.ts';
import {
  grantRecord,
  grantTarget,
  principalRecord,
  requireApplication,
  requireOwn,
  requireVersion,
  userRecord,
  userTarget,
} from '../../require.ts';
import { applicationsIn } from './catalogue.ts';
import { missing, type Together, theirs } from './together.ts';

export const revokeGrants: Together<'grants.revoke'> = async ({ many, steps, access }) => {
  const found = new Map<string, Awaited<ReturnType<typeof findGrants>>>();
  for (const key of new Set(steps.map(({ params }) => params.application))) {
    const application = await requireApplication(many, key);
    requireMayGrant(access, application.id);
    const ids = steps.flatMap(({ params }) => (params.application === key ? params.grant : []));
    found.set(key, await findGrants(many, application.factId, ids));
  }
  const ended = steps.map(({ params, ifMatch }) => {
    const grant = found.get(params.application)?.get(params.grant.toLowerCase()) ?? missing();
    if (grant.state === 'expired' || grant.state === 'revoked') missing();
    requireVersion(grant, ifMatch);
    return grant;
  });
  await endAll(many, 'grants', 'id', ended);
  return ended.map((grant) => ({
    action: 'grant.revoked',
    application: grant.application,
    target: grantTarget(grant),
    before: grantRecord(grant),
  }));
};

/**
 * Only for administrators: for other callers, the members of the groups and the access of the groups would need checks.
 */
export const removeMembers: Together<'groups.removeMember'> = async ({ many, steps, access }) => {
  if (!access.isAdmin) missing();
  const known = await principalsOf(many, [...new Set(steps.flatMap(({ params }) => [params.group, params.member]))]);
  const ended = steps.map(({ params }) => {
    const [group, member] = [known.get(params.group.toLowerCase()), known.get(params.member.toLowerCase())];
    return group?.kind === 'group' && member ? { group, member } : missing();
  });
  const facts = ended.map(({ group, member }, place) => ({
    place,
    where: { group_id: group.id, member_id: member.id },
  }));
  if ((await endEach(many, 'memberships', facts)) < steps.length) missing();
  return ended.map(({ group: { id, name }, member }) => ({
    action: 'group.member_removed',
    target: { kind: 'group', id, name },
    before: { group: name, member: principalRecord(member) },
  }));
};

/**
 * Only for administrators: other callers may not manage users who decide for others, and the changes can alter who
 * these are.
 */
export const removeUsers: Together<'users.remove'> = async ({ many, steps, access }) => {
  const ids = steps.map(({ params }) => params.user.toLowerCase());
  if (!access.isAdmin || (await anyHanging(many.connection, ids))) missing();
  const ended = theirs(new Map((await findUsers(many, ids)).map((user) => [user.id, user])), ids, steps);
  await endBy(many, 'memberships', 'member_id', ids);
  await endBy(many, 'grants', 'principal_id', ids);
  await endBy(many, 'owners', 'user_id', ids);
  await endAll(many, 'users', 'id', ended);
  await many.sideEffects(async () => {
    await removeCredentials(many.connection, ids);
    await endSessionsOfAll(many, ids);
    await forgetDeletionsAsked(many, ids);
  });
  return ended.map((user) => ({ action: 'user.deleted', target: userTarget(user), before: userRecord(user) }));
};

export const removeGroups: Together<'groups.remove'> = async ({ many, steps, access }) => {
  if (!access.isAdmin) missing();
  const ids = steps.map(({ params }) => params.group.toLowerCase());
  const ended = theirs(await entitiesOf(many.connection, 'groups', ids), ids, steps);
  await endLinks(many, 'memberships', ['group_id', 'member_id'], ids);
  await endBy(many, 'grants', 'principal_id', ids);
  await endAll(many, 'groups', 'id', ended);
  return ended.map(({ id, name, text: description }) => ({
    action: 'group.deleted',
    target: { kind: 'group', id, name },
    before: { name, description },
  }));
};

/** Ends all rows that have one of the ids in a column. The change with the same index as the id ends its rows. */
const endBy = (many: Many, table: FactTable, column: string, ids: readonly string[]): Promise<number> =>
  endEach(
    many,
    table,
    ids.map((id, place) => ({ place, where: { [column]: id } })),
  );

/** Like {@link endBy} for entities, each of which must exist exactly once. */
async function endAll(
  many: Many,
  table: FactTable,
  column: string,
  entities: readonly { readonly id: string }[],
): Promise<void> {
  const ended = await endBy(
    many,
    table,
    column,
    entities.map(({ id }) => id),
  );
  if (ended !== entities.length) missing();
}

/**
 * Ends links that have one of the ids in either column. A link ends with the first change that deletes one of its ends.
 */
async function endLinks(
  many: Many,
  table: 'memberships' | 'inclusions',
  columns: readonly [string, string],
  ids: readonly string[],
): Promise<void> {
  const places = new Map(ids.map((id, place) => [id, place]));
  const placeOf = (id: string) => places.get(id) ?? Number.POSITIVE_INFINITY;
  const links = await linksAmong(many.connection, table, columns, ids);
  await endEach(
    many,
    table,
    links.map(({ one, other }) => ({
      place: Math.min(placeOf(one), placeOf(other)),
      where: { [columns[0]]: one, [columns[1]]: other },
    })),
  );
}

export const removePermissions: Together<'permissions.remove'> = async ({ many, steps, access }) => {
  const applications = await applicationsIn(many, steps);
  for (const [key, application] of applications) {
    requireOwn(application);
    requireMayGrant(access, key);
  }
  const ids = steps.map(({ params }) => params.permission.toLowerCase());
  if (await anyHanging(many.connection, ids)) missing();
  const ended = theirs(await entitiesOf(many.connection, 'permissions', ids), ids, steps);
  for (const [place, { app }] of ended.entries())
    if (app !== applications.get(steps[place]?.params.application ?? '')?.factId) missing();
  await endBy(many, 'role_permissions', 'permission_id', ids);
  await endBy(many, 'grants', 'permission_id', ids);
  await endAll(many, 'permissions', 'id', ended);
  return ended.map(({ id, name, text: title }, place) => ({
    action: 'permission.deleted',
    application: steps[place]?.params.application ?? '',
    target: { kind: 'permission', id, name },
    before: { name, title },
  }));
};

export const removeRoles: Together<'roles.remove'> = async ({ many, steps, access }) => {
  const applications = await applicationsIn(many, steps);
  for (const key of applications.keys()) requireMayGrant(access, key);
  const ids = steps.map(({ params }) => params.role.toLowerCase());
  if (await anyHanging(many.connection, ids)) missing();
  const ended = theirs(await entitiesOf(many.connection, 'roles', ids), ids, steps);
  for (const [place, { app, builtIn }] of ended.entries())
    if (builtIn || app !== applications.get(steps[place]?.params.application ?? '')?.factId) missing();
  const permissions = (await contentsOfRoles(many.connection, 'role_permissions', ids)) ?? missing();
  const includes = (await contentsOfRoles(many.connection, 'inclusions', ids)) ?? missing();
  await endLinks(many, 'inclusions', ['role_id', 'included_id'], ids);
  await endBy(many, 'role_permissions', 'role_id', ids);
  await endBy(many, 'grants', 'role_id', ids);
  await endAll(many, 'roles', 'id', ended);
  const places = new Map(ids.map((id, place) => [id, place]));
  const isThere = (place: number) => (held: { readonly id: string }) =>
    (places.get(held.id) ?? Number.POSITIVE_INFINITY) >= place;
  const names = (list: readonly { readonly name: string }[] = []) => listed(list.map(({ name }) => name));
  return ended.map(({ id, name, text: title }, place) => ({
    action: 'role.deleted',
    application: steps[place]?.params.application ?? '',
    target: { kind: 'role', id, name },
    before: {
      name,
      title,
      permissions: names(permissions.get(id)),
      includes: names(includes.get(id)?.filter(isThere(place))),
    },
  }));
};
