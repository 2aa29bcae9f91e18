import type { PlannedChange } from '@licet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeStatementsDown } from '../../../store/statements.testing.ts';
import { type TestLicet, testLicet } from '../../testing.ts';
import { makeAll, planLong } from './together.testing.ts';

let licet: TestLicet;
beforeAll(async () => {
  licet = await testLicet();
});
afterAll(() => licet.close());

const groups = (count: number) =>
  Array.from({ length: count }, (_, n): PlannedChange => ({ call: 'groups.create', body: { name: `Beside ${n}` } }));
const before = groups(101);
const refusedAfter = async (...changes: PlannedChange[]) => {
  const { refused } = await planLong(licet, licet.freshAdmin, [...before, ...changes]);
  return refused.map(([place, code]) => [Number(place) - before.length, code]);
};

/** A user in a group and with a role, which holds a permission. */
async function world() {
  const { key } = await licet.owned();
  const params = { application: key };
  const by = licet.freshAdmin;
  const permission = (await licet.call('permissions.create', by, { params, body: { name: 'read' } })).id;
  const role = (await licet.call('roles.create', by, { params, body: { name: 'clerk', permissions: [permission] } }))
    .id;
  const { userId: user } = await licet.user();
  const group = (await licet.call('groups.create', by, { body: { name: `Group of ${key}` } })).id;
  await licet.call('groups.addMember', by, { params: { group, member: user } });
  const body = { principal: { kind: 'user', id: user }, gives: { kind: 'role', id: role } };
  const grant = (await licet.call('grants.create', by, { params, body })).id;
  return {
    revoke: { call: 'grants.revoke', params: { ...params, grant } },
    leave: { call: 'groups.removeMember', params: { group, member: user } },
    role: { call: 'roles.remove', params: { ...params, role } },
    permission: { call: 'permissions.remove', params: { ...params, permission } },
    user: { call: 'users.remove', params: { user } },
    group: { call: 'groups.remove', params: { group } },
  } as const satisfies Readonly<Record<string, PlannedChange>>;
}

test('refuses to end what an earlier change ended with something else', async () => {
  const { revoke, leave, role, permission, user, group } = await world();
  expect(await refusedAfter(revoke, leave, role, permission, user, group)).toEqual([]);
  expect(await refusedAfter(user, revoke)).toEqual([[1, 'wrong_state']]);
  expect(await refusedAfter(role, revoke)).toEqual([[1, 'wrong_state']]);
  expect(await refusedAfter(user, leave)).toEqual([[1, 'not_found']]);
  expect(await refusedAfter(group, leave)).toEqual([[1, 'not_found']]);
});

test('refuses what is ended twice before it looks for what each of these changes ends', async () => {
  const { role, permission } = await world();
  const written = writeStatementsDown({ pool: licet.database.longDrafts });
  const looks = () => written.taken().filter((it) => it.startsWith('unnamed: with gone as materialized')).length;
  expect(await refusedAfter(permission, role)).toEqual([]);
  expect(looks()).toBe(1);
  const twice = Array.from({ length: 1000 }, () => role);
  expect((await refusedAfter(permission, ...twice))[0]).toEqual([2, 'not_found']);
  expect(looks()).toBe(0);
});

test('what two changes would end is ended by the one that comes first in the file', async () => {
  const { role, permission, user, group } = await world();
  const line = await makeAll(licet, licet.freshAdmin, [...before, group, permission, user, role]);
  const { rows } = await licet.database.pool.query(
    'select action, before, closed::int from change where no >= $1 and no < $1 + 4 order by no',
    ['applied' in line ? line.applied.first + before.length : 0],
  );
  expect(rows).toMatchObject([
    // The group, and its member.
    { action: 'group.deleted', closed: 2 },
    // The permission, and that the role holds it.
    { action: 'permission.deleted', closed: 2 },
    // The user, and their grant.
    { action: 'user.deleted', closed: 2 },
    { action: 'role.deleted', before: { permissions: [] }, closed: 1 },
  ]);
});
