import { afterAll, beforeAll, expect, test } from 'vitest';
import { programOf } from '../../live/live.testing.ts';
import { type TestLicet, testLicet } from '../testing.ts';
import { buildWorld } from '../testing.world.ts';

let licet: TestLicet;
beforeAll(async () => {
  licet = await testLicet();
});
afterAll(() => licet.close());

const now = () => Math.floor(Date.now() / 1000);

async function application() {
  const world = await licet.build((change) => buildWorld(change, licet.admin.userId));
  const user = (await licet.user()).userId;
  const report = (exercised: readonly object[], key = world.key) =>
    licet.call('usage.report', programOf(key), { body: { exercised } });
  const used = (query: Record<string, string> = {}) =>
    licet.call('applications.usage', licet.admin, { params: { application: world.key }, query });
  return { key: world.key, user, report, used };
}

test('adds up usage reports, even simultaneous ones, and keeps the latest time of use', async () => {
  const { user, report, used } = await application();
  const other = (await licet.user()).userId;
  const at = now() - 60;
  const exercised = [
    { user, permission: 'read', count: 2, last: at },
    { user: other, permission: 'read', count: 1, last: at - 9 },
    { user, permission: 'approve', count: 1, last: at },
    { user, permission: 'read', count: 3, last: at - 5 },
  ];
  await Promise.all(Array.from({ length: 20 }, (_, index) => report(index % 2 ? exercised : exercised.toReversed())));
  const { items } = await used();
  expect(items).toMatchObject([
    { permission: { name: 'approve' }, users: 1, count: 20 },
    { permission: { name: 'read' }, users: 2, count: 120 },
  ]);
  for (const { last } of items) expect(Date.parse(last ?? '')).toBe(at * 1000);
});

test('skips unknown users and permissions of a report, keeps the rest, and records no change', async () => {
  const { user, report, used } = await application();
  const changes = async () => (await licet.database.pool.query('select count(*)::int as n from change')).rows[0].n;
  const before = await changes();
  await report([
    { user: '01a1fd60-b421-70dc-9693-52f823154a02', permission: 'read', count: 1, last: now() },
    { user, permission: 'constructor', count: 1, last: now() },
    { user, permission: 'read', count: 1, last: now() },
  ]);
  await report([]);
  expect((await used()).items.map(({ count }) => count)).toEqual([0, 1]);
  expect(await changes()).toBe(before);
});

test('counts a future time as now, and limits counts and times', async () => {
  const { user, report, used } = await application();
  const before = Date.now();
  for (let turn = 0; turn < 2; turn += 1)
    await report([
      { user, permission: 'read', count: Number.MAX_SAFE_INTEGER, last: Number.MAX_SAFE_INTEGER },
      { user, permission: 'approve', count: Number.MAX_SAFE_INTEGER, last: 0 },
    ]);
  const [approve, read] = (await used()).items;
  expect(read).toMatchObject({ count: 1e12, users: 1 });
  const after = Date.now();
  // Reports have seconds since the epoch.
  expect(Date.parse(read?.last ?? '')).toBeGreaterThanOrEqual(before - 1000);
  expect(Date.parse(read?.last ?? '')).toBeLessThanOrEqual(after);
  expect(Date.parse(approve?.last ?? '')).toBeLessThan(before - 86_000_000);
});

test('a program reports usage for its own application only', async () => {
  const [one, other] = [await application(), await application()];
  await one.report([{ user: one.user, permission: 'read', count: 1, last: now() }], other.key);
  expect((await one.used()).items.map(({ count }) => count)).toEqual([0, 0]);
});
