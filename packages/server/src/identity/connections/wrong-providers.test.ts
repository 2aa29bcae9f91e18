import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { endSessionsOf } from '../../store/sign-in/sessions.ts';
import { addGrant, addGroup, setStatus } from '../../store/store.testing.ts';
import { usualConnection, usualScopes } from '../../usecases/connections/read.ts';
import { addClient, arrange, Browser, signInStore, startServer } from '../steps/sign-in.testing.ts';
import { addPerson, addPersonWithTotp, begin, codesOf, licetOf } from '../steps/steps.testing.ts';
import { type ConnectionsWorld, connectionsWorld, rule } from './connections.testing.ts';

let world: ConnectionsWorld;
beforeAll(async () => {
  world = await connectionsWorld();
});
afterAll(() => world.close());
beforeEach(() => {
  world.store.setClock(0);
});
afterEach(() => {
  world.provider.instead = undefined;
  world.provider.context = {};
  world.github.refuses = false;
});

describe('the callback of a provider sign-in', () => {
  const answering = (path: string, body: (whole: Record<string, unknown>) => object) => {
    const { provider } = world;
    provider.instead = (request, response) => {
      if (!request.url?.endsWith(path)) return false;
      provider.instead = undefined;
      void fetch(provider.issuer + path)
        .then((answer) => answer.json())
        .then((whole) =>
          response
            .writeHead(200, { 'content-type': 'application/json' })
            .end(JSON.stringify(body(whole as Record<string, unknown>))),
        );
      return true;
    };
  };

  test('reports a sign-in that the user cancelled at the provider', async () => {
    const { provider, github, hub, signIn } = world;
    provider.person = null;
    expect((await signIn()).refused).toBe('provider_refused');
    github.refuses = true;
    expect((await signIn(hub)).refused).toBe('provider_refused');
  });

  test('refuses a response of another issuer (RFC 9207)', async () => {
    const { server, licet, provider, stranger, leave, comeBack, refusalOf } = world;
    provider.person = stranger();
    const page = await begin(server, licet);
    const back = new URL(await leave(page));
    back.searchParams.set('iss', 'https://evil.example');
    expect(await comeBack(page, back.href)).toBe(page.page);
    expect(await refusalOf(page)).toBe('provider_wrong');
  });

  test('refuses a code stolen by a mix-up attack (RFC 9700 section 4.4)', async () => {
    const { server, licet, provider, hub, stranger, leave, comeBack, refusalOf } = world;
    const thief = await begin(server, licet);
    provider.person = stranger();
    // The malicious provider redirects a user, with its own `state`, to the attacker's authorization request.
    const theirs = new URL(await leave(thief));
    const victim = await begin(server, licet);
    const { body } = await victim.post(`/connections/${hub}`, { login: '' });
    const state = new URL(body.location ?? '').searchParams.get('state') ?? '';
    const answer = new URLSearchParams({ code: theirs.searchParams.get('code') ?? '', state });
    expect(await comeBack(victim, `${server.issuer}/sign-in/return?${answer}`)).toBe(victim.page);
    // The malicious provider now has the code. The attacker presents it at Licet's return address.
    expect(await comeBack(thief, theirs.href)).toBe(thief.page);
    expect(await refusalOf(thief)).toBe('begin_again');
  });

  test('refuses an unknown state', async () => {
    const { server, licet, comeBack } = world;
    const page = await begin(server, licet);
    expect(await comeBack(page, `${server.issuer}/sign-in/return?code=x&state=y`)).toMatch(/^410 /);
  });

  test('reports a provider that does not respond or returns an error', async () => {
    const { server, licet, provider, connect, disable, stranger, leave, comeBack, refusalOf } = world;
    provider.person = stranger();
    const page = await begin(server, licet);
    const back = await leave(page);
    provider.instead = (request) => request.url === '/token';
    expect(await comeBack(page, back)).toBe(page.page);
    expect(await refusalOf(page)).toBe('provider_unreachable');
    provider.instead = (_request, response) => {
      response.writeHead(502).end();
      return true;
    };
    const other = await connect({ name: 'Broken', issuer: provider.issuer, clientId: 'x' }, 'x');
    expect((await page.post(`/connections/${other}`, { login: '' })).body.code).toBe('provider_unreachable');
    await disable(other);
    expect((await page.post(`/connections/${other}`, { login: '' })).body.code).toBe('not_found');
  });

  test('recovers from a changed key set at the next attempt', async () => {
    const { provider, stranger, signIn } = world;
    provider.person = stranger();
    await signIn();
    provider.rotate();
    provider.person = stranger();
    const first = await signIn();
    if (first.refused) expect(first.refused).toBe('provider_wrong');
    expect((await signIn()).tokens).toBeDefined();
  });

  test('refuses a signature by a key that the provider does not publish', async () => {
    const { server, licet, provider, connect, disable, stranger, leave, comeBack, refusalOf } = world;
    provider.person = stranger();
    const page = await begin(server, licet);
    const other = await connect(
      { name: 'Keys', issuer: provider.issuer, clientId: provider.client.id, ...rule },
      provider.client.secret,
    );
    const back = await leave(page, other);
    answering('/jwks', () => ({ keys: [] }));
    expect(await comeBack(page, back)).toBe(page.page);
    expect(await refusalOf(page)).toBe('provider_wrong');
    await disable(other);
  });
});

describe('a sign-in through a provider', () => {
  test('needs a second factor here, unless the connection counts the provider’s values as two factors', async () => {
    const { store, server, licet, provider, connect, disable, stranger, leave, comeBack, signIn, link } = world;
    const { user, secret, call } = await addPersonWithTotp(store, server, licet, codesOf(store));
    provider.person = stranger();
    provider.context = { acr: 'urn:acme:strong', amr: ['pwd', 'otp', 'mfa'] };
    expect((await link(call)).status).toBe(201);
    const page = await begin(server, licet);
    expect(await comeBack(page, await leave(page))).toBe(page.page);
    expect(await page.details()).toMatchObject({ next: { ways: expect.arrayContaining(['totp']) }, refused: null });
    const nextCode = codesOf(store);
    nextCode(secret);
    const tokens = await page.finish(await page.code(nextCode(secret)));
    expect(tokens.claims()).toMatchObject({ sub: user.id, amr: expect.arrayContaining(['fed', 'otp', 'mfa']) });
    store.setClock(0);
    const trusting = { ...usualConnection, name: 'Trusting', kind: 'openid' as const, scopes: usualScopes.openid };
    const trusted = await connect(
      { ...trusting, issuer: provider.issuer, clientId: provider.client.id, twoFactorValues: ['urn:acme:strong'] },
      provider.client.secret,
    );
    const strong = await signIn(trusted);
    expect(strong.claims).toMatchObject({ sub: user.id, amr: ['fed', 'mfa'] });
    provider.context = { acr: 'urn:acme:weak' };
    const weak = await begin(server, licet);
    expect(await comeBack(weak, await leave(weak, trusted))).toBe(weak.page);
    await disable(trusted);
  });

  test('attack 33: fails for a suspended user', async () => {
    const { store, provider, stranger, signIn } = world;
    provider.person = stranger();
    const { claims } = await signIn();
    await store.database.pool.query(`update users set status = 'suspended' where id = $1`, [claims?.sub]);
    expect((await signIn()).refused).toBe('identity_unknown');
  });

  test('attack 33: fails for a user who is suspended while their groups are updated', async () => {
    const { store, server, licet, provider, connect, disable, stranger, leave, comeBack, signIn } = world;
    const staff = await arrange(store, (handle) => addGroup(handle));
    const mapped = await connect(
      {
        ...rule,
        name: 'Staff',
        issuer: provider.issuer,
        clientId: provider.client.id,
        groupsClaim: 'groups',
        scopes: ['openid', 'email', 'groups'],
        groupMappings: [{ value: 'staff', group: staff.id }],
      },
      provider.client.secret,
    );
    provider.person = stranger({ groups: ['staff'] });
    const { claims } = await signIn(mapped);
    const user = { id: claims?.sub ?? '' };
    provider.person = { ...provider.person, groups: [] };
    const page = await begin(server, licet);
    const back = await leave(page, mapped);
    const { coming } = await arrange(store, async (handle) => {
      await setStatus(handle, user, 'suspended');
      const arrived = comeBack(page, back);
      // Waits until both requests wait for the writer lock, which this change holds.
      const waits = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
      await expect.poll(async () => (await store.database.pool.query(waits)).rowCount).toBe(1);
      await endSessionsOf(handle, user.id);
      return { coming: arrived };
    });
    await page.browser.go(await coming);
    const { rows } = await store.database.pool.query('select from sessions where user_id = $1 and ended_at is null', [
      user.id,
    ]);
    expect(rows).toEqual([]);
    await disable(mapped);
  });

  test('updates mapped groups at each sign-in, except groups with access to Licet itself', async () => {
    const { store, server, provider, connect, disable, stranger, signIn, events } = world;
    const admin = await addPerson(store, server);
    const [staff, boss] = await arrange(store, async (handle) => {
      const groups = [await addGroup(handle), await addGroup(handle)] as const;
      const application = await licetOf(handle);
      await addGrant(handle, { application, principal: admin, role: { id: application.admin, name: 'admin' } });
      await addGrant(handle, {
        application,
        principal: groups[1],
        kind: 'group',
        role: { id: application.admin, name: 'admin' },
      });
      return groups;
    });
    const mapped = await connect(
      {
        ...rule,
        name: 'Mapped',
        issuer: provider.issuer,
        clientId: provider.client.id,
        scopes: ['openid', 'profile', 'email', 'groups'],
        groupsClaim: 'groups',
        groupMappings: [staff, boss].map(({ id }, no) => ({ value: ['staff', 'boss'][no] ?? '', group: id })),
      },
      provider.client.secret,
    );
    const groupsOf = async (userId: string | undefined) =>
      (
        await store.database.pool.query<{ group_id: string }>(
          'select group_id from memberships where member_id = $1 and no_to = 9223372036854775807',
          [userId],
        )
      ).rows.map(({ group_id }) => group_id);
    provider.person = stranger({ groups: ['staff', 'boss', 'other'] });
    const { claims } = await signIn(mapped);
    expect(await groupsOf(claims?.sub)).toEqual([staff.id]);
    const before = (await events()).length;
    await signIn(mapped);
    expect(await events()).toHaveLength(before);
    provider.person = { ...provider.person, groups: [] };
    await signIn(mapped);
    expect(await groupsOf(claims?.sub)).toEqual([]);
    expect((await events()).at(-1)).toBe('user.groups_mapped');
    await disable(mapped);
  });

  test('refuses a request from another site', async () => {
    const { server, licet, acme } = world;
    const page = await begin(server, licet);
    const response = await page.browser.go(`${page.page}/connections/${acme}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
      body: '{"login":""}',
    });
    expect(response.status).toBe(403);
  });
});

test('another Licet installation works as a provider', async () => {
  const { store, server, connect, signedIn } = world;
  const upstream = await signInStore();
  const there = await startServer(upstream);
  try {
    const user = await addPerson(upstream, there, { email: 'lin@acme.example' });
    const registered = await arrange(upstream, async (handle) =>
      addClient(handle, await licetOf(handle), 'server', { redirectUris: [`${server.issuer}/sign-in/return`] }),
    );
    const id = await connect(
      { name: 'Other', issuer: there.issuer, clientId: registered.id, ...rule },
      registered.secret ?? '',
    );
    const call = await signedIn((await addPerson(store, server)).username);
    const { body } = await call('POST', '/me/identities', { connection: id });
    const browser = new Browser(there.issuer);
    const page = (await browser.go(String(body.location))).headers.get('location') ?? '';
    const answer = await browser.go(page, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: there.issuer, 'sec-fetch-site': 'same-origin' },
      body: JSON.stringify({ login: user.username, password: 'a long enough passphrase' }),
    });
    const { location } = (await answer.json()) as { location: string };
    const back = new URL((await browser.go(location)).headers.get('location') ?? '');
    expect(back.searchParams.get('iss')).toBe(there.issuer);
    const linked = await call('POST', '/me/identities/return', { answer: back.searchParams.toString() });
    expect(linked).toMatchObject({ status: 201, body: { connection: { name: 'Other' } } });
  } finally {
    await there.close();
    await upstream.close();
  }
});
