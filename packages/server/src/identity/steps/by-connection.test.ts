import { domainKey, type Policy } from '@licet/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { firstPolicy, replacePolicy } from '../../store/policy/policy.ts';
import { type ConnectionsWorld, connectionsWorld, rule } from '../connections/connections.testing.ts';
import { follow } from '../connections/external-provider.testing.ts';
import { arrange } from './sign-in.testing.ts';
import { addPerson, addPersonWithTotp, begin, codesOf } from './steps.testing.ts';

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

describe('signing in through an OpenID provider', () => {
  test('the sign-in page offers the provider; the first sign-in creates a user, and the second finds that user', async () => {
    const { server, licet, provider, acme, hub, stranger, signIn, events } = world;
    const page = await begin(server, licet);
    expect((await page.details()).connections).toEqual([
      { id: acme, name: 'Acme', kind: 'openid', domains: [] },
      { id: hub, name: 'GitHub', kind: 'github', domains: [] },
    ]);
    provider.person = stranger({ name: 'Grace Hopper', preferred_username: 'grace', email: 'Grace@Acme.Example' });
    const first = await signIn();
    expect((await first.call?.('GET', '/me'))?.body).toMatchObject({
      user: { name: 'Grace Hopper', username: 'grace', email: 'grace@acme.example', status: 'active' },
    });
    expect(first.claims).toMatchObject({ acr: 'urn:licet:acr:single-factor', amr: ['fed'] });
    expect((await events()).at(-1)).toBe('user.created');
    provider.person = { ...provider.person, email: 'another@acme.example', name: 'Renamed' };
    const again = await signIn();
    expect(again.claims?.sub).toBe(first.claims?.sub);
    expect((await events()).at(-1)).toBe('user.created');
  });

  test('two servers share a sign-in, and accept the provider’s response only once', async () => {
    const { server, another, licet, provider, stranger, leave, comeBack } = world;
    provider.person = stranger();
    const page = await begin(server, licet);
    const back = await leave(page);
    const there = page.browser.at(another.address);
    const [one, two] = await Promise.all([comeBack(page, back), comeBack(page, back, there)]);
    expect([one, two].filter((to) => to !== page.page)).toHaveLength(1);
    expect(await comeBack(page, back)).toBe(page.page);
  });

  test('accepts a provider’s response only in the browser that started the sign-in, within ten minutes', async () => {
    const { store, server, licet, provider, stranger, leave, comeBack, refusalOf } = world;
    provider.person = stranger();
    const page = await begin(server, licet);
    const back = await leave(page);
    const other = await begin(server, licet);
    // The attacker's own answer, opened in the victim's browser, which has started another sign-in.
    const { pathname, search } = new URL(back);
    const next = (await other.browser.go(pathname + search)).headers.get('location') ?? '';
    expect(next.startsWith(page.page)).toBe(true);
    expect((await other.browser.go(next)).headers.get('location')).toBe(page.page);
    const moved = next.replace(page.page, other.page);
    expect((await other.browser.go(moved)).headers.get('location')).toBe(other.page);
    expect(await refusalOf(other)).toBe('none');
    await store.database.pool.query(`update upstream_sign_ins set expires_at = now() - interval '1 second'`);
    // The page says that it took too long, and only offers to start again.
    expect(await comeBack(page, back)).toBe(page.page);
    expect(await refusalOf(page)).toBe('begin_again');
    expect(await comeBack(page, back)).toBe(page.page);
    expect(await refusalOf(page)).toBe('begin_again');
    expect(await comeBack(page, back.replace(/state=[^&]+/, 'state=nobody-knows'))).toMatch(/^410 /);
  });

  test('a provider’s response that was sent to another page stays valid for its own page', async () => {
    const { store, server, licet, provider, stranger, leave, comeBack, refusalOf, signedIn } = world;
    const call = await signedIn((await addPerson(store, server)).username);
    provider.person = stranger();
    const page = await begin(server, licet);
    const back = await leave(page);
    const other = await begin(server, licet);
    const { search, searchParams } = new URL(back);
    const state = searchParams.get('state') ?? '';
    await other.browser.go(`${other.page}/return?state=${state}`);
    await other.browser.go(`${other.page}/return${search}`);
    await other.browser.go(`${other.page}/return?state=${state}&error=access_denied`);
    for (const answer of [search.slice(1), `state=${state}`, `state=${state}&error=access_denied`])
      expect((await call('POST', '/me/identities/return', { answer })).body.code).toBe('begin_again');
    expect(await refusalOf(page)).toBe('none');
    expect(await comeBack(page, back)).toContain('/oidc/auth/');
  });

  test('sends PKCE, state, nonce and the typed name as a hint to the provider', async () => {
    const { store, server, licet, acme } = world;
    const page = await begin(server, licet);
    const { body } = await page.post(`/connections/${acme}`, { login: 'grace@acme.example' });
    const asked = Object.fromEntries(new URL(body.location ?? '').searchParams);
    expect(asked).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      scope: 'openid profile email',
      redirect_uri: `${server.issuer}/sign-in/return`,
      login_hint: 'grace@acme.example',
    });
    for (const name of ['state', 'nonce', 'code_challenge']) expect(asked[name]?.length, name).toBe(43);
    const { rows } = await store.database.pool.query<{ all: string }>(
      `select string_agg(u::text, ' ') as all from upstream_sign_ins u`,
    );
    expect(rows[0]?.all).not.toContain(asked.state);
  });
});

describe('attack 28: an e-mail address never gives access to an existing account', () => {
  test('refuses an address that belongs to another user, verified or not', async () => {
    const { store, server, provider, stranger, signIn } = world;
    const user = await addPerson(store, server, { email: 'victim@acme.example' });
    provider.person = stranger({ email: 'victim@acme.example', sub: 'attacker', preferred_username: user.username });
    expect((await signIn()).refused).toBe('address_taken');
    // Only a user who has proved that the address is theirs learns whether such an account exists.
    provider.person = { ...provider.person, email_verified: false };
    expect((await signIn()).refused).toBe('address_unverified');
    provider.person = { ...provider.person, email_verified: undefined };
    expect((await signIn()).refused).toBe('address_unverified');
    const { rowCount } = await store.database.pool.query(`select from identities where subject = 'attacker'`);
    expect(rowCount).toBe(0);
  });

  test.each([
    [{ email: undefined }, 'address_missing'],
    [{ email: 'not an address' }, 'address_missing'],
    [{ email: 'a@elsewhere.example' }, 'domain_not_allowed'],
    [{ email: 'a@acme.example.evil.example' }, 'domain_not_allowed'],
    // Attack 29: lists, a trailing dot, characters that look alike.
    [{ email: 'a@acme.example, b@acme.example' }, 'address_missing'],
    [{ email: 'a@evil.example,b@acme.example' }, 'address_missing'],
    [{ email: 'a@acme.example.' }, 'address_missing'],
    [{ email: 'a@аcme.example' }, 'domain_not_allowed'],
  ])('creates no user whose address the connection’s rule excludes: %j', async (overrides, code) => {
    const { provider, stranger, signIn } = world;
    provider.person = stranger(overrides);
    expect((await signIn()).refused).toBe(code);
  });

  test('an address with σ in its domain is not the address with ς', async () => {
    const { provider, connect, stranger, signIn } = world;
    const id = await connect(
      {
        name: 'Greek',
        issuer: provider.issuer,
        clientId: provider.client.id,
        ...rule,
        allowedDomains: [domainKey('οδος-1.example'), 'a1.example'],
      },
      provider.client.secret,
    );
    expect(domainKey('ΟΔΟΣ-1.example')).not.toBe(domainKey('οδος-1.example'));
    for (const domain of ['ΟΔΟΣ-1.example', 'οδοϲ-1.example', 'οδο𝛓-1.example']) {
      provider.person = stranger({ email: `chief@${domain}` });
      expect((await signIn(id)).refused, domain).toBe('domain_not_allowed');
    }
    // Not a valid domain. U+2488 was once read as “1.”, which gives a1.example, but mail servers do not accept it.
    provider.person = stranger({ email: 'chief@a⒈example' });
    expect((await signIn(id)).refused).toBe('address_missing');
    provider.person = stranger({ email: 'chief@οδος-1.example' });
    expect((await signIn(id)).claims).toBeDefined();
  });

  test('all spellings of a domain are one address, even with letters that UTS #46 maps', async () => {
    const { provider, connect, stranger, signIn } = world;
    for (const domain of ['ᾳβ.example', 'ᎠᎡ.example', 'BÜCHER.example']) {
      const ascii = domainKey(domain);
      const id = await connect(
        { name: domain, issuer: provider.issuer, clientId: provider.client.id, ...rule, allowedDomains: [ascii] },
        provider.client.secret,
      );
      provider.person = stranger({ email: `g@${domain}` });
      expect((await signIn(id)).claims, domain).toBeDefined();
      provider.person = stranger({ email: `g@${ascii}` });
      expect((await signIn(id)).refused, domain).toBe('address_taken');
    }
  });

  test('the same subject at another provider is another user', async () => {
    const { provider, github, hub, stranger, signIn } = world;
    provider.person = stranger({ sub: '583231' });
    const here = await signIn();
    github.emails = [{ email: 'octocat@example.com', primary: true, verified: true, visibility: null }];
    const there = await signIn(hub);
    expect(there.claims?.sub).not.toBe(here.claims?.sub);
  });

  test('a user with a recent sign-in links an account, and cannot unlink the last way to sign in', async () => {
    const { store, server, provider, acme, stranger, signIn, link, signedIn, events } = world;
    const user = await addPerson(store, server, { email: 'ada@acme.example' });
    const call = await signedIn(user.username);
    provider.person = stranger({ email: 'private@home.example' });
    const linked = await link(call);
    expect(linked).toMatchObject({ status: 201, body: { name: 'private@home.example', connection: { name: 'Acme' } } });
    expect((await events()).at(-1)).toBe('user.identity_linked');
    expect((await signIn()).claims?.sub).toBe(user.id);
    expect((await link(call)).body.code).toBe('already_exists');
    const other = await signedIn((await addPerson(store, server)).username);
    expect((await link(other)).body.code).toBe('identity_taken');
    // Another session cannot complete the linking that this session started.
    const { body } = await call('POST', '/me/identities', { connection: acme });
    const back = new URL(await follow(String(body.location), provider.issuer));
    const answer = { answer: back.searchParams.toString() };
    expect((await other('POST', '/me/identities/return', answer)).body.code).toBe('begin_again');
    await store.database.pool.query(
      `update sessions set created_at = created_at - interval '11 minutes' where user_id = $1`,
      [user.id],
    );
    expect((await call('POST', '/me/identities', { connection: acme })).body.code).toBe('sign_in_again');
    const id = String((linked.body as { id?: unknown }).id);
    expect((await call('DELETE', `/me/identities/${id}`)).body.code).toBe('sign_in_again');
    await store.database.pool.query('delete from credentials where user_id = $1', [user.id]);
    const byProvider = (await signIn()).call;
    await store.database.pool.query('update sessions set proved_at = created_at where user_id = $1', [user.id]);
    expect((await byProvider?.('DELETE', `/me/identities/${id}`))?.body.code).toBe('last_way_in');
  });
});

describe('where the policy accepts no provider', () => {
  const policy = (ways: Policy['ways']) =>
    arrange(world.store, (handle) => replacePolicy(handle, { ...firstPolicy, ways }));
  afterEach(() => policy(firstPolicy.ways));

  test('the page offers no provider, and refuses provider sign-ins that started earlier', async () => {
    const { store, server, licet, provider, acme, stranger, signIn, leave, comeBack, refusalOf, signedIn, link } =
      world;
    const user = await addPerson(store, server);
    const call = await signedIn(user.username);
    provider.person = stranger();
    expect((await link(call)).status).toBe(201);
    const begun = await begin(server, licet);
    const back = await leave(begun);
    const toLink = await call('POST', '/me/identities', { connection: acme });
    await policy(['password', 'passkey']);
    expect((await begun.details()).connections).toEqual([]);
    expect(await comeBack(begun, back)).toBe(begun.page);
    expect(await refusalOf(begun)).toBe('way_refused');
    const page = await begin(server, licet);
    expect(await page.post(`/connections/${acme}`, { login: '' })).toMatchObject({
      status: 403,
      body: { code: 'way_refused', detail: 'Signing in with another provider is not allowed here.' },
    });
    expect((await call('GET', '/me/credentials')).body).toMatchObject({ linkable: [] });
    expect((await call('POST', '/me/identities', { connection: acme })).body.code).toBe('way_refused');
    const answer = new URL(await follow(String(toLink.body.location), provider.issuer)).searchParams.toString();
    expect((await call('POST', '/me/identities/return', { answer })).body.code).toBe('way_refused');
    await policy(['provider']);
    expect((await signIn()).claims?.sub).toBe(user.id);
    const typed = await (await begin(server, licet)).password(user.username);
    expect(typed.body).toMatchObject({
      code: 'way_refused',
      detail: 'Signing in with a password is not allowed here.',
    });
  });

  test('the second step of a sign-in through a provider is refused', async () => {
    const { store, server, licet, provider, stranger, leave, comeBack, link } = world;
    const nextCode = codesOf(store);
    const { secret, call } = await addPersonWithTotp(store, server, licet, nextCode);
    provider.person = stranger();
    expect((await link(call)).status).toBe(201);
    const page = await begin(server, licet);
    expect(await comeBack(page, await leave(page))).toBe(page.page);
    await policy(['password', 'passkey']);
    expect((await page.code(nextCode(secret))).body.code).toBe('way_refused');
  });
});

describe('signing in with GitHub', () => {
  test('identifies users by their GitHub id, not by their name', async () => {
    const { github, hub, signIn } = world;
    github.user = { id: 1001, login: 'mona', name: null };
    github.emails = [
      { email: 'old@example.com', primary: false, verified: true, visibility: null },
      { email: 'mona@example.com', primary: true, verified: true, visibility: 'private' },
    ];
    const first = await signIn(hub);
    expect((await first.call?.('GET', '/me'))?.body).toMatchObject({
      user: { username: 'mona', email: 'mona@example.com' },
    });
    github.user = { id: 1001, login: 'renamed', name: 'Mona' };
    expect((await signIn(hub)).claims?.sub).toBe(first.claims?.sub);
    github.user = { id: 1002, login: 'mona', name: 'Somebody who took the name' };
    expect((await signIn(hub)).refused).toBe('address_taken');
    github.emails = [{ email: 'new@example.com', primary: true, verified: false, visibility: null }];
    expect((await signIn(hub)).refused).toBe('address_unverified');
  });

  test('reports a client secret that GitHub refuses', async () => {
    const { github, connect, disable, signIn } = world;
    const wrong = await connect(
      { name: 'Wrong', kind: 'github', issuer: github.issuer, clientId: github.client.id },
      'wrong',
    );
    expect((await signIn(wrong)).refused).toBe('provider_wrong');
    await disable(wrong);
  });
});
