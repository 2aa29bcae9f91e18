import { createHash } from 'node:crypto';
import * as client from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addApplication, type TestStore } from '../../store/store.testing.ts';
import {
  addClient,
  addSignInUser,
  arrange,
  authorize,
  Browser,
  claimsOf,
  discover,
  redirectUri,
  signIn,
  signInStore,
  startServer,
  type TestClient,
  type TestServer,
  testShop,
} from '../steps/sign-in.testing.ts';

let store: TestStore;
let server: TestServer & { address: string };
let shop: TestClient;

beforeAll(async () => {
  const started = await testShop();
  ({ store, server, app: shop } = started);
  await arrange(store, (handle) => addSignInUser(server, handle, { username: 'ada' }));
  return started.close;
});

describe('authorization requests', () => {
  const ask = async (overrides: Record<string, string | undefined>, headers: Record<string, string> = {}) => {
    const fields = {
      client_id: shop.id,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'openid',
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
      ...overrides,
    };
    const known = Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined);
    const response = await new Browser(server.issuer).go(`/oidc/auth?${new URLSearchParams(known)}`, { headers });
    return { status: response.status, location: response.headers.get('location') ?? '', response };
  };

  test('attack 14: refuses a request without a challenge, or with a plain one', async () => {
    expect((await ask({ code_challenge: undefined, code_challenge_method: undefined })).location).toContain(
      'error=invalid_request',
    );
    expect((await ask({ code_challenge_method: 'plain' })).location).toContain('error=invalid_request');
    expect((await ask({ code_challenge_method: undefined })).location).toContain('error=invalid_request');
  });

  test('form_post answers with a page whose policy permits only its own script and form', async () => {
    const { browser } = await signIn(server, shop, 'ada');
    for (const prompt of [{}, { prompt: 'none', max_age: '0' }]) {
      const fields = {
        client_id: shop.id,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: 'openid',
        ...prompt,
      };
      const challenge = { code_challenge: 'x'.repeat(43), code_challenge_method: 'S256', response_mode: 'form_post' };
      const response = await browser.go(`/oidc/auth?${new URLSearchParams({ ...fields, ...challenge })}`);
      const page = await response.text();
      expect(page).toContain(`<form method="post" action="${redirectUri}">`);
      expect(page).toMatch(
        'max_age' in prompt ? /name="error" value="login_required"/ : /name="code" value="[\w-]{43}"/,
      );
      const policy = response.headers.get('content-security-policy') ?? '';
      const [, script = ''] = /<script>([\s\S]*?)<\/script>/.exec(page) ?? [];
      expect(policy).toContain(`script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'`);
      expect(policy, 'where the application leads on to is its own affair').not.toContain('form-action');
    }
    const elsewhere = await browser.go(`/oidc/session/end?client_id=${shop.id}`);
    expect(elsewhere.headers.get('content-security-policy')).toMatch(/form-action 'self'\s*;/);
  });

  test('attack 15: shows an error page instead of redirecting to an address that is almost registered', async () => {
    const almost = [
      `${redirectUri}/more`,
      `${redirectUri}?x=1`,
      `${redirectUri}#x`,
      'http://127.0.0.1:9/Callback',
      'http://127.0.0.1:9/x/..;/callback',
      'http://127.0.0.1:9/x/../callback',
      'http://127.0.0.1:9/%63allback',
      'http://127.0.0.1:9/%2563allback',
      'http://127.0.0.1:9@evil.example/callback',
      'http://evil.127.0.0.1:9/callback',
      'http://127.0.0.1:99/callback',
      'https://127.0.0.1:9/callback',
      'javascript:alert(1)',
      '//evil.example',
      '/\\evil.example',
    ];
    for (const redirect_uri of almost) {
      const { status, location, response } = await ask({ redirect_uri });
      expect([status, location]).toEqual([400, '']);
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    }
  });

  test('the error page for an unregistered address shows the address, the client and the remedy as plain text', async () => {
    const redirect_uri = 'http://localhost:9/callback';
    const text = await (await ask({ redirect_uri })).response.text();
    expect(text).toContain('Clients, Redirect addresses');
    expect(text).toContain(`Address: ${redirect_uri}\n`);
    expect(text).toContain(shop.id);
    expect(text).toContain(`The registered address is ${redirectUri}. Open the application there`);
    const evil = await (await ask({ redirect_uri: 'https://evil.example/"><a href=x>' })).response.text();
    expect(evil).toContain('Address: https://evil.example/&#34;&#62;&#60;a href=x&#62;');
    const unknown = await (await ask({ client_id: 'ledgr<b>' })).response.text();
    expect(unknown).toContain('Client: ledgr&#60;b&#62;');
    for (const page of [text, evil, unknown]) expect(page).not.toMatch(/<a |<b>/);
  });

  test('attack 18: ignores scopes that the provider does not support', async () => {
    const { tokens, config } = await signIn(server, shop, 'ada', { scope: 'openid admin users.manage profile' });
    expect(tokens.scope).toBe('openid profile');
    expect(claimsOf(tokens.access_token).scope).toBe('openid profile');
    const renewed = await client.refreshTokenGrant(config, tokens.refresh_token ?? '', {
      scope: 'openid admin users.manage profile',
    });
    expect(claimsOf(renewed.access_token).scope).toBe('openid profile');
  });

  test('attack 18: refuses unknown resources and other response types', async () => {
    expect((await ask({ resource: 'urn:licet:application:licet' })).location).toContain('error=invalid_target');
    expect((await ask({ resource: 'https://evil.example/' })).location).toContain('error=invalid_target');
    for (const response_type of ['token', 'id_token', 'code id_token', 'code token', 'none'])
      expect((await ask({ response_type })).location).toMatch(
        /error=(unsupported_response_type|unauthorized_client|invalid_request)/,
      );
  });

  test('passes the requested language to the sign-in page', async () => {
    expect((await ask({})).location).toMatch(/^\/sign-in\/[\w-]+$/);
    expect((await ask({ ui_locales: 'de-AT en' })).location).toMatch(/^\/sign-in\/[\w-]+\?ui_locales=de-AT\+en$/);
  });

  test('refuses an authorization request in a frame or from a script', async () => {
    for (const destination of ['iframe', 'empty', 'image', 'script'])
      expect((await ask({}, { 'sec-fetch-dest': destination })).status).toBe(403);
    expect((await ask({}, { 'sec-fetch-dest': 'document' })).location).toMatch(/^\/sign-in\//);
  });

  test('checks an endpoint whose path is in upper case, and refuses U+0000 in a parameter', async () => {
    const frame = { headers: { 'sec-fetch-dest': 'iframe' } };
    expect((await new Browser(server.issuer).go(`/oidc/AUTH?client_id=${shop.id}`, frame)).status).toBe(403);
    for (const name of ['state', 'nonce', 'login_hint']) {
      const { status, location } = await ask({ [name]: 'a\0b' });
      expect(status, name).toBeLessThan(500);
      expect(location, name).not.toMatch(/^\/sign-in\//);
    }
  });

  test('attack 36: shows request parameters as plain text', async () => {
    const { response } = await ask({ client_id: '<script>alert(1)</script>' });
    expect(await response.text()).not.toContain('<script>alert');
  });

  test('attack 25: a forged Host header changes no address', async () => {
    const headers = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' };
    const document = await (await fetch(`${server.address}/.well-known/openid-configuration`, { headers })).json();
    expect(JSON.stringify(document)).not.toContain('evil');
    expect(document).toMatchObject({
      issuer: server.issuer,
      authorization_endpoint: `${server.issuer}/oidc/auth`,
      token_endpoint: `${server.issuer}/oidc/token`,
      jwks_uri: `${server.issuer}/oidc/jwks`,
      end_session_endpoint: `${server.issuer}/oidc/session/end`,
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
      id_token_signing_alg_values_supported: ['ES256', 'RS256'],
    });
  });

  test('marks every cookie as Secure when the public address uses https', async () => {
    const behind = await startServer(store, { issuer: 'https://id.example.org' });
    const url = `/oidc/auth?${new URLSearchParams({ client_id: shop.id, redirect_uri: redirectUri, response_type: 'code', scope: 'openid', code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' })}`;
    const response = await fetch(`${behind.address}${url}`, { redirect: 'manual' });
    const cookies = response.headers.getSetCookie();
    expect(cookies.length).toBeGreaterThanOrEqual(2);
    for (const cookie of cookies) expect(cookie).toMatch(/; secure; httponly/i);
    for (const cookie of cookies) expect(cookie).toMatch(/samesite=lax/i);
    // With the `__Host-` or `__Secure-` prefix no other host of the domain can set these cookies.
    for (const cookie of cookies)
      expect(cookie).toMatch(/^(__Host-licet_session|__Secure-licet_(sign_in|resume|begun))(\.sig)?=/);
    const document = await (await fetch(`${behind.address}/.well-known/openid-configuration`)).json();
    expect(document).toMatchObject({ token_endpoint: 'https://id.example.org/oidc/token' });
    await behind.close();
  });

  test('attack 45: only the client’s own origins can read a token', async () => {
    const { tokens } = await signIn(server, shop, 'ada');
    const renew = (origin: string) =>
      fetch(`${server.address}/oidc/token`, {
        method: 'POST',
        headers: { origin },
        body: new URLSearchParams({
          grant_type: 'refresh_token',
          refresh_token: tokens.refresh_token ?? '',
          client_id: shop.id,
        }),
      });
    for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1:99']) {
      const refused = await renew(origin);
      expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([400, null]);
    }
    const taken = await renew('http://127.0.0.1:9');
    expect([taken.status, taken.headers.get('access-control-allow-origin')]).toEqual([200, 'http://127.0.0.1:9']);
  });

  test('attack 26: rejects a forged session cookie', async () => {
    const { browser } = await signIn(server, shop, 'ada');
    browser.setCookie('licet_session', 'another-session-id');
    await expect(signIn(server, shop, 'nobody', { browser })).rejects.toThrow('sign_in_failed');
  });
});

describe('PKCE', () => {
  let store: TestStore;
  let server: TestServer;
  let careful: TestClient;
  let old: TestClient;
  let page: TestClient;

  beforeAll(async () => {
    store = await signInStore();
    server = await startServer(store);
    await arrange(store, async (handle) => {
      const shop = await addApplication(handle, 'shop', 'Shop');
      careful = await addClient(handle, shop, 'server');
      old = await addClient(handle, shop, 'server', { requirePkce: false });
      page = await addClient(handle, shop, 'browser');
      await addSignInUser(server, handle, { username: 'ada' });
    });
  });

  afterAll(async () => {
    await server.close();
    await store.close();
  });

  const without = { code_challenge: undefined, code_challenge_method: undefined };

  async function codeOf(registered: TestClient, parameters: Record<string, string | undefined>) {
    const config = await discover(server, registered);
    const { callback, verifier } = await authorize(server, config, new Browser(server.issuer), 'ada', { parameters });
    return { code: callback.searchParams.get('code'), error: callback.searchParams.get('error'), verifier };
  }

  async function redeem({ id, secret }: TestClient, code: string | null, more: Record<string, string> = {}) {
    const body = new URLSearchParams({ grant_type: 'authorization_code', redirect_uri: redirectUri, code: code ?? '' });
    for (const [name, value] of Object.entries({ ...more, ...(secret === null ? { client_id: id } : {}) }))
      body.set(name, value);
    const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
    const headers = secret === null ? {} : { authorization };
    const response = await fetch(`${server.issuer}/oidc/token`, { method: 'POST', body, headers });
    return [response.status, (await response.json()) as Record<string, string>] as const;
  }

  test('attack 14: only a confidential client that its owner exempted may omit PKCE', async () => {
    for (const registered of [careful, page])
      expect(await codeOf(registered, without)).toMatchObject({ code: null, error: 'invalid_request' });
    const { code } = await codeOf(old, without);
    const [status, tokens] = await redeem(old, code);
    expect([status, claimsOf(tokens.access_token ?? '').aud]).toEqual([200, 'shop']);
  });

  test('attack 14: enforces a challenge that was sent, and refuses a verifier without one', async () => {
    const asked = await codeOf(old, {});
    expect(await redeem(old, asked.code)).toMatchObject([400, { error: 'invalid_grant' }]);
    const other = await codeOf(old, {});
    const wrong = client.randomPKCECodeVerifier();
    expect(await redeem(old, other.code, { code_verifier: wrong })).toMatchObject([400, { error: 'invalid_grant' }]);
    const right = await codeOf(old, {});
    expect((await redeem(old, right.code, { code_verifier: right.verifier }))[0]).toBe(200);
    const none = await codeOf(old, without);
    expect(await redeem(old, none.code, { code_verifier: wrong })).toMatchObject([400, { error: 'invalid_grant' }]);
    expect((await codeOf(old, { code_challenge_method: 'plain' })).error).toBe('invalid_request');
  });

  test('requires PKCE as soon as it is turned on again', async () => {
    await store.database.pool.query('update clients set require_pkce = true where id = $1', [old.id]);
    expect((await codeOf(old, without)).error).toBe('invalid_request');
  });
});
