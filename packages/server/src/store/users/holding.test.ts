import { afterAll, beforeAll, expect, test } from 'vitest';
import { endFacts } from '../kernel/facts.ts';
import { read, type Snapshot } from '../kernel/snapshot.ts';
import { sql } from '../kernel/sql.ts';
import {
  addApplication,
  addGrant,
  addGroup,
  addMember,
  addPermission,
  addProgram,
  addUser,
  build,
  setStatus,
  type TestNamed,
  type TestStore,
  testStore,
} from '../store.testing.ts';
import { holdingIn } from './holding.ts';
import { listUsers } from './list.ts';

let store: TestStore;
beforeAll(async () => {
  store = await testStore();
});
afterAll(() => store.close());

test('finds the same users with access to an application whether all are found first or each is checked, now and at a past instant', async () => {
  const made = await build(store.database, async (change) => {
    const [shop, other] = [await addApplication(change, 'shop'), await addApplication(change, 'other')];
    const permission = await addPermission(change, shop, 'p');
    const users = new Map<string, TestNamed>();
    for (const username of [
      'direct',
      'twice',
      'member',
      'below',
      'asleep',
      'asleep-below',
      'later',
      'elsewhere',
      'nobody',
    ])
      users.set(username, await addUser(change, { username, name: username }));
    const user = (username: string) => users.get(username) ?? expect.fail(username);
    const [top, below] = [await addGroup(change), await addGroup(change)];
    await addMember(change, top, below, 'group');
    for (const name of ['member', 'twice']) await addMember(change, top, user(name));
    for (const name of ['below', 'asleep-below']) await addMember(change, below, user(name));
    await addGrant(change, { application: shop, principal: top, kind: 'group', permission });
    for (const name of ['direct', 'twice', 'asleep'])
      await addGrant(change, { application: shop, principal: user(name), permission });
    await addGrant(change, { application: shop, principal: user('later'), permission, starts: '2999-01-01T00:00:00Z' });
    await addGrant(change, {
      application: other,
      principal: user('elsewhere'),
      permission: await addPermission(change, other, 'p'),
    });
    const program = await addProgram(change, shop);
    await addGrant(change, { application: shop, principal: program, kind: 'client', permission });
    for (const name of ['asleep', 'asleep-below']) await setStatus(change, user(name), 'suspended');
    return { user, top, at: change.at };
  });
  const names = ['below', 'direct', 'member', 'twice'];
  await build(store.database, async (change) => {
    await endFacts(change, 'memberships', { group_id: [made.top.id], member_id: [made.user('member').id] });
    await endFacts(change, 'grants', { principal_id: [made.user('direct').id] });
    await setStatus(change, made.user('asleep'), 'active');
  });
  for (const [at, expected] of [
    [made.at, names],
    [undefined, ['asleep', 'below', 'twice']],
  ] as const) {
    const page = await read(store.database, (snapshot) => listUsers(snapshot, { application: 'shop', limit: 2 }), at);
    expect(page).toMatchObject({ total: expected.length, atLeast: false });
    expect(page.items.map(({ name }) => name)).toEqual(expected.slice(0, 2));
    const found = await read(store.database, (snapshot) => holding(snapshot), at);
    expect(found).toEqual({ names: expected, total: expected.length });
    // More than one is too many to look up each.
    const hashed = await read(store.database, (snapshot) => holding(snapshot, undefined, 1), at);
    expect(hashed).toEqual(found);
    // More than one is too many to find first: each user is checked, and the count says that there are more.
    const asked = await read(store.database, (snapshot) => holding(snapshot, 1), at);
    expect(asked).toEqual({ names: expected, total: 2 });
  }
  expect(await read(store.database, (snapshot) => holdingIn(snapshot, 'unknown'))).toMatchObject({ total: 0 });
});

async function holding(snapshot: Snapshot, most?: number, few?: number) {
  const { where, total } = await holdingIn(snapshot, 'shop', most, few);
  const { rows } = await snapshot.connection.query<{ name: string }>(
    sql`select u.name from users u where u.no_from <= ${snapshot.no} and ${snapshot.no} < u.no_to and ${where} order by u.name`,
  );
  return { names: rows.map(({ name }) => name), total };
}
