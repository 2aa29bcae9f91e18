import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  arrange,
  signInStore,
  startServer,
  type TestClient,
  type TestServer,
} from '../../identity/steps/sign-in.testing.ts';
import { addLicetClient, addPerson, begin, caller } from '../../identity/steps/steps.testing.ts';
import { nameFailures } from '../../store/credentials/throttle.ts';
import { firstPolicy, replacePolicy } from '../../store/policy/policy.ts';
import type { TestStore } from '../../store/store.testing.ts';
import type { Caller } from '../context.ts';
import { type TestLicet, testLicet } from '../testing.ts';

describe('the caller’s account', () => {
  let licet: TestLicet;
  beforeAll(async () => {
    licet = await testLicet();
  });
  afterAll(() => licet.close());

  const guide = async () => (await licet.call('me.home', licet.admin)).guide;

  describe('a signed-in user', () => {
    test('sees their roles in Licet and owned applications, and may change only their name', async () => {
      const { key, owner } = await licet.owned();
      expect(await licet.call('me.get', owner)).toMatchObject({
        user: { id: owner.userId, status: 'active' },
        roles: [],
        permissions: [],
        owns: [key],
        hasPassword: false,
        sendsMail: false,
      });
      expect(await licet.call('me.get', licet.admin)).toMatchObject({ roles: ['admin'], permissions: [] });
      expect(await licet.call('me.update', owner, { body: { name: 'Olive Owner' } })).toMatchObject({
        name: 'Olive Owner',
      });
      await expect(licet.call('me.update', owner, { body: { name: 'x', status: 'active' } })).rejects.toThrow();
    });

    test('cannot overwrite a name that an administrator changed meanwhile', async () => {
      const user = await licet.user();
      const { version } = await licet.call('me.update', user, { body: { name: 'Ada King' } });
      const params = { user: user.userId };
      await licet.call('users.update', licet.admin, { params, body: { name: 'Ada Lovelace' } });
      const back = { body: { name: 'Ada' }, ifMatch: version };
      expect(await licet.outcome('me.update', user, back)).toBe('version_conflict');
      expect((await licet.call('me.get', user)).user.name).toBe('Ada Lovelace');
    });

    test('sees the applications in which they have access, and no others', async () => {
      const { key } = await licet.owned();
      const user = await licet.user();
      const params = { application: key };
      for (const query of [{}, { q: 'x' }])
        expect(await licet.outcome('me.accessIn', user, { params, query })).toBe('not_found');
      const role = await licet.call('roles.create', licet.admin, { params, body: { name: 'reader' } });
      const body = { principal: { kind: 'user', id: user.userId }, gives: { kind: 'role', id: role.id } };
      const grant = await licet.call('grants.create', licet.admin, { params, body });
      expect(await licet.call('me.accessIn', user, { params })).toMatchObject({
        roles: [{ name: 'reader', paths: [{ grant: grant.id, groups: [], admin: false }] }],
      });
      const { items } = await licet.call('me.access', user);
      expect(items).toMatchObject([{ application: { id: key }, roles: [{ name: 'reader' }] }]);
      const seen = await licet.call('users.access', licet.admin, { params: { user: user.userId } });
      expect(seen.items).toEqual(items);
    });
  });

  describe('the first page', () => {
    test('shows an administrator the next steps until an application is in use', async () => {
      const fresh = await testLicet();
      const steps = async () => (await fresh.call('me.home', fresh.admin)).guide;
      try {
        expect(await steps()).toEqual({
          application: null,
          permissions: false,
          role: false,
          user: false,
          grant: null,
          client: false,
        });
        await fresh.call('applications.create', fresh.admin, { body: { id: 'ledger', name: 'Ledger' } });
        const params = { application: 'ledger' };
        expect(await steps()).toMatchObject({ application: { id: 'ledger', name: 'Ledger' }, role: false });
        await fresh.call('permissions.create', fresh.admin, { params, body: { name: 'read' } });
        const role = await fresh.call('roles.create', fresh.admin, { params, body: { name: 'reader' } });
        const user = await fresh.call('users.create', fresh.admin, { body: { username: 'bob', name: 'Bob' } });
        const body = { principal: { kind: 'user', id: user.id }, gives: { kind: 'role', id: role.id } };
        await fresh.call('grants.create', fresh.admin, { params, body });
        expect(await steps()).toEqual({
          application: { id: 'ledger', name: 'Ledger' },
          permissions: true,
          role: true,
          user: true,
          grant: { id: user.id, name: 'Bob' },
          client: false,
        });
        // The steps need not be completed in the first application: another one has a permission, a client and a grant.
        await fresh.call('applications.create', fresh.admin, { body: { id: 'ward', name: 'Ward' } });
        const ward = { application: 'ward' };
        const { id } = await fresh.call('permissions.create', fresh.admin, { params: ward, body: { name: 'read' } });
        const client = { name: 'Web', kind: 'browser', redirectUris: ['http://localhost:3000/'] };
        await fresh.call('clients.create', fresh.admin, { params: ward, body: client });
        expect(await steps()).toMatchObject({ client: false });
        const alone = { principal: { kind: 'user', id: user.id }, gives: { kind: 'permission', id } };
        await fresh.call('grants.create', fresh.admin, { params: ward, body: alone });
        expect(await steps()).toBeNull();
      } finally {
        await fresh.close();
      }
    });

    test('shows nothing to a member without access', async () => {
      const home = await licet.call('me.home', await licet.user());
      const waiting = { items: [], total: 0 };
      expect(home).toEqual({
        applications: [],
        counts: null,
        ending: { items: [], total: 0 },
        endingKeys: [],
        waiting,
        requests: [],
        latest: [],
        seen: null,
        mailsHeld: null,
        deletionsAsked: null,
        health: null,
        guide: null,
      });
      expect(await guide()).not.toBeNull();
    });

    test('links to an application in which the caller has access, by the address of its web clients', async () => {
      const { key, owner } = await licet.owned();
      const params = { application: key };
      const member = await licet.user();
      const role = await licet.call('roles.create', owner, { params, body: { name: 'reader' } });
      const body = { principal: { kind: 'user', id: member.userId }, gives: { kind: 'role', id: role.id } };
      await licet.call('grants.create', licet.admin, { params, body });
      const page = async () => (await licet.call('me.home', member)).applications.map((it) => it.page);
      expect(await page()).toEqual([null]);
      const client = { name: 'Web', kind: 'browser', redirectUris: ['https://desk.example/back'] };
      await licet.call('clients.create', owner, { params, body: client });
      expect(await page()).toEqual(['https://desk.example/']);
    });

    test('remembers for each reader of the audit log which changes they have seen', async () => {
      const [reader, other] = [await licet.user('audit.read'), await licet.user('audit.read')];
      const home = async (who: Caller) => licet.call('me.home', who);
      const since = async (from: string) => (await licet.call('audit.list', reader, { query: { from } })).total;
      const { seen, latest } = await home(reader);
      expect(seen).toBeNull();
      const no = latest[0]?.no ?? 0;
      const marked = await licet.call('me.markSeen', reader, { body: { no } });
      expect((await home(reader)).seen).toBe(marked.seen);
      expect((await home(other)).seen).toBeNull();
      expect(await since(marked.seen)).toBe(0);
      await licet.user();
      expect(await since(marked.seen)).toBe(1);
      // An old page that is still open in another tab does not move the mark back.
      expect(await licet.call('me.markSeen', reader, { body: { no: 1 } })).toEqual(marked);
      expect(await licet.outcome('me.markSeen', reader, { body: { no: no + 1000 } })).toBe('not_found');
      expect(await licet.outcome('me.markSeen', await licet.user('users.read'), { body: { no } })).toBe('forbidden');
    });

    test('shows access that ends within a week to the application’s owner and to administrators', async () => {
      const { key, owner } = await licet.owned();
      const params = { application: key };
      const role = await licet.call('roles.create', owner, { params, body: { name: 'reader' } });
      const give = async (days: number) => {
        const gives = { kind: 'role', id: role.id };
        const principal = { kind: 'user', id: (await licet.user()).userId };
        const ends = new Date(Date.now() + days * 86_400_000).toISOString();
        return (await licet.call('grants.create', owner, { params, body: { principal, gives, ends } })).id;
      };
      const [soon, sooner] = [await give(6), await give(1)];
      await give(8);
      const other = await licet.owned();
      const ending = async (who: Caller) =>
        (await licet.call('me.home', who)).ending.items.flatMap((it) => (it.kind === 'grant' ? [it.grant.id] : []));
      expect(await ending(owner)).toEqual([sooner, soon]);
      expect(await ending(licet.admin)).toEqual([sooner, soon]);
      expect(await ending(other.owner)).toEqual([]);
      expect(await ending(await licet.user('applications.read'))).toEqual([sooner, soon]);
      expect(await ending(await licet.user('users.read'))).toEqual([]);
      const auditor = await licet.user('users.read', 'groups.read', 'applications.read', 'audit.read');
      const home = await licet.call('me.home', auditor);
      expect(home.counts).toMatchObject({ groups: 0 });
      expect(home.latest.length).toBeGreaterThan(0);
      expect(home.guide).toBeNull();
    });
  });

  describe('the settings', () => {
    test('are visible to all users, and changing them requires the right and the current version', async () => {
      const user = await licet.user();
      const { version, organisation } = await licet.call('settings.get', user);
      expect(organisation).toBe('Licet');
      const change = (name: string) =>
        licet.outcome('settings.update', licet.admin, { body: { organisation: name }, ifMatch: version });
      expect((await Promise.all([change('Aurelia'), change('Other')])).sort()).toEqual(['ok', 'version_conflict']);
      expect(await licet.outcome('settings.update', user, { body: { organisation: 'Mine' } })).toBe('forbidden');
    });
  });
});

describe('the caller’s browsers', () => {
  let store: TestStore;
  let server: TestServer;
  let licet: TestClient;

  beforeAll(async () => {
    store = await signInStore();
    server = await startServer(store, { api: true });
    licet = await addLicetClient(store);
  });
  afterAll(async () => {
    await server.close();
    await store.close();
  });

  async function signedIn(username: string) {
    const signIn = await begin(server, licet);
    return caller(server, (await signIn.finish(await signIn.password(username))).access_token);
  }

  type Known = { id: string; current: boolean; rememberedUntil: string | null };

  test('lists the browsers in which the caller is known, and until when each is remembered', async () => {
    const [maya, ines] = [await addPerson(store, server), await addPerson(store, server)];
    const [here, _there, others] = [
      await signedIn(maya.username),
      await signedIn(maya.username),
      await signedIn(ines.username),
    ];
    const list = async () => ((await here('GET', '/me/browsers')).body as unknown as { items: Known[] }).items;
    const [own, other, ...rest] = await list();
    expect([own, other, rest]).toMatchObject([
      { current: true, rememberedUntil: null, address: expect.any(String) },
      { current: false },
      [],
    ]);
    const { version: _, ...first } = firstPolicy;
    await arrange(store, (change) => replacePolicy(change, { ...first, rememberedDays: 2 }));
    const at = Buffer.from(other?.id ?? '', 'hex');
    await store.database.pool.query('update known_browsers set remembered_at = now() where token_hash = $1', [at]);
    const until = Date.parse((await list())[1]?.rememberedUntil ?? '') - Date.now();
    expect(Math.abs(until - 2 * 86_400_000)).toBeLessThan(60_000);

    const address = `/me/browsers/${other?.id}`;
    expect((await others('DELETE', address)).status).toBe(404);
    expect((await here('DELETE', address)).status).toBe(204);
    expect((await here('DELETE', address)).status).toBe(404);
    expect((await list()).map(({ id }) => id)).toEqual([own?.id]);
    expect((await here('GET', '/me/sessions')).body.items).toHaveLength(2);
  });

  test('shows whether failed sign-ins with the caller’s address have locked other browsers', async () => {
    const user = await addPerson(store, server, { email: 'lena@harbour.example' });
    const call = await signedIn(user.username);
    expect((await call('GET', '/me/browsers')).body).toMatchObject({ lockedElsewhere: false });
    for (const name of ['lena@harbour.example', user.username]) {
      const { key, kind, ever } = nameFailures(name, true);
      await store.database.pool.query(`insert into failures values ($1, $2, $3, now(), '-infinity')`, [
        key,
        kind,
        ever,
      ]);
      expect((await call('GET', '/me/browsers')).body, name).toMatchObject({ lockedElsewhere: true });
      await store.database.pool.query('delete from failures where key = $1', [key]);
    }
    expect((await call('GET', '/me/browsers')).body).toMatchObject({ lockedElsewhere: false });
  });
});
