import { limits } from '@licet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compareDifferences } from '../differences/differences.testing.ts';
import { read, type Snapshot } from '../kernel/snapshot.ts';
import { counts } from '../licet/home.ts';
import { type TestStore, testStore } from '../store.testing.ts';
import { readBasis, readPermissionBasis } from './basis.ts';
import { decide } from './decide.ts';
import { effectiveAccess, tokenAccess } from './effective.ts';
import { explainAccess } from './explained.ts';
import { exportAccess } from './export.ts';
import { holders } from './holders.ts';
import { holds, timeout } from './holds.testing.ts';
import { compareHome, compareListsOf, compareNow } from './lists.testing.ts';
import { compareLastHeld, compareLosses } from './losses.testing.ts';
import { compareMatrix } from './matrix.testing.ts';
import { codePointOrder, Model } from './model.testing.ts';
import { peopleOverTime } from './over-time.ts';
import { comparePeriods, turnsOf } from './periods.testing.ts';
import { summaries } from './principals.ts';
import { compareRemedies } from './remedies.testing.ts';
import { histories, losingHistories, makeWorld, pace, type World } from './world.testing.ts';

let store: TestStore;
let clock = 0;
const tick = () => {
  clock += pace;
  store.setClock(clock);
};

beforeAll(async () => {
  store = await testStore();
});
afterAll(() => store.close());

test('access, decisions, holders, paths and the export agree with a naive model at any instant', {
  timeout,
}, async () => {
  await holds(histories, async (history) => {
    tick();
    const world = await makeWorld(store.database, history, tick);
    for (const at of instants(world)) {
      const model = new Model(world, world.states, at);
      await read(store.database, (snapshot) => compare(snapshot, world, model), at);
    }
  });
});

test('lists, differences, home, sign-in, losses, periods and last-held instants agree with a naive model', {
  timeout,
}, async () => {
  let asked = 0;
  await holds(losingHistories, async (history) => {
    // Lists read the whole database. So every 100 histories begin in a new database, which keeps the data of earlier
    // histories from slowing them down.
    asked += 1;
    if (asked % 100 === 0) {
      await store.close();
      store = await testStore();
    }
    tick();
    const before = await read(store.database, counts);
    const world = await makeWorld(store.database, history, tick);
    const now = (snapshot: Snapshot) => new Model(world, world.states, snapshot.at);
    await read(store.database, async (snapshot) => {
      await compareListsOf(snapshot, world, now(snapshot));
      await compareMatrix(snapshot, world, now(snapshot));
      await compareNow(store.database, snapshot, world, now(snapshot));
      await compareLosses(snapshot, world);
      await compareHome(snapshot, world, before);
      await compareOverTime(snapshot, world, instants(world).toSorted());
      await comparePeriods(store.database, snapshot, world, [...instants(world), ...turnsOf(world)]);
    });
    for (const at of instants(world).filter((_, index) => index % 3 === world.states.length % 3))
      await read(
        store.database,
        async (snapshot) => {
          await compareListsOf(snapshot, world, new Model(world, world.states, at));
          await compareMatrix(snapshot, world, new Model(world, world.states, at));
        },
        at,
      );
    const ats = instants(world).toSorted();
    const [first = '', middle = '', last = ''] = [ats[0], ats[Math.floor(ats.length / 2)], ats.at(-1)];
    for (const [from, to] of [
      [first, last],
      [first, middle],
      [middle, last],
    ] as const)
      if (from < to) await read(store.database, (snapshot) => compareDifferences(snapshot, world, from, to));
    for (const at of [middle, last])
      await read(store.database, (then) => comparePeriods(store.database, then, world, turnsOf(world)), at);
    for (const at of [undefined, ...instants(world).slice(-2)])
      await read(store.database, (snapshot) => compareLastHeld(snapshot, world, now(snapshot)), at);
  });
});

/**
 * Compares the numbers of users who hold each role, each permission, or any of them, at the given instants. The store
 * computes the numbers for all instants in one pass over the facts.
 */
async function compareOverTime(snapshot: Snapshot, world: World, ats: readonly string[]): Promise<void> {
  const { application, ids, users, permissions, roles } = world;
  const models = ats.map((at) => new Model(world, world.states, at));
  const expected = (holds: (model: Model, user: string) => boolean) =>
    models.map((model) => users.filter((user) => !model.state.gone.has(user) && holds(model, user)).length);
  const over = (held: { role?: string | undefined; permission?: string | undefined }) =>
    peopleOverTime(snapshot, { application: application.id, ...held }, ats);
  for (const role of roles)
    expect(await over({ role: ids.get(role) })).toEqual(expected((model, user) => model.roles(user).includes(role)));
  for (const permission of permissions)
    expect(await over({ permission: ids.get(permission) })).toEqual(
      expected((model, user) => model.permitted(user, permission)),
    );
  expect(await over({})).toEqual(
    expected((model, user) => [...roles, ...permissions, 'admin'].some((held) => model.paths(user, held).length > 0)),
  );
}

/** The exact instant of each change, an instant shortly before the next change, and instants after the last change. */
function instants({ states }: World): string[] {
  const ats = states.map(({ at }) => at);
  const last = Date.parse(ats.at(-1) ?? '');
  const between = ats.flatMap((at) => [at, ...[0.34, 0.67].map((share) => later(Date.parse(at), share))]);
  const turns = (states.at(-1)?.grants ?? [])
    .flatMap(({ starts, ends }) => [starts, ends])
    .filter((at) => at !== 'infinity');
  return [...new Set([...between, ...turns.slice(0, 2), later(last, 2.1)])].filter((at) => at >= (ats[0] ?? ''));
}

function later(from: number, share: number): string {
  return `${new Date(from + share * pace).toISOString().slice(0, 23)}000Z`;
}

async function compare(snapshot: Snapshot, world: World, model: Model): Promise<void> {
  const { application, ids, users, programs, permissions } = world;
  const { id: appId, key } = application;
  for (const user of [...users, ...programs]) {
    const id = ids.get(user) ?? '';
    const identity = programs.includes(user) ? id : user;
    if (model.state.gone.has(user)) {
      expect(await readBasis(snapshot, { application: key, party: identity })).toBe('party');
      expect(await tokenAccess(snapshot, id, key)).toMatchObject({ roles: [], permissions: [], changesAt: null });
      expect(await summaries(snapshot, id)).toEqual([]);
      continue;
    }
    const basis = await readBasis(snapshot, { application: key, party: identity });
    if (typeof basis === 'string') return expect.fail(`${user} is not found`);
    const effective = await effectiveAccess(snapshot, id, appId);
    const expected = {
      roles: model.roles(user),
      permissions: model.permissions(user),
      changesAt: model.changesAt(user),
    };
    expect({
      roles: effective.roles.map(({ name }) => name),
      permissions: effective.permissions.map(({ name }) => name),
      changesAt: effective.changesAt,
    }).toEqual(expected);
    expect(basis.held).toEqual(effective);
    expect(effective.admin).toBe(expected.roles.includes('admin'));
    expect(await tokenAccess(snapshot, id, key)).toEqual({
      ...expected,
      ver: snapshot.no,
      at: snapshot.at,
      clock: snapshot.clock,
    });
    await compareSummaries(snapshot, id, key, expected);
    const explained = await explainAccess(snapshot, basis);
    for (const { name, paths, pathCount } of explained.roles) comparePaths(paths, pathCount, model.paths(user, name));
    for (const permission of [...permissions, 'no such name']) {
      const decision = await decide(snapshot, { application: key, party: identity, permission });
      if (typeof decision === 'string') return expect.fail(`${decision} is not found`);
      compareRemedies(world, model, user, decision);
      expect(decision.permitted).toBe(model.permitted(user, permission));
      expect(decision.until).toBe(model.until(user, permission));
      const ways = model.waysTo(user, permission);
      comparePaths(decision.paths, decision.pathCount, ways);
      const item = explained.permissions.items.find(({ name }) => name === permission);
      const listed = ways.filter(({ admin }) => !admin);
      expect(item !== undefined).toBe(listed.length > 0);
      if (item) comparePaths(item.paths, item.pathCount, listed);
    }
  }
  for (const name of permissions) {
    const read = await readPermissionBasis(snapshot, { application: key, permission: name });
    if (read === 'application') return expect.fail('The application is not found.');
    const { permission } = read;
    expect(permission === undefined).toBe(model.state.gone.has(name));
    if (!permission) continue;
    const found = await holders(snapshot, { ...read, permission });
    const expected = [...users, ...programs].filter((user) => model.permitted(user, name)).sort(codePointOrder);
    expect(found.items.map(({ user }) => user.name)).toEqual(expected);
    expect(found.total).toBe(expected.length);
    for (const { user, admin, paths, pathCount } of found.items) {
      comparePaths(paths, pathCount, model.waysTo(user.name, name));
      expect(admin).toBe(model.roles(user.name).includes('admin'));
    }
  }
  let exported = '';
  for await (const chunk of exportAccess(snapshot, appId, 'tsv')) exported += chunk;
  const pairs = users.toSorted(codePointOrder).flatMap((user) =>
    permissions
      .filter((name) => !model.state.gone.has(name) && model.permitted(user, name))
      .sort(codePointOrder)
      .map((name) => `${user}\t${name}\n`),
  );
  expect(exported).toBe(pairs.join(''));
}

async function compareSummaries(
  snapshot: Snapshot,
  id: string,
  key: string,
  expected: { roles: string[]; permissions: string[]; changesAt: string | null },
): Promise<void> {
  const lines = (await summaries(snapshot, id)).filter((line) => line.key === key);
  if (expected.roles.length + expected.permissions.length === 0) return expect(lines).toEqual([]);
  const { roles, permissions, changesAt } = expected;
  expect(lines.map((line) => ({ ...line, roles: line.roles.map(({ name }) => name).sort(codePointOrder) }))).toEqual([
    {
      key,
      name: key,
      roles,
      permissions: permissions.length,
      changesAt,
      admin: roles.includes('admin'),
      permissionBytes: Buffer.byteLength(JSON.stringify(permissions)),
    },
  ]);
}

interface ShownPath {
  readonly grant: string;
  readonly groups: readonly { readonly id: string }[];
  readonly roles: readonly { readonly name: string }[];
  readonly admin: boolean;
}

function comparePaths(
  shown: readonly ShownPath[],
  count: number,
  expected: readonly { grant: string; groups: readonly string[]; roles: readonly string[]; admin: boolean }[],
): void {
  expect(count).toBe(expected.length);
  expect(shown.length).toBe(Math.min(count, limits.pathsShown.value));
  const told = ({
    grant,
    groups,
    roles,
    admin,
  }: {
    grant: string;
    groups: number;
    roles: readonly string[];
    admin: boolean;
  }) => JSON.stringify([grant, groups, roles, admin]);
  const all = expected.map(({ groups, ...path }) => told({ ...path, groups: groups.length }));
  const found = shown.map(({ grant, groups, roles, admin }) =>
    told({ grant, roles: roles.map(({ name }) => name), admin, groups: groups.length }),
  );
  for (const path of found) expect(all).toContain(path);
  if (count <= limits.pathsShown.value) expect(found.toSorted()).toEqual(all.toSorted());
  const ways = shown.map(({ grant, groups, roles }) => JSON.stringify([grant, groups.map(({ id }) => id), roles]));
  expect(new Set(ways).size).toBe(shown.length);
}
