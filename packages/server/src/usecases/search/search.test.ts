import type { CallId } from '@licet/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { queueMail } from '../../mail/queue-mail.ts';
import { logSignIn } from '../../store/sign-in/sign-ins.ts';
import { type TestLicet, testLicet } from '../testing.ts';

describe('search', () => {
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
    test('ranks full matches first, then beginnings, words and parts', async () => {
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

    test('marks the user whose full address or username is searched for, and puts them before users who chose that text as their name', async () => {
      const add = (username: string, email: string, name: string) =>
        licet.call('users.create', licet.admin, { body: { username, email, name } });
      await add('hquist', 'helena.quist@bücher.example', 'Helena Quist');
      await add('yan', 'yan@example.org', 'hquist');
      await add('zed', 'helena.quist@bucher.example', 'helena.quist@bücher.example');
      const exact = async (q: string) => (await find(licet.admin, { q })).map((found) => [found.name, found.exact]);
      expect(await exact('hquist')).toEqual([
        ['Helena Quist', true],
        ['hquist', false],
      ]);
      for (const q of [
        'Helena.Quist@bücher.example',
        'helena.quist@xn--bcher-kva.example',
        'mailto:helena.quist@bücher.example',
      ])
        expect((await exact(q))[0], q).toEqual(['Helena Quist', true]);
      expect(await exact('helena.quist@bücher.example')).toContainEqual(['helena.quist@bücher.example', false]);
      for (const q of ['hqui', 'helena quist']) expect((await exact(q)).map(([, is]) => is)).not.toContain(true);
      expect((await exact('ledger')).map(([, is]) => is)).not.toContain(true);
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

    test('returns results for an empty search, and none for special characters', async () => {
      const first = names(await find(licet.admin, { q: '', kinds: 'user', limit: '1' }));
      const { items } = await licet.call('users.list', licet.admin, { query: { sort: 'name', limit: '1' } });
      expect(first).toEqual(names(items));
      expect(await find(licet.admin, { q: '\0%_\\' })).toEqual([]);
    });
  });
});

describe('spellings', () => {
  let licet: TestLicet;
  const application = 'kontor';
  let userId: string;

  beforeAll(async () => {
    licet = await testLicet();
    const create = (username: string, name: string, email: string) =>
      licet.call('users.create', licet.admin, { body: { username, name, email } });
    userId = (await create('jmue', 'Jürgen Müller', 'jm@bücher.example')).id;
    await create('sinead', 'Sinéad O’Brien', 'sinead@example.org');
    await create('isik', 'Ayşe Işık', 'ayse@example.org');
    await create('strom', 'Bjørn Strøm', 'bs@example.org');
    await licet.call('groups.create', licet.admin, { body: { name: 'Büro Łódź' } });
    await licet.owned(application);
    const params = { application };
    await licet.call('roles.create', licet.admin, { params, body: { name: 'Prüfer' } });
    await licet.call('permissions.create', licet.admin, { params, body: { name: 'bücher.prüfen' } });
    const role = (await licet.call('roles.list', licet.admin, { params, query: { q: 'prufer' } })).items[0];
    await licet.call('grants.create', licet.admin, {
      params,
      body: { principal: { kind: 'user', id: userId }, gives: { kind: 'role', id: role?.id }, reason: 'Test.' },
    });
    await licet.build((change) => queueMail(change, { to: [userId], template: 'password_reset', data: {} }));
    const line = { userId, client: 'Konsole', address: '192.0.2.7', agent: null };
    await logSignIn(licet.database.pool, { ...line, outcome: 'signed_in' }, '2026-02-01T00:00:00Z');
  });
  afterAll(() => licet.close());

  type Item = { readonly name?: string; readonly user?: { readonly name: string } | null };
  const found = async (call: string, q: string, params: Record<string, string> = {}) => {
    const { items } = (await licet.call(call as CallId, licet.admin, { params, query: { q } })) as { items: Item[] };
    return items.map(({ name, user }) => name ?? user?.name);
  };

  describe('a list', () => {
    test.each([
      ['muller', 'Jürgen Müller'],
      ['Mu\u0308ller', 'Jürgen Müller'],
      ['Müller, Jürgen', 'Jürgen Müller'],
      ['Müller,Jürgen', 'Jürgen Müller'],
      ['<jm@bücher.example>', 'Jürgen Müller'],
      ['"Müller, Jürgen" <jm@bücher.example>', 'Jürgen Müller'],
      ['mailto:jm@b%C3%BCcher.example?subject=x', 'Jürgen Müller'],
      ['jm\u200bue', 'Jürgen Müller'],
      ['jm@bucher', 'Jürgen Müller'],
      ["O'Brien", 'Sinéad O’Brien'],
      ['obrien', 'Sinéad O’Brien'],
      ['isik', 'Ayşe Işık'],
      ['IŞIK', 'Ayşe Işık'],
      ['strom', 'Bjørn Strøm'],
    ])('of users, like the search, answers “%s” with the user %s', async (q, name) => {
      expect(await found('users.list', q)).toEqual([name]);
      expect(await found('search.find', q)).toEqual([name]);
    });

    test('of groups, roles, permissions or grants finds names without accents', async () => {
      expect(await found('groups.list', 'buro lodz')).toEqual(['Büro Łódź']);
      expect(await found('roles.list', 'PRUFER', { application })).toEqual(['Prüfer']);
      expect(await found('permissions.list', 'bucher.pru', { application })).toEqual(['bücher.prüfen']);
      const grants = async (q: string) =>
        (await licet.call('grants.list', licet.admin, { params: { application }, query: { q } })).total;
      expect(await Promise.all(['muller', 'prufer', 'nobody'].map(grants))).toEqual([1, 1, 0]);
    });

    test('of audit events finds names without accents', async () => {
      const events = await licet.call('audit.list', licet.admin, { query: { q: 'buro lodz' } });
      expect(events.items.map(({ target }) => target.name)).toEqual(['Büro Łódź']);
    });

    test.each(['audit.signIns', 'mail.list'])('%s finds a user by name, username and address', async (call) => {
      for (const q of ['muller', 'Müller, Jürgen', 'jmue', 'jm@bücher.example', '<jm@bucher.example>'])
        expect(await found(call, q), q).toEqual(['Jürgen Müller']);
      expect(await found(call, 'sinead')).toEqual([]);
    });

    test('of sign-ins also finds network addresses and clients', async () => {
      expect(await found('audit.signIns', '192.0.2')).toEqual(['Jürgen Müller']);
      expect(await found('audit.signIns', 'konsole jmue')).toEqual(['Jürgen Müller']);
    });

    test('ranks an exact name first, in any order of words', async () => {
      await licet.call('users.create', licet.admin, { body: { username: 'a', name: 'Anna Jürgen Müller-Muller' } });
      expect(await found('users.list', 'Muller, Jurgen')).toEqual(['Jürgen Müller', 'Anna Jürgen Müller-Muller']);
    });
  });
});
