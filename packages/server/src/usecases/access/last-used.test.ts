import { afterAll, beforeAll, expect, test } from 'vitest';
import { programOf } from '../../live/live.testing.ts';
import { sql } from '../../store/kernel/sql.ts';
import { explained, type PlannedFor } from '../../store/plans.testing.ts';
import { type TestLicet, testLicet } from '../testing.ts';

let licet: TestLicet;
let application: string;
let user: string;
beforeAll(async () => {
  licet = await testLicet();
  application = (await licet.owned()).key;
  user = (await licet.user()).userId;
  const params = { application };
  for (const name of ['read', 'refund']) {
    const { id } = await licet.call('permissions.create', licet.admin, { params, body: { name } });
    const body = { principal: { kind: 'user', id: user }, gives: { kind: 'permission', id } } as const;
    await licet.call('grants.create', licet.admin, { params, body });
  }
});
afterAll(() => licet.close());

const access = (query: { at?: string } = {}, as = licet.admin) =>
  licet.call('access.get', as, { params: { application, user }, query });
const report = (of: string, permission: string, last: number) =>
  licet.call('usage.report', programOf(application), {
    body: { exercised: [{ user: of, permission, count: 1, last }] },
  });

test('returns the last use of each permission by this user, for the present only', async () => {
  expect(await access()).toMatchObject({
    reportedSince: null,
    permissions: { items: [{ lastUsed: null }, { lastUsed: null }] },
  });
  const last = Math.floor(Date.now() / 1000) - 60;
  await report(user, 'read', last);
  await report((await licet.user()).userId, 'refund', last);
  const now = await access();
  expect(now.permissions.items.map(({ name, lastUsed }) => [name, lastUsed && Date.parse(lastUsed)])).toEqual([
    ['read', last * 1000],
    ['refund', null],
  ]);
  expect(now.reportedSince).toMatch(/T00:00:00/);
  const then = await access({ at: new Date().toISOString() });
  expect(then).not.toHaveProperty('reportedSince');
  expect(then.permissions.items[0]).not.toHaveProperty('lastUsed');
});

test('returns the last use of a permission by each of its holders, for the present only', async () => {
  const last = Math.floor(Date.now() / 1000) - 30;
  await report(user, 'refund', last);
  const holders = (at?: string) =>
    licet.call('access.holders', licet.admin, {
      params: { application },
      query: { permission: 'refund', ...(at && { at }) },
    });
  const now = await holders();
  expect(now.items.map(({ lastUsed }) => lastUsed && Date.parse(lastUsed))).toEqual([last * 1000]);
  expect(now.reportedSince).toMatch(/T00:00:00/);
  const then = await holders(new Date().toISOString());
  expect(then).not.toHaveProperty('reportedSince');
  expect(then.items[0]).not.toHaveProperty('lastUsed');
});

test('tells no last use to callers who may not read the access', async () => {
  const stranger = await licet.user('users.read');
  const input = { params: { application, user }, query: {} };
  expect(await licet.outcome('access.get', stranger, input)).toBe('not_found');
});

test.each<PlannedFor>(['its values', 'any values'])(
  'reads only uses by this user, in a plan for %s',
  async (planned) => {
    await licet.database.pool.query(sql`
    insert into usage_users (app_id, permission_id, user_id, last_at)
    select p.app_id, p.id, gen_random_uuid(), now() from permissions p cross join generate_series(1, 10000)
    where p.name in ('read', 'refund')`);
    await licet.database.pool.query('vacuum (analyze) usage_users');
    const plans = (await explained(licet.database, () => access(), planned)).filter(({ text }) =>
      text.includes('usage_users'),
    );
    expect(plans).toHaveLength(1);
    for (const { rowsOf, text } of plans) expect(rowsOf('usage_users'), text).toBeLessThanOrEqual(4);
  },
);
