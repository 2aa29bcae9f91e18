import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestLicet, testLicet } from '../testing.ts';

let licet: TestLicet;
beforeAll(async () => {
  licet = await testLicet();
  await licet.call('users.create', licet.admin, { body: { username: 'ledgerman', name: 'Jo Ledger' } });
  await licet.call('groups.create', licet.admin, { body: { name: 'Ledger desk' } });
  await licet.call('applications.create', licet.admin, { body: { id: 'ledger', name: 'Ledger' } });
  const params = { application: 'ledger' };
  await licet.call('roles.create', licet.admin, { params, body: { name: 'subledger' } });
  await licet.call('permissions.create', licet.admin, { params, body: { name: 'ledger.read' } });
});
afterAll(() => licet.close());

const find = async (caller = licet.admin, query: Record<string, string> = {}) =>
  (await licet.call('search.find', caller, { query: { q: 'ledger', ...query } })).items;
const names = (items: readonly { name: string }[]) => items.map(({ name }) => name);

describe('the search', () => {
  test('ranks a full match first, then a beginning, a word, and a part', async () => {
    expect(names(await find())).toEqual(['Ledger', 'Jo Ledger', 'Ledger desk', 'ledger.read', 'subledger']);
    expect(await find(licet.admin, { limit: '1' })).toHaveLength(1);
    for (const q of ['l', 'le', 'ub']) {
      const whole = names(await find(licet.admin, { q, limit: '50' }));
      expect(whole).toContain('subledger');
      for (let limit = 1; limit < whole.length; limit += 1)
        expect(names(await find(licet.admin, { q, limit: String(limit) }))).toEqual(whole.slice(0, limit));
    }
    expect((await find())[3]).toMatchObject({ kind: 'permission', application: 'ledger' });
  });

  test('is filtered by kind and by application', async () => {
    expect(names(await find(licet.admin, { kinds: 'role,group' }))).toEqual(['Ledger desk', 'subledger']);
    expect(names(await find(licet.admin, { kinds: 'role,permission', application: 'licet' }))).toEqual([]);
    const query = { q: 'x', kinds: 'everything' };
    expect(await licet.outcome('search.find', licet.admin, { query })).toBe('invalid_request');
  });

  test('finds only what the caller may see', async () => {
    expect(await find(await licet.user())).toEqual([]);
    expect(names(await find(await licet.user('users.read')))).toEqual(['Jo Ledger']);
    const { key, owner } = await licet.owned('subledger');
    expect(names(await find(owner))).toEqual(['Jo Ledger', 'Ledger desk', 'subledger']);
    expect((await find(owner)).at(-1)).toMatchObject({ kind: 'application', id: key });
    const elsewhere = { query: { q: 'x', application: 'ledger' } };
    expect(await licet.outcome('search.find', owner, elsewhere)).toBe('not_found');
  });

  test('finds the first by name for an empty search', async () => {
    expect((await find(licet.admin, { q: '', kinds: 'user' })).length).toBeGreaterThan(0);
    expect(await find(licet.admin, { q: '\0%_\\' })).toEqual([]);
  });
});
