import { type LicetPermission, limits } from '@licet/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { programOf } from '../../live/live.testing.ts';
import { type TestLicet, testLicet } from '../testing.ts';

let licet: TestLicet;
beforeAll(async () => {
  licet = await testLicet();
});
afterAll(() => licet.close());

const names = ['approve', 'delete', 'export', 'read', 'write'];

async function application() {
  const { key, owner } = await licet.owned();
  const params = { application: key };
  for (const name of names)
    await licet.call('permissions.create', owner, { params, body: { name, title: `To ${name}` } });
  const report = (permission: string, user: string, count: number, ago = 0) =>
    licet.call('usage.report', programOf(key), {
      body: { exercised: [{ user, permission, count, last: Math.floor(Date.now() / 1000) - ago }] },
    });
  const used = (query: Record<string, string> = {}) => licet.call('applications.usage', owner, { params, query });
  const order = async (query: Record<string, string>) =>
    (await used(query)).items.map(({ permission }) => permission.name);
  return { key, owner, params, report, used, order };
}

describe('the usage of an application', () => {
  test('lists the whole catalogue with zero use before the first report', async () => {
    const { used } = await application();
    const { items, since, total } = await used();
    expect({ since, total }).toEqual({ since: null, total: 5 });
    const nothing = { users: 0, count: 0, last: null };
    expect(items).toEqual(names.map((name) => ({ permission: expect.objectContaining({ name }), ...nothing })));
    expect(items[0]?.permission).toMatchObject({ name: 'approve', title: 'To approve' });
  });

  test('is sorted by any column, paged, searched, and filtered to permissions never exercised', async () => {
    const { owner, report, used, order } = await application();
    const other = (await licet.user()).userId;
    await report('read', owner.userId, 5, 60);
    await report('read', other, 1, 90);
    await report('write', other, 9, 120);
    await report('delete', owner.userId, 1, 30);
    expect(
      (await used({ sort: '-count' })).items.map(({ permission, ...use }) => [permission.name, use]),
    ).toMatchObject([
      ['write', { users: 1, count: 9 }],
      ['read', { users: 2, count: 6 }],
      ['delete', { users: 1, count: 1 }],
      [expect.anything(), { users: 0, count: 0, last: null }],
      [expect.anything(), { users: 0, count: 0, last: null }],
    ]);
    expect((await order({ sort: '-last' })).slice(0, 3)).toEqual(['delete', 'read', 'write']);
    expect((await order({ sort: 'last' })).slice(2)).toEqual(['write', 'read', 'delete']);
    expect((await order({ sort: 'count' })).slice(2)).toEqual(['delete', 'read', 'write']);
    expect(await order({ sort: '-name' })).toEqual(names.toReversed());
    expect(await used({ never: 'true' })).toMatchObject({
      total: 2,
      items: [{ permission: { name: 'approve' } }, { permission: { name: 'export' } }],
    });
    expect(await order({ q: 'rit' })).toEqual(['write']);
    for (const sort of ['name', '-count', 'last', '-last']) {
      const paged: string[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page = await used({ sort, limit: '2', ...(cursor ? { cursor } : {}) });
        paged.push(...page.items.map(({ permission }) => permission.name));
        cursor = page.next;
      }
      expect(paged, sort).toEqual(await order({ sort }));
    }
    const { next } = await used({ sort: '-count', limit: '2' });
    await expect(used({ sort: '-count', limit: '2', never: 'true', cursor: next ?? '' })).rejects.toMatchObject({
      problem: { code: 'invalid_cursor' },
    });
  });

  test('counts use within the window, and keeps the last use from before it', async () => {
    const { owner, report, used } = await application();
    const before = Date.now();
    await report('read', owner.userId, 5);
    const after = Date.now();
    const { since } = await used();
    expect(since).toBe(`${new Date().toISOString().slice(0, 10)}T00:00:00.000000Z`);
    licet.setClock((limits.usageWindow.value + 1) * 86_400_000);
    const { items } = await used({ q: 'read' });
    licet.setClock(0);
    expect(items).toMatchObject([{ users: 0, count: 0 }]);
    expect(Date.parse(items[0]?.last ?? '')).toBeGreaterThanOrEqual(before - 1000);
    expect(Date.parse(items[0]?.last ?? '')).toBeLessThanOrEqual(after);
  });

  test('keeps the use of a renamed permission, and none of a deleted one whose name is reused', async () => {
    const { owner, params, report, used } = await application();
    await report('read', owner.userId, 5);
    const id = (await used({ q: 'read' })).items[0]?.permission.id ?? '';
    await licet.call('permissions.update', owner, { params: { ...params, permission: id }, body: { name: 'see' } });
    expect((await used({ q: 'see' })).items).toMatchObject([{ permission: { id, name: 'see' }, count: 5 }]);
    await licet.call('permissions.remove', owner, { params: { ...params, permission: id } });
    await licet.call('permissions.create', owner, { params, body: { name: 'see' } });
    expect((await used({ q: 'see' })).items).toMatchObject([{ count: 0, last: null }]);
  });

  test('requires access.read from callers who do not own the application', async () => {
    const { owner, params } = await application();
    expect(await licet.outcome('applications.usage', owner, { params })).toBe('ok');
    const { owner: stranger } = await licet.owned();
    expect(await licet.outcome('applications.usage', stranger, { params })).toBe('not_found');
    const outcome = async (...held: LicetPermission[]) =>
      licet.outcome('applications.usage', await licet.user(...held), { params });
    expect(await outcome('access.read')).toBe('ok');
    expect(await outcome('applications.read')).toBe('forbidden');
    expect(await outcome()).toBe('not_found');
  });
});
