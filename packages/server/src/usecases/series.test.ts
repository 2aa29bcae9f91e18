import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { programOf } from '../live/live.testing.ts';
import { logSignIn } from '../store/sign-in/sign-ins.ts';
import type { Caller } from './context.ts';
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

test('counts the present state again after each change that gives or ends access, and when a grant starts or ends', async () => {
  const { key, owner } = await licet.owned();
  const params = { application: key };
  const [ada, ben, cyd] = [await licet.user(), await licet.user(), await licet.user()];
  const read = await licet.call('permissions.create', owner, { params, body: { name: 'read' } });
  const role = await licet.call('roles.create', owner, { params, body: { name: 'reader', permissions: [] } });
  const admin = licet.freshAdmin;
  const group = await licet.call('groups.create', admin, { body: { name: `outer-${key}` } });
  const inner = await licet.call('groups.create', admin, { body: { name: `inner-${key}` } });
  const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString();
  const grant = (
    kind: 'user' | 'group',
    id: string,
    more: object = {},
    gives: object = { kind: 'role', id: role.id },
  ) => licet.call('grants.create', admin, { params, body: { principal: { kind, id }, gives, ...more } });
  const join = (to: string, member: string) => licet.call('groups.addMember', admin, { params: { group: to, member } });
  /** The current numbers of users with any access, and with the permission. */
  const now = async () => {
    const people = async (query: Record<string, string>) =>
      (await licet.call('applications.accessSeries', owner, { params, query })).points.at(-1)?.people;
    return [await people({}), await people({ permission: read.id })];
  };
  expect(await now()).toEqual([0, 0]);
  await grant('user', ada.userId);
  expect(await now()).toEqual([1, 0]);
  const { version } = await licet.call('roles.get', owner, { params: { ...params, role: role.id } });
  const body = { permissions: [read.id] };
  await licet.call('roles.update', owner, { params: { ...params, role: role.id }, body, ifMatch: version });
  expect(await now()).toEqual([1, 1]);
  await grant('group', group.id);
  await join(inner.id, ben.userId);
  expect(await now()).toEqual([1, 1]);
  await join(group.id, inner.id);
  expect(await now()).toEqual([2, 2]);
  await licet.call('users.suspend', admin, { params: { user: ben.userId } });
  expect(await now()).toEqual([1, 1]);
  await licet.call('users.reactivate', admin, { params: { user: ben.userId } });
  expect(await now()).toEqual([2, 2]);
  await licet.call('groups.removeMember', admin, { params: { group: group.id, member: inner.id } });
  expect(await now()).toEqual([1, 1]);
  await grant('user', cyd.userId, { starts: inDays(2), ends: inDays(4) });
  expect(await now()).toEqual([1, 1]);
  await ahead(3, async () => expect(await now()).toEqual([2, 2]));
  await ahead(5, async () => expect(await now()).toEqual([1, 1]));
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
    const group = await licet.call('groups.create', licet.admin, { body: { name: 'Not for the owner' } });
    await licet.call('groups.addMember', licet.admin, { params: { group: group.id, member: ada.userId } });
    for (const query of [{ role: group.id }, { permission: group.id }])
      await expect(series(query)).rejects.toMatchObject({ problem: { code: 'not_found' } });
    const both = { role: read.id, permission: read.id };
    for (const query of [both, { from: dayOf(20) }, { from: '1990-01-01' }])
      await expect(series(query)).rejects.toMatchObject({ problem: { code: 'invalid_request' } });
  });
});

test('counts the present state again after a query for past days only', async () => {
  const { key, owner } = await licet.owned();
  const params = { application: key };
  const read = await licet.call('permissions.create', owner, { params, body: { name: 'read' } });
  const grant = async () => {
    const { userId: id } = await licet.user();
    const body = { principal: { kind: 'user', id }, gives: { kind: 'permission', id: read.id } };
    await licet.call('grants.create', licet.admin, { params, body });
  };
  const series = async (query: Record<string, string> = {}) =>
    (await licet.call('applications.accessSeries', owner, { params, query: { permission: read.id, ...query } })).points;
  await ahead(20, async () => {
    const from = dayOf(18);
    await series({ from });
    await grant();
    expect((await series({ from })).at(-1)?.people).toBe(1);
    await grant();
    await series({ from, to: dayOf(19) });
    expect((await series({ from })).at(-1)?.people).toBe(2);
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
  const ways = { passkey: 0, code: 0, password: 0, provider: 0, unknown: 1 };
  expect(points).toEqual([{ day: dayOf(-1), signedIn: 1, refused: 3, ways }]);
});

test('one filter value lists all kinds of refused sign-ins', async () => {
  const query = { outcome: 'refused', from: `${dayOf(-1)}T00:00:00Z` };
  const { items } = await licet.call('audit.signIns', licet.admin, { query });
  expect(items.map(({ outcome }) => outcome).toSorted()).toEqual(['throttled', 'wrong_password']);
});

test('splits the sign-ins by their method', async () => {
  const { userId } = await licet.user();
  const line = { userId, client: null, address: null, agent: null, outcome: 'signed_in' } as const;
  const at = `${dayOf(-3)}T12:00:00Z`;
  for (const way of [
    'passkey',
    'verified_passkey',
    'password',
    'password+totp',
    'password+recovery_code',
    'directory+totp',
  ])
    await logSignIn(licet.database.pool, { ...line, way }, at);
  const query = { from: dayOf(-3), to: dayOf(-3) };
  const { points } = await licet.call('audit.signInSeries', licet.admin, { query });
  expect(points.map(({ ways }) => ways)).toEqual([{ passkey: 2, code: 2, password: 1, provider: 1, unknown: 0 }]);
});

describe('grants and memberships over time', () => {
  const series = (caller: Caller, query: Record<string, string>) =>
    licet.call('access.gainSeries', caller, { query: { from: dayOf(30), to: dayOf(34), ...query } });
  const gained = async (...asked: Parameters<typeof series>) =>
    (await series(...asked)).points.map(({ gained: began, lost }) => [began, lost]);
  let owned: Awaited<ReturnType<TestLicet['owned']>>;
  let application: string;

  beforeAll(async () => {
    owned = await licet.owned();
    application = owned.key;
    const params = { application };
    const [ada, ben] = [await licet.user(), await licet.user()];
    const read = await licet.call('permissions.create', owned.owner, { params, body: { name: 'read' } });
    const write = await licet.call('permissions.create', owned.owner, { params, body: { name: 'write' } });
    const group = await licet.call('groups.create', licet.admin, { body: { name: 'Desk' } });
    const give = (user: string, id: string, times: { starts?: string; ends?: string } = {}) =>
      licet.call('grants.create', licet.admin, {
        params,
        body: { principal: { kind: 'user', id: user }, gives: { kind: 'permission', id }, ...times },
      });
    const noon = (day: number) => `${dayOf(day)}T12:00:00Z`;
    const member = { params: { group: group.id, member: ada.userId } };
    await ahead(30, async () => {
      const first = await give(ada.userId, read.id);
      // An extension neither begins nor ends a grant.
      await licet.call('grants.update', licet.admin, {
        params: { ...params, grant: first.id },
        body: { ends: noon(40) },
        ifMatch: first.version,
      });
      await give(ben.userId, read.id, { starts: noon(31), ends: noon(32) });
      const planned = await give(ben.userId, write.id, { starts: noon(33) });
      await licet.call('grants.revoke', licet.admin, { params: { ...params, grant: planned.id } });
      await licet.call('groups.addMember', licet.admin, member);
    });
    await ahead(33, async () => {
      const { items } = await licet.call('grants.list', licet.admin, { params, query: { principal: ada.userId } });
      await licet.call('grants.revoke', licet.admin, { params: { ...params, grant: items[0]?.id ?? '' } });
      await licet.call('groups.removeMember', licet.admin, member);
    });
  });

  const inApplication = [
    [1, 0],
    [1, 0],
    [0, 1],
    [0, 1],
    [0, 0],
  ];

  test('count a grant from its start to its end or its revocation, and ignore changes of it', () =>
    ahead(34, async () => {
      expect(await gained(licet.admin, { application })).toEqual(inApplication);
      const { points } = await series(licet.admin, { application, by: 'week', from: dayOf(27) });
      const sum = (of: 'gained' | 'lost') => points.reduce((all, point) => all + point[of], 0);
      expect([sum('gained'), sum('lost')]).toEqual([2, 2]);
    }));

  test('show the owner of an application its grants, and readers of groups the memberships', () =>
    ahead(34, async () => {
      expect(await series(owned.owner, {})).toMatchObject({ memberships: false });
      expect(await gained(owned.owner, {})).toEqual(inApplication);
      const reader = await licet.user('applications.read', 'groups.read');
      const ofApplications = await licet.user('applications.read');
      expect(await series(reader, {})).toMatchObject({ memberships: true });
      const withMemberships = await gained(reader, {});
      const grantsOnly = await gained(ofApplications, {});
      const more = withMemberships.map(([began = 0, lost = 0], day) => [
        began - (grantsOnly[day]?.[0] ?? 0),
        lost - (grantsOnly[day]?.[1] ?? 0),
      ]);
      expect(more).toEqual([
        [1, 0],
        [0, 0],
        [0, 0],
        [0, 1],
        [0, 0],
      ]);
    }));

  test('show a caller nothing of applications and groups that they may not read', () =>
    ahead(34, async () => {
      const { owner: other } = await licet.owned();
      const nothing = inApplication.map(() => [0, 0]);
      for (const caller of [await licet.user(), other, await licet.user('users.read', 'audit.read')])
        for (const query of [{}, { application }, { application: 'nowhere' }])
          expect(await gained(caller, query)).toEqual(nothing);
      const ofGroups = await licet.user('groups.read');
      expect(await gained(ofGroups, { application })).toEqual(nothing);
    }));
});
