import { afterAll, beforeAll, expect, test } from 'vitest';
import { programOf } from '../live/live.testing.ts';
import { logSignIn } from '../store/sign-in/sign-ins.ts';
import { type TestLicet, testLicet } from './testing.ts';

let licet: TestLicet;
beforeAll(async () => {
  licet = await testLicet();
});
afterAll(() => licet.close());

const DAY = 86_400_000;
const dayOf = (ahead: number) => new Date(Date.now() + ahead * DAY).toISOString().slice(0, 10);
const ahead = async <Result>(days: number, work: () => Promise<Result>): Promise<Result> => {
  licet.setClock(days * DAY);
  try {
    return await work();
  } finally {
    licet.setClock(0);
  }
};

test('counts use by day and by week, with empty days, for all permissions or one', async () => {
  const { key, owner } = await licet.owned();
  const params = { application: key };
  const [read] = [
    await licet.call('permissions.create', owner, { params, body: { name: 'read' } }),
    await licet.call('permissions.create', owner, { params, body: { name: 'write' } }),
  ];
  const report = (permission: string, count: number) =>
    licet.call('usage.report', programOf(key), {
      body: { exercised: [{ user: owner.userId, permission, count, last: 9_999_999_999 }] },
    });
  await report('read', 2);
  await ahead(8, async () => {
    await report('read', 3);
    await report('write', 4);
    const series = (query: Record<string, string>) =>
      licet.call('applications.usageSeries', owner, { params, query: { from: dayOf(0), ...query } });
    const { by, points } = await series({});
    expect({ by, days: points.map(({ day }) => day) }).toEqual({
      by: 'day',
      days: Array.from({ length: 9 }, (_, day) => dayOf(day)),
    });
    expect(points.map(({ count }) => count)).toEqual([2, 0, 0, 0, 0, 0, 0, 0, 7]);
    expect((await series({ permission: read.id })).points.map(({ count }) => count).at(-1)).toBe(3);
    const weeks = (await series({ by: 'week' })).points;
    expect(weeks.every(({ day }) => new Date(day).getUTCDay() === 1)).toBe(true);
    expect([weeks[0]?.count, weeks.reduce((all, { count }) => all + count, 0)]).toEqual([2, 9]);
  });
});

test('counts holders at the end of each past day, and at the present for the last day', async () => {
  const { key, owner } = await licet.owned();
  const params = { application: key };
  const [ada, ben] = [await licet.user(), await licet.user()];
  const read = await licet.call('permissions.create', owner, { params, body: { name: 'read' } });
  const grant = (user: string) =>
    licet.call('grants.create', licet.admin, {
      params,
      body: { principal: { kind: 'user', id: user }, gives: { kind: 'permission', id: read.id } },
    });
  const first = await grant(ada.userId);
  await ahead(12, () => grant(ben.userId));
  await ahead(13, () => licet.call('grants.revoke', licet.admin, { params: { ...params, grant: first.id } }));
  await ahead(14, async () => {
    const series = (query: Record<string, string>) =>
      licet.call('applications.accessSeries', owner, { params, query: { from: dayOf(10), ...query } });
    for (const query of [{}, { permission: read.id }]) {
      const before = Date.now();
      const { points } = await series(query);
      const after = Date.now();
      expect(points.map(({ people }) => people)).toEqual([1, 1, 2, 1, 1]);
      expect(points[0]?.at).toBe(`${dayOf(11)}T00:00:00.000000Z`);
      const last = Date.parse(points.at(-1)?.at ?? '') - 14 * DAY;
      expect(last).toBeGreaterThanOrEqual(before);
      expect(last).toBeLessThanOrEqual(after);
    }
    const both = { role: read.id, permission: read.id };
    for (const query of [both, { from: dayOf(20) }, { from: '1990-01-01' }])
      await expect(series(query)).rejects.toMatchObject({ problem: { code: 'invalid_request' } });
  });
});

test('counts sign-ins and refusals, and each throttled attempt separately', async () => {
  const { userId } = await licet.user();
  const line = { userId, client: null, address: '192.0.2.7', agent: null };
  const at = `${dayOf(-1)}T12:00:00Z`;
  const outcomes = [
    'signed_in',
    'wrong_password',
    'throttled',
    'throttled',
    'second_factor_asked',
    'signed_out',
  ] as const;
  for (const outcome of outcomes) await logSignIn(licet.database.pool, { ...line, outcome }, at);
  const { points } = await licet.call('audit.signInSeries', licet.admin, { query: { from: dayOf(-1), to: dayOf(-1) } });
  expect(points).toEqual([{ day: dayOf(-1), signedIn: 1, refused: 3 }]);
});
