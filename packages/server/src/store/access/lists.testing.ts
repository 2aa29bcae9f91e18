import { compareNames } from '@licet/contract';
import { expect } from 'vitest';
import { describeApplication } from '../applications/applications.ts';
import { listEndings } from '../endings/list.ts';
import { grantedApplications } from '../grants/grants.ts';
import { type GrantQuery, listGrants } from '../grants/list.ts';
import { findGroup, groupAndAbove, groupsOfUser, listGroups, listMembers } from '../groups/groups.ts';
import type { Database } from '../kernel/database.ts';
import { later } from '../kernel/instants.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { counts } from '../licet/home.ts';
import { listPermissions } from '../permissions/permissions.ts';
import { decidersFor } from '../requests/deciders.ts';
import { listRoleItems, listRoles } from '../roles/list.ts';
import { findRole } from '../roles/roles.ts';
import { findAccount } from '../sign-in/accounts.ts';
import { listUsers, type UserQuery } from '../users/list.ts';
import { findUser } from '../users/users.ts';
import { Model, type ModelGrant } from './model.testing.ts';
import { chief, type World } from './world.testing.ts';

/** Compares the lists with the model, at any snapshot. */
export async function compareListsOf(snapshot: Snapshot, world: World, model: Model): Promise<void> {
  await comparePeople(snapshot, world, model);
  await compareGroups(snapshot, world, model);
  await compareCatalogue(snapshot, world, model);
  await compareGrants(snapshot, world, model);
}

async function comparePeople(snapshot: Snapshot, world: World, model: Model): Promise<void> {
  const { application, ids, users, groups, roles } = world;
  const id = (name: string) => ids.get(name) ?? '';
  const here = users.filter((user) => !model.state.gone.has(user));
  const listed = async (query: Partial<UserQuery>) => {
    const { items } = await listUsers(snapshot, { ...query, limit: 200 });
    return items.map(({ username }) => username).sort();
  };
  for (const role of [...roles, chief])
    if (!model.state.gone.has(role)) expect(await listed({ role: id(role) })).toEqual(model.holders(role).sort());
  for (const group of groups) {
    const within = here.filter((user) => model.groupsAbove(user).has(group));
    expect(await listed({ group: id(group) })).toEqual(within.sort());
  }
  expect(await listed({ application: application.key })).toEqual(
    here.filter((user) => model.grantsOf(user).some(model.here)).sort(),
  );
  for (const user of users) {
    const { items } = await listUsers(snapshot, { username: user });
    expect(items.length).toBe(model.state.gone.has(user) ? 0 : 1);
    expect((await findUser(snapshot, id(user)))?.username).toBe(items[0]?.username);
    if (!items[0]) continue;
    const ends = model.grantsOf(user).filter(({ starts, ends }) => starts <= model.at && ends !== 'infinity');
    expect(items[0].endsNext).toBe(ends.map((grant) => grant.ends).sort()[0] ?? null);
    expect(items[0].status).toBe(model.state.suspended.has(user) ? 'suspended' : 'active');
    const direct = model.state.memberships.filter(([member]) => member === user).map(([, group]) => group);
    expect(items[0].groups?.map((group) => group.name).sort()).toEqual(namesOf(model, direct));
    const above = await groupsOfUser(snapshot, id(user));
    expect(above.map(({ group }) => group.name).sort()).toEqual(namesOf(model, [...model.groupsAbove(user)]));
  }
}

async function compareGroups(snapshot: Snapshot, world: World, model: Model): Promise<void> {
  const { ids, groups, users, states } = world;
  for (const group of groups) {
    const id = ids.get(group) ?? '';
    const name = model.state.names.get(group) ?? '';
    const found = (await listGroups(snapshot, { q: name })).items.find((other) => other.id === id);
    expect(found).toEqual(await findGroup(snapshot, id));
    if (model.state.gone.has(group)) {
      expect(found).toBeUndefined();
      continue;
    }
    const members = model.state.memberships.filter(([, of]) => of === group).map(([member]) => member);
    const last = states.at(-1);
    const now = last?.gone.has(group) ? null : last?.names.get(group);
    expect(found).toMatchObject({ name, members: members.length });
    expect(found?.nameNow).toBe(snapshot.asOf === undefined || now === name ? undefined : now);
    const { items } = await listMembers(snapshot, id, {});
    const people = (member: string) =>
      users.includes(member) ? 1 : users.filter((user) => model.groupsAbove(user).has(member)).length;
    expect(items.map((member) => [member.id, member.people]).sort()).toEqual(
      members.map((member) => [ids.get(member), people(member)]).sort(),
    );
  }
}

async function compareCatalogue(snapshot: Snapshot, { application, roles, ...world }: World, model: Model) {
  const { gone, holdings, inclusions } = model.state;
  const left = (names: readonly string[]) => names.filter((name) => !gone.has(name)).sort(compareNames);
  const listed = await listRoles(snapshot, application.id, {});
  expect(listed.items.map(({ name }) => name)).toEqual(left(roles));
  const held = (within: readonly string[]) => holdings.filter(([role]) => within.includes(role)).map(([, it]) => it);
  for (const role of listed.items) {
    const { id, name } = role;
    expect(await findRole(snapshot, application.id, id)).toEqual(role);
    const brought = [...new Set(held(model.below(name)))].sort(compareNames);
    const included = inclusions.filter(([from]) => from === name).map(([, to]) => to);
    expect(role.includes.map((other) => other.name).sort()).toEqual(included.sort());
    expect([role.holders, role.permissions]).toEqual([model.holders(name).length, brought.length]);
    expect(role.programs).toBe(world.programs.filter((program) => model.paths(program, name).length > 0).length);
    const items = async (own?: 'true') =>
      (await listRoleItems(snapshot, id, { own })).items.map((permission) => permission.name);
    expect(await items()).toEqual(brought);
    expect(await items('true')).toEqual(held([name]).sort(compareNames));
  }
  const permissions = await listPermissions(snapshot, application.id, {});
  expect(permissions.items.map(({ name, roles: count }) => [name, count])).toEqual(
    left(world.permissions).map((name) => [name, holdings.filter(([, permission]) => permission === name).length]),
  );
  expect(await describeApplication(snapshot, application.id)).toMatchObject({
    roles: left(roles).length,
    permissions: left(world.permissions).length,
    grants: model.state.grants.filter(({ gives, ends }) => gives !== chief && ends > model.at).length,
  });
}

async function compareGrants(snapshot: Snapshot, world: World, model: Model): Promise<void> {
  const { application, ids, states } = world;
  const ours = ({ gives }: ModelGrant) => gives !== chief;
  const live = model.state.grants.filter(ours);
  const before = states.filter(({ no }) => no <= model.state.no).flatMap(({ grants }) => grants.filter(ours));
  const revoked = before.filter(({ id }) => !live.some((grant) => grant.id === id));
  const stateOf = ({ starts, ends }: ModelGrant) =>
    ends <= model.at ? 'expired' : starts > model.at ? 'scheduled' : 'active';
  const expected = new Map([
    ...revoked.map(({ id }) => [id, 'revoked'] as const),
    ...live.map((grant) => [grant.id, stateOf(grant)] as const),
  ]);
  const all = ['scheduled', 'active', 'expired', 'revoked'] as const;
  const list = async (query: Partial<GrantQuery>) =>
    (await listGrants(snapshot, { application: application.id, states: all, limit: 200, ...query })).items;
  const shown = await list({});
  expect(new Map(shown.map(({ id, state }) => [id, state]))).toEqual(expected);
  for (const { id, principal, gives } of shown) {
    const grant = before.find((other) => other.id === id);
    expect(gives.name).toBe(grant?.gives);
    const called = lastName(world, model, grant?.principal ?? '');
    if (called !== undefined) expect(principal.name).toBe(called);
  }
  for (const state of all) {
    const those = [...expected].filter(([, its]) => its === state).map(([id]) => id);
    for (const sort of ['ends', 'gives', '-principal'] as const)
      expect((await list({ states: [state], sort })).map(({ id }) => id).sort()).toEqual(those.sort());
  }
  for (const [principal, principalId] of ids) {
    const its = live.filter((grant) => grant.principal === principal).map(({ id }) => id);
    if (its.length === 0) continue;
    const held = await list({ principal: principalId, states: all.slice(0, 3), sort: 'gives' });
    expect(held.map(({ id }) => id).sort()).toEqual(its.sort());
    const name = model.state.names.get(principal);
    if (name === undefined) continue;
    const found = await list({ q: name, states: all.slice(0, 3) });
    expect(found.map(({ id }) => id)).toEqual(expect.arrayContaining(its));
  }
}

/** Returns the last name of a group up to the change of the model; undefined for other kinds. */
function lastName({ states }: World, model: Model, group: string): string | undefined {
  return states.findLast(({ no }) => no <= model.state.no)?.names.get(group);
}

const namesOf = (model: Model, groups: readonly string[]) =>
  groups.map((group) => model.state.names.get(group) ?? '').sort();

/**
 * Compares the lists that exist only for the present: the deciders of each user's requests, and the access that a
 * suspended user would regain.
 */
export async function compareNow(database: Database, snapshot: Snapshot, world: World, model: Model): Promise<void> {
  const { application, ids, users } = world;
  const id = (name: string) => ids.get(name) ?? '';
  const here = users.filter((user) => !model.state.gone.has(user));
  const chiefs = here.filter((user) => model.paths(user, chief).length > 0);
  for (const user of here) {
    await compareSuspended(database, snapshot, id(user), model, user);
    const deciding = chiefs.filter((other) => other !== user);
    const { deciders, deciderCount } = await decidersFor(snapshot, application.id, id(user));
    expect(deciderCount).toBe(deciding.length);
    expect(deciders.map(({ name }) => name).sort()).toEqual(deciding.sort());
  }
}

/** Compares the counts on the home page, and the list of grants that end next, which the home page shows to owners. */
export async function compareHome(
  snapshot: Snapshot,
  world: World,
  before: Awaited<ReturnType<typeof counts>>,
): Promise<void> {
  const model = new Model(world, world.states, snapshot.at);
  const left = (names: readonly string[]) => names.filter((name) => !model.state.gone.has(name)).length;
  expect(await counts(snapshot)).toEqual({
    users: before.users + left(world.users),
    groups: before.groups + left(world.groups),
    applications: before.applications + 1,
    programs: before.programs + left(world.programs),
  });
  const ending = await listEndings(snapshot, {
    sight: { applications: [world.key], exceptions: false },
    kinds: ['grant'],
    within: soon,
    limit: 200,
  });
  const ends = model.state.grants.filter(
    (grant) =>
      model.here({ ...grant, starts: model.at }) && grant.ends > model.at && grant.ends <= later(snapshot.at, soon),
  );
  expect(ending.items.flatMap((it) => (it.kind === 'grant' ? [it.grant.id] : [])).sort()).toEqual(
    ends.map((grant) => grant.id).sort(),
  );
}

/** In seconds. */
const soon = 900;

/** Compares the applications to which a user would regain access when reactivated after a suspension. */
async function compareSuspended(database: Database, snapshot: Snapshot, userId: string, model: Model, user: string) {
  const principals = [user, ...model.groupsAbove(user)];
  const gives = model.state.grants
    .filter(({ principal, ends }) => principals.includes(principal) && ends > model.at)
    .map((grant) => (grant.gives === chief ? 'licet' : model.world.key));
  const granted = await grantedApplications(snapshot, await groupAndAbove(snapshot, userId));
  expect(granted).toEqual([...new Set(gives)].sort());
  expect((await findAccount(database, userId))?.administrator).toBe(gives.includes('licet'));
}
