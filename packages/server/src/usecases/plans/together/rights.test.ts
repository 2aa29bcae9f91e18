import type { PlannedChange } from '@licet/contract';
import { limits } from '@licet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller } from '../../context.ts';
import { type TestLicet, testLicet } from '../../testing.ts';
import { madeId, makeAll, planLong } from './together.testing.ts';

let licet: TestLicet;
beforeAll(async () => {
  licet = await testLicet();
});
afterAll(() => licet.close());

const many = limits.planShort.value + 20;
const each = (make: (number: number) => PlannedChange) => Array.from({ length: many }, (_, n) => make(n));
const refusedOf = async (caller: Caller, changes: readonly PlannedChange[]) =>
  (await planLong(licet, caller, changes)).refused;

/** Groups to put people into. */
async function groups(...names: readonly string[]): Promise<string[]> {
  const made = [];
  for (const name of names) made.push((await licet.call('groups.create', licet.admin, { body: { name } })).id);
  return made;
}

const roleIn = async (application: string, name: string) =>
  (await licet.call('roles.create', licet.admin, { params: { application }, body: { name } })).id;

async function adminRole(): Promise<string> {
  const { rows } = await licet.database.pool.query<{ id: string }>(
    "select r.id from roles r join applications a on a.id = r.app_id and a.key = 'licet' where r.name = 'admin' and r.no_to > 1e18",
  );
  return rows[0]?.id ?? '';
}

const grantTo = (application: string, kind: 'user' | 'group', id: string, role: string) =>
  licet.call('grants.create', licet.freshAdmin, {
    params: { application },
    body: { principal: { kind, id }, gives: { kind: 'role', id: role } },
  });

test('adding members to a nested group requires the right to grant the outer group’s access', async () => {
  const manager = await licet.user('groups.manage', 'groups.read', 'users.manage', 'users.read');
  const { key } = await licet.owned();
  const [outer = '', inner = ''] = await groups('Outer', 'Inner');
  await grantTo(key, 'group', outer, await roleIn(key, 'clerk'));
  const people = each((n) => ({
    call: 'users.create',
    as: madeId(n + 1),
    body: { username: `nested.${n}`, name: `Nested ${n}` },
  }));
  const members = each((n) => ({ call: 'groups.addMember', params: { group: inner, member: madeId(n + 1) } }));
  expect(await refusedOf(manager, [...people, ...members])).toEqual([]);
  const nest: PlannedChange = { call: 'groups.addMember', params: { group: outer, member: inner } };
  const { refused } = await planLong(licet, manager, [...people, nest, ...members]);
  expect(refused[0]).toEqual([many, 'may_not_grant']);
  const { refused: ofAdmin } = await planLong(licet, licet.admin, [...people, nest, ...members]);
  expect(ofAdmin).toEqual([]);
  // The groups are already nested by a caller with that right, so the manager may add none of the members.
  await licet.call('groups.addMember', licet.admin, { params: { group: outer, member: inner } });
  expect((await refusedOf(manager, [...people, ...members]))[0]).toEqual([many, 'may_not_grant']);
});

test('a caller who loses a right within the changes cannot make the later ones', async () => {
  const { key } = await licet.owned();
  const admin = await licet.user();
  const params = { application: 'licet' };
  const { id: own } = await licet.call('grants.create', licet.freshAdmin, {
    params,
    body: { principal: { kind: 'user', id: admin.userId }, gives: { kind: 'role', id: await adminRole() } },
  });
  const clerk = await roleIn(key, 'clerk');
  const revokes: PlannedChange[] = [];
  for (let n = 0; n < 6; n += 1) {
    const { id: grant } = await grantTo(key, 'user', (await licet.user()).userId, clerk);
    revokes.push({ call: 'grants.revoke', params: { application: key, grant } });
  }
  const filler = each((n) => ({ call: 'groups.create', body: { name: `Filler ${n}` } }));
  const losing: PlannedChange = { call: 'grants.revoke', params: { ...params, grant: own } };
  expect(await refusedOf(admin, [...filler, ...revokes])).toEqual([]);
  expect(await refusedOf(admin, [...filler, ...revokes.toSpliced(3, 0, losing)])).toEqual(
    // A caller who may see no application does not learn that it exists.
    [many + 4, many + 5, many + 6].map((place) => [place, 'not_found']),
  );
});

test('a caller who revokes their own role admin cannot make later changes that require it', async () => {
  const manager = await licet.user('grants.manage', 'applications.read', 'groups.manage');
  const params = { application: 'licet' };
  const admin = await adminRole();
  const { id: own } = await grantTo('licet', 'user', manager.userId, admin);
  const { id: role } = await licet.call('roles.create', licet.freshAdmin, { params, body: { name: 'reader' } });
  const { id: other } = await grantTo('licet', 'user', (await licet.user()).userId, role);
  const revoke = (grant: string): PlannedChange => ({ call: 'grants.revoke', params: { ...params, grant } });
  const filler = each((n) => ({ call: 'groups.create', body: { name: `Before ${n}` } }));
  expect(await refusedOf(manager, [...filler, revoke(other), revoke(own)])).toEqual([]);
  expect(await refusedOf(manager, [...filler, revoke(own), revoke(other)])).toEqual([[many + 1, 'may_not_grant']]);
});

test('separation violations are found among grants that are made together', async () => {
  const { key } = await licet.owned();
  const [enter, pay] = [await roleIn(key, 'enter'), await roleIn(key, 'pay')];
  const parts = [enter, pay].map((id) => ({ elements: [{ kind: 'role', id }] }));
  await licet.call('separations.create', licet.freshAdmin, { body: { name: `Of ${key}`, parts } });
  const people = each((n) => ({
    call: 'users.create',
    as: madeId(n + 1),
    body: { username: `apart.${n}`, name: `Apart ${n}` },
  }));
  const grant = (n: number, role: string): PlannedChange => ({
    call: 'grants.create',
    params: { application: key },
    body: { principal: { kind: 'user', id: madeId(n + 1) }, gives: { kind: 'role', id: role } },
  });
  const grants = each((n) => grant(n, n % 2 === 0 ? enter : pay));
  expect(await refusedOf(licet.admin, [...people, ...grants])).toEqual([]);
  const both = [...people, ...grants.toSpliced(60, 0, grant(9, enter))];
  expect(await refusedOf(licet.admin, both)).toEqual([[many + 60, 'separation_violated']]);
  await expect(makeAll(licet, licet.admin, both)).rejects.toThrow('separation_violated');
  // Interleaves the calls: each user, followed by that user's grant.
  const inTurns = (all: readonly PlannedChange[]) => people.flatMap((person, n) => [person, all[n] ?? person]);
  expect(await refusedOf(licet.admin, inTurns(grants))).toEqual([]);
  const second = inTurns(grants).toSpliced(60, 0, grant(8, pay));
  expect(await refusedOf(licet.admin, second)).toEqual([[60, 'separation_violated']]);
});

test('suspending many users refuses those whom the caller may not manage, and everything after the caller’s own', async () => {
  const manager = await licet.user('users.manage', 'users.read', 'groups.manage');
  const powerful = await licet.user('grants.manage');
  const people = [];
  for (let n = 0; n < 6; n += 1)
    people.push((await licet.call('users.create', licet.admin, { body: { username: `s.${n}`, name: `S ${n}` } })).id);
  const filler = each((n) => ({ call: 'groups.create', body: { name: `Suspending ${n}` } }));
  const suspend = (user: string): PlannedChange => ({ call: 'users.suspend', params: { user } });
  const all = people.map(suspend);
  expect(await refusedOf(manager, [...filler, ...all])).toEqual([]);
  expect(await refusedOf(manager, [...filler, ...all.toSpliced(3, 0, suspend(powerful.userId))])).toEqual([
    [many + 3, 'may_not_grant'],
  ]);
  const admin = await licet.user();
  await grantTo('licet', 'user', admin.userId, await adminRole());
  const [refused, ...others] = await refusedOf(admin, [...filler, ...all.toSpliced(3, 0, suspend(admin.userId))]);
  expect([refused?.[0], others.length]).toEqual([many + 4, 2]);
});

test('a caller without any right to change what files contain cannot send a large plan', async () => {
  const member = await licet.user();
  expect(await licet.outcome('plans.makeLong', member, { body: '{"change": {}}\n' })).toBe('forbidden');
  expect(await licet.outcome('plans.applyLong', member, { body: '' })).toBe('forbidden');
});
