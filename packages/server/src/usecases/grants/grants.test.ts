import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestLicet, testLicet } from '../testing.ts';

let licet: TestLicet;
let params: { application: string };
let role: string;
beforeAll(async () => {
  licet = await testLicet();
});
afterAll(() => licet.close());
beforeEach(async () => {
  params = { application: (await licet.owned()).key };
  role = (await licet.call('roles.create', licet.admin, { params, body: { name: 'clerk' } })).id;
});

const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString();
const to = (id: string, more: object = {}) => ({
  params,
  body: { principal: { kind: 'user', id }, gives: { kind: 'role', id: role }, ...more },
});

describe('a grant', () => {
  test('is shown with its principal, role, times, reason and grantor', async () => {
    const user = await licet.user();
    const ends = hours(2);
    const grant = await licet.call('grants.create', licet.admin, to(user.userId, { ends, reason: 'Covering' }));
    expect(grant).toMatchObject({
      application: params.application,
      principal: { kind: 'user', id: user.userId },
      gives: { kind: 'role', id: role, name: 'clerk' },
      ends: ends.replace('Z', '000Z'),
      reason: 'Covering',
      state: 'active',
      grantedBy: 'Ada Admin',
    });
    const { items } = await licet.call('audit.list', licet.admin, { query: { limit: '1' } });
    expect(items[0]).toMatchObject({
      action: 'grant.created',
      application: params.application,
      before: null,
      after: { gives: { kind: 'role', name: 'clerk' }, reason: 'Covering', ends: grant.ends, starts: grant.starts },
    });
  });

  test('keeps its start and end to the microsecond, converted to UTC', async () => {
    const user = await licet.user();
    const more = { starts: '2090-01-01T10:00:00.123456+02:00', ends: '2090-01-01T09:00:00.5Z' };
    const grant = await licet.call('grants.create', licet.admin, to(user.userId, more));
    expect(grant).toMatchObject({
      starts: '2090-01-01T08:00:00.123456Z',
      ends: '2090-01-01T09:00:00.500000Z',
      state: 'scheduled',
    });
  });

  test('is refused with a past start, a reversed period, an overlap, or an unknown principal', async () => {
    const { userId } = await licet.user();
    const outcome = (more: object) => licet.outcome('grants.create', licet.admin, to(userId, more));
    expect(await outcome({ starts: hours(-1) })).toBe('in_the_past');
    expect(await outcome({ ends: hours(-1) })).toBe('ends_before_start');
    expect(await outcome({ starts: hours(2), ends: hours(1) })).toBe('ends_before_start');
    expect(await outcome({ gives: { kind: 'permission', id: role } })).toBe('invalid_request');
    expect(await outcome({ principal: { kind: 'group', id: userId } })).toBe('invalid_request');
    expect(await outcome({ principal: { kind: 'user', id: role } })).toBe('not_found');
    expect(await outcome({ starts: hours(1), ends: hours(2) })).toBe('ok');
    expect(await outcome({ starts: hours(1.5) })).toBe('duplicate_grant');
    expect(await outcome({ starts: hours(2.1) })).toBe('ok');
  });

  test('is created once by simultaneous calls', async () => {
    const { userId } = await licet.user();
    const outcomes = await Promise.all([1, 2, 3].map(() => licet.outcome('grants.create', licet.admin, to(userId))));
    expect(outcomes.sort()).toEqual(['duplicate_grant', 'duplicate_grant', 'ok']);
  });

  test('becomes active and expires by the clock, and an expired one cannot be changed', async () => {
    const { userId } = await licet.user();
    const made = await licet.call('grants.create', licet.admin, to(userId, { starts: hours(1), ends: hours(2) }));
    const at = { params: { ...params, grant: made.id } };
    const states = async (state: string) =>
      (await licet.call('grants.list', licet.admin, { params, query: { state } })).items.map(({ id }) => id);
    expect(await states('scheduled')).toEqual([made.id]);
    try {
      licet.setClock(1.5 * 3_600_000);
      expect(await states('active')).toEqual([made.id]);
      licet.setClock(3 * 3_600_000);
      expect(await states('active,scheduled')).toEqual([]);
      expect(await states('expired')).toEqual([made.id]);
      expect(await licet.outcome('grants.revoke', licet.admin, at)).toBe('wrong_state');
      expect(await licet.outcome('grants.update', licet.admin, { ...at, body: { ends: hours(9) } })).toBe(
        'wrong_state',
      );
    } finally {
      licet.setClock(0);
    }
  });

  test('is listed once as revoked, in its last state', async () => {
    const { userId } = await licet.user();
    const { id } = await licet.call('grants.create', licet.admin, to(userId, { reason: 'first' }));
    const at = { params: { ...params, grant: id } };
    await licet.call('grants.update', licet.admin, { ...at, body: { reason: 'second', ends: hours(5) } });
    await licet.call('grants.revoke', licet.admin, at);
    const { items } = await licet.call('grants.list', licet.admin, { params, query: { state: 'revoked' } });
    expect(items).toMatchObject([{ id, reason: 'second', state: 'revoked' }]);
    expect(await licet.outcome('grants.revoke', licet.admin, at)).toBe('wrong_state');
    expect((await licet.call('grants.list', licet.admin, { params })).items).toEqual([]);
    expect(await licet.outcome('grants.list', licet.admin, { params, query: { state: 'gone' } })).toBe(
      'invalid_request',
    );
  });

  test('accepts one of two simultaneous changes to the same version', async () => {
    const { userId } = await licet.user();
    const { id, version } = await licet.call('grants.create', licet.admin, to(userId));
    const change = (reason: string) =>
      licet.outcome('grants.update', licet.admin, {
        params: { ...params, grant: id },
        body: { reason },
        ifMatch: version,
      });
    expect((await Promise.all([change('one'), change('two')])).sort()).toEqual(['ok', 'version_conflict']);
  });

  test('is found by its principal or role, and paged in every order', async () => {
    const user = await licet.call('users.create', licet.admin, {
      body: { username: `zoe-${params.application}`, name: 'Zoë Öberg' },
    });
    await licet.call('grants.create', licet.admin, to(user.id, { ends: hours(1) }));
    await licet.call('grants.create', licet.admin, to((await licet.user()).userId));
    for (const q of ['zoë', 'ÖBERG']) {
      const { items, total } = await licet.call('grants.list', licet.admin, { params, query: { q } });
      expect([items.map(({ principal }) => principal.name), total]).toEqual([['Zoë Öberg'], 1]);
    }
    expect((await licet.call('grants.list', licet.admin, { params, query: { q: 'cler' } })).total).toBe(2);
    const columns = ['ends', 'starts', 'principal', 'gives'] as const;
    for (const sort of columns.flatMap((column) => [column, `-${column}`])) {
      const ids = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const query: Record<string, string> = { sort, limit: '1', ...(cursor ? { cursor } : {}) };
        const found: { items: { id: string }[]; next: string | null } = await licet.call('grants.list', licet.admin, {
          params,
          query,
        });
        ids.push(...found.items.map(({ id }) => id));
        cursor = found.next;
      }
      expect(new Set(ids).size, sort).toBe(2);
    }
  });
});
