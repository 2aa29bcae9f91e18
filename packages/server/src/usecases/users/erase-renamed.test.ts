import { erasedName, limits, type PlannedChange } from '@licet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAll } from '../plans/together/together.testing.ts';
import { type TestLicet, testLicet } from '../testing.ts';

let licet: TestLicet;
beforeAll(async () => {
  licet = await testLicet();
});
afterAll(() => licet.close());

const longName = (n: number) => `Ada ${`${n}`.padStart(240, 'x')} Adler`;

test('an erasure removes many long former names of a user from other texts', async () => {
  const { key: application, owner: ada } = await licet.owned();
  const params = { application };
  const names = Array.from({ length: 450 }, (_, n) => longName(n));
  await makeAll(
    licet,
    licet.freshAdmin,
    names.map((name): PlannedChange => ({ call: 'users.update', params: { user: ada.userId }, body: { name } })),
  );
  const { id: role } = await licet.call('roles.create', ada, { params, body: { name: 'clerk' } });
  const principal = { kind: 'user', id: (await licet.user()).userId };
  const body = { principal, gives: { kind: 'role', id: role }, reason: `In place of ${longName(7)}` };
  await licet.call('grants.create', ada, { params, body });
  await licet.call('users.erase', licet.freshAdmin, { params: { user: ada.userId }, body: {} });
  const { items } = await licet.call('grants.list', licet.admin, { params });
  expect(items.map(({ reason }) => reason)).toEqual([`In place of ${erasedName}`]);
});

test('a user can no longer change their own name after very many changes', async () => {
  const user = await licet.user();
  const rename = (n: number) => licet.outcome('me.update', user, { body: { name: `Name ${n}` } });
  for (let n = 1; n < limits.ownChangesMax.value; n += 1) expect(await rename(n)).toBe('ok');
  expect(await rename(0)).toBe('forbidden');
});
