import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Change } from '../kernel/change.ts';
import { endFacts } from '../kernel/facts.ts';
import { read } from '../kernel/snapshot.ts';
import {
  addApplication,
  addGrant,
  addGroup,
  addInclusion,
  addMember,
  addPermission,
  addRole,
  addUser,
  build,
  setStatus,
  type TestApplication,
  type TestStore,
  testStore,
} from '../store.testing.ts';
import { readBasis, readPermissionBasis } from './basis.ts';
import { decide } from './decide.ts';
import { effectiveAccess } from './effective.ts';
import { explainAccess } from './explained.ts';
import { holders } from './holders.ts';

let store: TestStore;
beforeAll(async () => {
  store = await testStore();
});
afterAll(() => store.close());

const make = <Result>(work: (change: Change) => Promise<Result>) => build(store.database, work);

async function decided(username: string, application: TestApplication, permission: string, at?: string) {
  return read(
    store.database,
    async (snapshot) => {
      const decision = await decide(snapshot, { application: application.key, party: username, permission });
      return typeof decision === 'string' ? expect.fail(`no such ${decision}`) : decision;
    },
    at,
  );
}

async function holding(application: TestApplication, name: string, query = {}) {
  return read(store.database, async (snapshot) => {
    const basis = await readPermissionBasis(snapshot, { application: application.key, permission: name });
    if (basis === 'application' || !basis.permission) return expect.fail('no such permission');
    return holders(snapshot, { ...basis, permission: basis.permission }, query);
  });
}

describe('a path', () => {
  test('begins when the user joined the last of its groups', async () => {
    const { application, user, group, send } = await make(async (change) => {
      const application = await addApplication(change);
      const user = await addUser(change);
      const group = await addGroup(change, 'Finance');
      const send = await addPermission(change, application, 'invoices.send');
      await addGrant(change, { application, principal: group, kind: 'group', permission: send });
      return { application, user, group, send };
    });
    const joined = await make(async (change) => {
      await addMember(change, group, user);
      return change.at;
    });
    const { paths } = await decided(user.username, application, 'invoices.send');
    expect(paths).toMatchObject([{ joined }]);
    expect(paths[0]?.starts.localeCompare(joined)).toBe(-1);

    await make((change) => addGrant(change, { application, principal: user, permission: send }));
    expect((await decided(user.username, application, 'invoices.send')).paths[0]).toMatchObject({ joined: null });
  });

  test('leads from the nearest group to the grant, and from the granted role to the permission', async () => {
    const { application, user } = await make(async (change) => {
      const application = await addApplication(change);
      const user = await addUser(change, { name: 'Maya' });
      const [near, far] = [await addGroup(change, 'Near'), await addGroup(change, 'Far')];
      await addMember(change, near, user);
      await addMember(change, far, near, 'group');
      const refund = await addPermission(change, application, 'invoices.refund');
      const clerk = await addRole(change, application, 'clerk', [refund]);
      const approver = await addRole(change, application, 'approver', [], [clerk]);
      await addGrant(change, { application, principal: far, kind: 'group', role: approver, reason: 'Ledger team' });
      return { application, user };
    });
    const decision = await decided(user.username, application, 'invoices.refund');
    expect(decision).toMatchObject({ permitted: true, reason: 'listed', pathCount: 1, until: null, remedies: [] });
    const [path] = decision.paths;
    expect(path?.groups.map(({ name }) => name)).toEqual(['Near', 'Far']);
    expect(path?.roles.map(({ name }) => name)).toEqual(['approver', 'clerk']);
    expect(path).toMatchObject({ admin: false, grantedBy: 'a test', reason: 'Ledger team', ends: null });
  });

  test('is counted among 2^30 paths through thirty diamonds of groups and roles', async () => {
    const { application, user } = await make(async (change) => {
      const application = await addApplication(change);
      const user = await addUser(change);
      const permission = await addPermission(change, application, 'p');
      let group = await addGroup(change);
      let role = await addRole(change, application, 'bottom', [permission]);
      await addMember(change, group, user);
      for (let i = 0; i < 15; i += 1) {
        const [left, right, above] = [await addGroup(change), await addGroup(change), await addGroup(change)];
        for (const side of [left, right]) {
          await addMember(change, side, group, 'group');
          await addMember(change, above, side, 'group');
        }
        group = above;
        const sides = [await addRole(change, application, `l${i}`), await addRole(change, application, `r${i}`)];
        for (const side of sides) await addInclusion(change, side, role);
        role = await addRole(change, application, `top${i}`, [], sides);
      }
      await addGrant(change, { application, principal: group, kind: 'group', role });
      return { application, user };
    });
    const decision = await decided(user.username, application, 'p');
    expect(decision).toMatchObject({ permitted: true, pathCount: 2 ** 30 });
    expect(decision.paths.length).toBe(20);
    expect((await holding(application, 'p')).items[0]).toMatchObject({ pathCount: 2 ** 30 });
  });
});

describe('a decision', () => {
  test('permits any permission to a holder of the role admin, even one outside the catalogue, and gives that reason', async () => {
    const { application, user, other } = await make(async (change) => {
      const application = await addApplication(change);
      const [user, other] = [await addUser(change), await addUser(change)];
      await addGrant(change, { application, principal: user, role: { id: application.admin, name: 'admin' } });
      return { application, user, other };
    });
    const decision = await decided(user.username, application, 'not.yet.invented');
    expect(decision).toMatchObject({ permitted: true, reason: 'admin', permission: { known: false }, pathCount: 1 });
    expect(decision.paths[0]).toMatchObject({ admin: true, roles: [{ name: 'admin' }] });
    expect(await decided(other.username, application, 'not.yet.invented')).toMatchObject({
      permitted: false,
      reason: 'not_listed',
      permission: { known: false },
      remedies: [],
    });
  });

  test('permits nothing to a suspended user', async () => {
    const { application, user } = await make(async (change) => {
      const application = await addApplication(change);
      const user = await addUser(change);
      await addGrant(change, { application, principal: user, role: { id: application.admin, name: 'admin' } });
      await setStatus(change, user, 'suspended');
      return { application, user };
    });
    expect(await decided(user.username, application, 'p')).toMatchObject({
      permitted: false,
      reason: 'suspended',
      paths: [],
      held: { roles: [], permissions: 0 },
    });
    const held = await read(store.database, (snapshot) => effectiveAccess(snapshot, user.id, application.id));
    expect(held).toEqual({ roles: [], permissions: [], admin: false, changesAt: null });
  });

  test('finds the user by id, e-mail address, or username in any case', async () => {
    const { key, user } = await make(async (change) => ({
      key: (await addApplication(change)).key,
      user: await addUser(change, { username: 'Ångström', email: 'A.Ang@Example.org' }),
    }));
    const found = (party: string) =>
      read(store.database, (snapshot) => readBasis(snapshot, { application: key, party }));
    for (const identity of [user.id, 'ångstrÖM', 'a.ang@example.ORG'])
      expect(await found(identity)).toMatchObject({ party: { id: user.id } });
  });

  test('lists the remedies, smallest first, without those that give admin', async () => {
    const { application, user } = await make(async (change) => {
      const application = await addApplication(change);
      const ward = await addApplication(change, 'ward');
      const user = await addUser(change);
      const permissions = [];
      for (const name of ['refund', 'approve', 'void', 'send'])
        permissions.push(await addPermission(change, application, name));
      const [refund, approve, , send] = permissions;
      if (!refund || !approve || !send) return expect.fail();
      await addGrant(change, { application, principal: user, permission: send });
      const approver = await addRole(change, application, 'approver', [refund, approve, send]);
      const all = await addRole(change, application, 'all', permissions.slice(2), [approver]);
      const root = await addRole(change, application, 'root', [], [{ id: application.admin, name: 'admin' }, approver]);
      const [leads, roots] = [await addGroup(change, 'Leads'), await addGroup(change, 'Roots')];
      await addGrant(change, { application, principal: leads, kind: 'group', role: all });
      await addGrant(change, { application, principal: roots, kind: 'group', role: root });
      const report = await addPermission(change, ward, 'reports');
      await addGrant(change, { application: ward, principal: leads, kind: 'group', permission: report });
      return { application, user };
    });
    const { remedies } = await decided(user.username, application, 'refund');
    expect(
      remedies.map(({ kind, name, roles, alsoNames }) => [kind, name, roles.map((role) => role.name), alsoNames]),
    ).toEqual([
      ['permission', 'refund', [], []],
      ['role', 'approver', ['approver'], ['approve']],
      ['role', 'all', ['all', 'approver'], ['approve', 'void']],
      ['group', 'Leads', ['all', 'approver'], ['approve', 'void', 'ward: reports']],
    ]);
    expect(remedies.map(({ also }) => also)).toEqual([0, 1, 2, 3]);
  });
});

describe('a decision at an instant', () => {
  test('stays the same after a later revocation', async () => {
    const made = await make(async (change) => {
      const application = await addApplication(change);
      const user = await addUser(change);
      const permission = await addPermission(change, application, 'p');
      const grant = await addGrant(change, { application, principal: user, permission });
      return { application, user, grant, at: change.at };
    });
    const { application, user, grant, at } = made;
    await make((change) => endFacts(change, 'grants', { id: [grant] }));
    expect(await decided(user.username, application, 'p')).toMatchObject({ permitted: false });
    expect(await decided(user.username, application, 'p', at)).toMatchObject({ permitted: true, at });
  });

  test('permits from the start of a grant until just before its end, and states both', async () => {
    const starts = '2031-01-01T00:00:00.000000Z';
    const ends = '2031-02-01T17:00:00.000000Z';
    const { application, user } = await make(async (change) => {
      const application = await addApplication(change);
      const user = await addUser(change);
      const permission = await addPermission(change, application, 'p');
      await addGrant(change, { application, principal: user, permission, starts, ends });
      return { application, user };
    });
    expect(await decided(user.username, application, 'p')).toMatchObject({ permitted: false, until: starts });
    expect(await decided(user.username, application, 'p', starts)).toMatchObject({ permitted: true, until: ends });
    expect(await decided(user.username, application, 'p', ends)).toMatchObject({ permitted: false, until: null });
  });
});

test('returns the permissions of effective access in pages, searched and sorted', async () => {
  const { application, user } = await make(async (change) => {
    const application = await addApplication(change);
    const user = await addUser(change);
    for (const name of ['b.write', 'a.read', 'B.read', 'c.read']) {
      const permission = await addPermission(change, application, name);
      await addGrant(change, { application, principal: user, permission });
    }
    return { application, user };
  });
  const page = (query: object) =>
    read(store.database, async (snapshot) => {
      const basis = await readBasis(snapshot, { application: application.key, party: user.id });
      if (typeof basis === 'string') return expect.fail(`no such ${basis}`);
      const { permissions } = await explainAccess(snapshot, basis, query);
      return { ...permissions, items: permissions.items.map(({ name }) => name) };
    });
  const first = await page({ limit: 3 });
  expect(first).toMatchObject({ items: ['a.read', 'B.read', 'b.write'], total: 4, atLeast: false });
  expect(await page({ limit: 3, cursor: first.next })).toMatchObject({ items: ['c.read'], next: null });
  expect(await page({ q: 'READ', sort: '-name' })).toMatchObject({ items: ['c.read', 'B.read', 'a.read'], total: 3 });
  await expect(page({ sort: '-name', cursor: first.next })).rejects.toMatchObject({
    problem: { code: 'invalid_cursor' },
  });
});
