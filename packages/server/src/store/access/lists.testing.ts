import { expect } from 'vitest';
import { grantedApplications } from '../grants/grants.ts';
import { listEnding, listGrants } from '../grants/list.ts';
import { groupAndAbove, groupsOfUser } from '../groups/memberships.ts';
import type { Database } from '../kernel/database.ts';
import { later } from '../kernel/instants.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { counts } from '../licet/home.ts';
import { decidersFor } from '../requests/deciders.ts';
import { listRoles } from '../roles/list.ts';
import { findAccount } from '../sign-in/accounts.ts';
import { listUsers, type UserQuery } from '../users/list.ts';
import { Model } from './model.testing.ts';
import { chief, type World } from './world.testing.ts';

/** Compares all that looks at what is recorded now with the model: lists, what may be managed, who decides, signing in. */
export async function compareLists(database: Database, snapshot: Snapshot, world: World, model: Model): Promise<void> {
  const { application, ids, users, groups, roles } = world;
  const id = (name: string) => ids.get(name) ?? '';
  const here = users.filter((user) => !model.state.gone.has(user));
  const listed = async (query: Partial<UserQuery>) => {
    const { items } = await listUsers(snapshot, { ...query, limit: 200 });
    return items.map(({ username }) => username).sort();
  };
  for (const role of [...roles, chief]) {
    if (model.state.gone.has(role)) continue;
    expect(await listed({ role: id(role) })).toEqual(here.filter((user) => model.paths(user, role).length > 0).sort());
  }
  for (const group of groups) {
    const within = here.filter((user) => model.groupsAbove(user).has(group));
    expect(await listed({ group: id(group) })).toEqual(within.sort());
  }
  expect(await listed({ application: application.key })).toEqual(
    here.filter((user) => model.grantsOf(user).some(model.here)).sort(),
  );
  for (const { name, holders, permissions } of (await listRoles(snapshot, application.id, {})).items) {
    expect(holders).toBe(here.filter((user) => model.paths(user, name).length > 0).length);
    const brought = model.state.holdings.filter(([role]) => model.below(name).includes(role)).map(([, held]) => held);
    expect(permissions).toBe(new Set(brought).size);
  }
  const active = await listGrants(snapshot, { application: application.id, states: ['active'], limit: 200 });
  const inForce = model.state.grants.filter((grant) => model.here(grant) && grant.ends > model.at);
  expect(active.items.map((grant) => grant.id).sort()).toEqual(inForce.map((grant) => grant.id).sort());
  const chiefs = here.filter((user) => model.paths(user, chief).length > 0);
  for (const user of here) {
    const ends = model.grantsOf(user).filter(({ starts, ends }) => starts <= model.at && ends !== 'infinity');
    const { items } = await listUsers(snapshot, { username: user });
    expect(items[0]?.endsNext ?? null).toBe(ends.map((grant) => grant.ends).sort()[0] ?? null);
    const above = await groupsOfUser(snapshot, id(user));
    expect(above.map(({ group }) => group.id).sort()).toEqual([...model.groupsAbove(user)].map(id).sort());
    await compareSuspended(database, snapshot, id(user), model, user);
    const deciding = chiefs.filter((other) => other !== user);
    const { deciders, deciderCount } = await decidersFor(snapshot, application.id, id(user));
    expect(deciderCount).toBe(deciding.length);
    expect(deciders.map(({ name }) => name).sort()).toEqual(deciding.sort());
  }
}

/** Compares the counts of the first page, and the grants that end next, which it tells to who owns an application. */
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
  const ending = await listEnding(snapshot, later(snapshot.at, soon), [world.key], 200);
  const ends = model.state.grants.filter(
    (grant) => model.here(grant) && grant.ends > model.at && grant.ends <= later(snapshot.at, soon),
  );
  expect(ending.map((grant) => grant.id).sort()).toEqual(ends.map((grant) => grant.id).sort());
}

/** Seconds. */
const soon = 900;

/** What counts for whoever is suspended as well: they would have it again. */
async function compareSuspended(database: Database, snapshot: Snapshot, userId: string, model: Model, user: string) {
  const principals = [user, ...model.groupsAbove(user)];
  const gives = model.state.grants
    .filter(({ principal, ends }) => principals.includes(principal) && ends > model.at)
    .map((grant) => (grant.gives === chief ? 'licet' : model.world.key));
  const granted = await grantedApplications(snapshot, await groupAndAbove(snapshot, userId));
  expect(granted).toEqual([...new Set(gives)].sort());
  expect((await findAccount(database, userId))?.administrator).toBe(gives.includes('licet'));
}
