import { type CallOf, calls } from '@licet/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testUpstream } from '../../identity/connections/upstream.testing.ts';
import { secretsOf } from '../../identity/keys/secrets.ts';
import { read } from '../../store/kernel/snapshot.ts';
import {
  addApplication,
  addGrant,
  addPermission,
  addRole,
  addUser,
  build,
  type TestApplication,
  type TestNamed,
  type TestStore,
  testStore,
} from '../../store/store.testing.ts';
import { nobody } from '../authorise.ts';
import type { Context } from '../context.ts';
import { type TestLicet, testLicet } from '../testing.ts';
import type { Input } from '../use-case.ts';
import { accessSummaries, decide, get, holders, periods } from './read.ts';

describe('effective access', () => {
  let store: TestStore;
  let application: TestApplication;
  let user: TestNamed & { username: string };
  let before: string;

  beforeAll(async () => {
    store = await testStore();
    [application, user, before] = await build(store.database, async (change) => {
      const application = await addApplication(change, 'ledger', 'The ledger');
      const user = await addUser(change, { username: 'maya', name: 'Maya', email: 'maya@example.org' });
      return [application, user, change.at];
    });
    await build(store.database, async (change) => {
      const refund = await addPermission(change, application, 'invoices.refund');
      const read = await addPermission(change, application, 'invoices.read');
      const role = await addRole(change, application, 'clerk', [refund, read]);
      await addGrant(change, { application, principal: user, role, ends: '2040-05-01T00:00:00Z' });
    });
  });
  afterAll(() => store.close());

  function context(): Context {
    const none = () => {
      throw new Error('This test hashes and signs nothing.');
    };
    return {
      database: store.database,
      caller: { kind: 'operator' },
      origin: { address: null, agent: null, requestId: 'test' },
      issuer: 'https://access.example.org',
      hashing: { hash: none, verify: none, derive: none, outdated: none, keep: none },
      secrets: secretsOf(Buffer.alloc(32, 7)),
      upstream: testUpstream('https://access.example.org'),
      rotateKeys: none,
    };
  }

  const asked = <const I>(rest: I) => ({ ...context(), access: nobody, body: undefined, ifMatch: undefined, ...rest });
  const decided = (query: Input<CallOf<'access.decide'>>['query']) =>
    decide.perform(asked({ params: { application: 'ledger' }, query }));

  describe('access.get', () => {
    test('returns roles and permissions with their paths, and the token’s claims', async () => {
      const reply = await get.perform(asked({ params: { application: 'ledger', user: user.id }, query: {} }));
      const access = calls.access.get.reply.parse(reply);
      expect(access.roles.map(({ name, pathCount }) => [name, pathCount])).toEqual([['clerk', 1]]);
      expect(access.permissions).toMatchObject({ total: 2, next: null, atLeast: false });
      expect(access).toMatchObject({
        user: { id: user.id, name: 'Maya' },
        application: { id: 'ledger', name: 'The ledger' },
        admin: false,
        changesAt: '2040-05-01T00:00:00.000000Z',
        token: {
          byReference: false,
          claims: { sub: user.id, roles: ['clerk'], permissions: ['invoices.read', 'invoices.refund'] },
        },
      });
      const [line, ...others] = await read(store.database, (snapshot) =>
        accessSummaries(snapshot, context().issuer, user.id),
      );
      expect(others).toEqual([]);
      expect(line).toMatchObject({ application: { id: 'ledger' }, permissions: 2, tokenBytes: access.token.bytes });
    });

    test('returns no access for an instant before anything was granted', async () => {
      const reply = await get.perform(
        asked({ params: { application: 'ledger', user: user.id }, query: { at: before } }),
      );
      expect(reply).toMatchObject({ at: before, roles: [], permissions: { items: [], total: 0 } });
    });

    test('refuses an unknown application and an unknown user', async () => {
      const nobody = '01a1fcd1-1232-7091-914f-c917880e928e';
      for (const params of [
        { application: 'ledger', user: nobody },
        { application: 'nowhere', user: user.id },
      ])
        await expect(get.perform(asked({ params, query: {} }))).rejects.toMatchObject({
          problem: { code: 'not_found' },
        });
    });
  });

  describe('access.decide', () => {
    test('accepts an id, a username or an e-mail address', async () => {
      for (const identity of [user.id, 'MAYA', 'Maya@Example.org', ' maya\u200b']) {
        const decision = calls.access.decide.reply.parse(
          await decided({ user: identity, permission: 'invoices.refund' }),
        );
        expect(decision).toMatchObject({ permitted: true, reason: 'listed', until: '2040-05-01T00:00:00.000000Z' });
        expect(decision.user).toMatchObject({ id: user.id, detail: 'maya' });
      }
    });

    test('denies a permission outside the catalogue, and marks it as unknown', async () => {
      const decision = await decided({ user: 'maya', permission: 'invoices.refundx' });
      expect(decision).toMatchObject({ permitted: false, permission: { known: false }, remedies: [] });
    });
  });

  describe('access.periods', () => {
    const held = async (query: Input<CallOf<'access.periods'>>['query']) =>
      calls.access.periods.reply.parse(await periods.perform(asked({ params: { application: 'ledger' }, query })));

    test('returns one open period from the start of the only grant', async () => {
      const reply = await held({ user: 'maya', permission: 'invoices.refund' });
      expect(reply).toMatchObject({
        user: { id: user.id, name: 'Maya' },
        permission: { name: 'invoices.refund', known: true },
        periods: [{ ends: null }],
      });
      const [{ starts = '' } = {}] = reply.periods;
      expect(starts > before && starts <= reply.at).toBe(true);
      expect(reply.from).toBe(before);
      expect((await held({ user: 'maya' })).periods).toEqual(reply.periods);
      expect(await held({ user: 'maya', at: before })).toMatchObject({ at: before, permission: null, periods: [] });
    });

    test('ends a period where a grant ends, as seen from a later time', async () => {
      const at = '2040-06-01T00:00:00.000000Z';
      expect(await held({ user: 'maya', permission: 'invoices.read', at })).toMatchObject({
        from: '2039-06-02T00:00:00.000000Z',
        periods: [{ starts: '2039-06-02T00:00:00.000000Z', ends: '2040-05-01T00:00:00.000000Z' }],
      });
    });

    test('returns no period for a permission outside the catalogue, and marks it as unknown', async () => {
      expect(await held({ user: 'maya', permission: 'invoices.refundx' })).toMatchObject({
        permission: { known: false },
        periods: [],
      });
    });
  });

  describe('access.holders', () => {
    const holding = (permission: string) =>
      holders.perform(asked({ params: { application: 'ledger' }, query: { permission } }));

    test('lists the users who hold a permission', async () => {
      const reply = calls.access.holders.reply.parse(await holding('invoices.read'));
      expect(reply).toMatchObject({
        known: true,
        total: 1,
        items: [{ user: { id: user.id }, admin: false, pathCount: 1 }],
      });
    });

    test('rejects a permission outside the catalogue, and suggests a similar name', async () => {
      await expect(holding('invoices.refundx')).rejects.toMatchObject({
        problem: {
          code: 'unknown_permission',
          detail: 'The ledger has no permission “invoices.refundx”. Similar names: invoices.refund.',
        },
      });
      await expect(holding('reports')).rejects.toMatchObject({
        problem: { detail: 'The ledger has no permission “reports”.' },
      });
    });
  });
});

describe('roles and permissions of a token', () => {
  let licet: TestLicet;
  beforeAll(async () => {
    licet = await testLicet();
  });
  afterAll(() => licet.close());

  test('limits the listed paths of each role if there are many nested roles, but counts all paths', async () => {
    const { key, owner } = await licet.owned();
    const params = { application: key };
    let below: string[] = [];
    for (let level = 0; level < 25; level += 1) {
      const made = Array.from({ length: 8 }, (_, place) =>
        licet.call('roles.create', owner, { params, body: { name: `role ${level}.${place}`, includes: below } }),
      );
      below = (await Promise.all(made)).map(({ id }) => id);
    }
    const { userId: user } = await licet.user();
    const body = { principal: { kind: 'user', id: user }, gives: { kind: 'role', id: below[0] ?? '' } };
    await licet.call('grants.create', owner, { params, body });
    const found = await licet.call('access.get', owner, { params: { ...params, user } });
    expect(found.roles).toHaveLength(1 + 24 * 8);
    const most = Math.max(...found.roles.map(({ paths }) => paths.length));
    expect(most).toBe(Math.floor(2000 / found.roles.length));
    expect(Math.max(...found.roles.map(({ pathCount }) => pathCount))).toBe(Number.MAX_SAFE_INTEGER);
    expect(found.roles.every(({ paths }) => paths.length > 0)).toBe(true);
  });
});
