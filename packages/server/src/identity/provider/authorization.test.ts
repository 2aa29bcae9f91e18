import { createHash } from 'node:crypto';
import * as client from 'openid-client';
import { beforeAll, describe, expect, test } from 'vitest';
import type { TestStore } from '../../store/store.testing.ts';
import {
  addSignInUser,
  arrange,
  Browser,
  claimsOf,
  redirectUri,
  signIn,
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
  const ask = async (over: Record<string, string | undefined>, headers: Record<string, string> = {}) => {
    const fields = {
      client_id: shop.id,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'openid',
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
      ...over,
    };
    const known = Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined);
    const response = await new Browser(server.issuer).go(`/oidc/auth?${new URLSearchParams(known)}`, { headers });
    return { status: response.status, location: response.headers.get('location') ?? '', response };
  };

  test('attack 14: without a challenge, or with a plain one', async () => {
    expect((await ask({ code_challenge: undefined, code_challenge_method: undefined })).location).toContain(
      'error=invalid_request',
    );
    expect((await ask({ code_challenge_method: 'plain' })).location).toContain('error=invalid_request');
    expect((await ask({ code_challenge_method: undefined })).location).toContain('error=invalid_request');
  });

  test('form_post answers with a page whose policy lets its script run and its form go to the application', async () => {
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

  test('attack 15: a nearly registered address gets a page, not a redirect', async () => {
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

  test('the page for an unregistered address names it, the client and where to fix it, as plain text', async () => {
    const redirect_uri = 'http://localhost:9/callback';
    const text = await (await ask({ redirect_uri })).response.text();
    expect(text).toContain('Clients, Redirect addresses');
    expect(text).toContain(`Address: ${redirect_uri}\n`);
    expect(text).toContain(shop.id);
    expect(text).toContain(`Registered is ${redirectUri}: open the application there`);
    const evil = await (await ask({ redirect_uri: 'https://evil.example/"><a href=x>' })).response.text();
    expect(evil).toContain('Address: https://evil.example/&#34;&#62;&#60;a href=x&#62;');
    const unknown = await (await ask({ client_id: 'ledgr<b>' })).response.text();
    expect(unknown).toContain('Client: ledgr&#60;b&#62;');
    for (const page of [text, evil, unknown]) expect(page).not.toMatch(/<a |<b>/);
  });

  test('attack 18: ignores a scope beyond the configured ones', async () => {
    const { tokens, config } = await signIn(server, shop, 'ada', { scope: 'openid admin users.manage profile' });
    expect(tokens.scope).toBe('openid profile');
    expect(claimsOf(tokens.access_token).scope).toBe('openid profile');
    const renewed = await client.refreshTokenGrant(config, tokens.refresh_token ?? '', {
      scope: 'openid admin users.manage profile',
    });
    expect(claimsOf(renewed.access_token).scope).toBe('openid profile');
  });

  test('attack 18: a resource beyond the configured ones', async () => {
    expect((await ask({ resource: 'urn:licet:application:licet' })).location).toContain('error=invalid_target');
    expect((await ask({ resource: 'https://evil.example/' })).location).toContain('error=invalid_target');
    for (const response_type of ['token', 'id_token', 'code id_token', 'code token', 'none'])
      expect((await ask({ response_type })).location).toMatch(
        /error=(unsupported_response_type|unauthorized_client|invalid_request)/,
      );
  });

  test('the requested language reaches the page before the sign-in', async () => {
    expect((await ask({})).location).toMatch(/^\/sign-in\/[\w-]+$/);
    expect((await ask({ ui_locales: 'de-AT en' })).location).toMatch(/^\/sign-in\/[\w-]+\?ui_locales=de-AT\+en$/);
  });

  test('in a frame or from a script it is refused', async () => {
    for (const destination of ['iframe', 'empty', 'image', 'script'])
      expect((await ask({}, { 'sec-fetch-dest': destination })).status).toBe(403);
    expect((await ask({}, { 'sec-fetch-dest': 'document' })).location).toMatch(/^\/sign-in\//);
  });

  test('refuses the same in capital letters, and U+0000 in a parameter, without failing', async () => {
    const frame = { headers: { 'sec-fetch-dest': 'iframe' } };
    expect((await new Browser(server.issuer).go(`/oidc/AUTH?client_id=${shop.id}`, frame)).status).toBe(403);
    for (const name of ['state', 'nonce', 'login_hint']) {
      const { status, location } = await ask({ [name]: 'a\0b' });
      expect(status, name).toBeLessThan(500);
      expect(location, name).not.toMatch(/^\/sign-in\//);
    }
  });

  test('attack 36: shows request parameters as text', async () => {
    const { response } = await ask({ client_id: '<script>alert(1)</script>' });
    expect(await response.text()).not.toContain('<script>alert');
  });

  test('attack 25: a forged Host changes no address', async () => {
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

  test('behind https every cookie is for https only, whatever the connection to the proxy is', async () => {
    const behind = await startServer(store, { issuer: 'https://id.example.org' });
    const url = `/oidc/auth?${new URLSearchParams({ client_id: shop.id, redirect_uri: redirectUri, response_type: 'code', scope: 'openid', code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' })}`;
    const response = await fetch(`${behind.address}${url}`, { redirect: 'manual' });
    const cookies = response.headers.getSetCookie();
    expect(cookies.length).toBeGreaterThanOrEqual(2);
    for (const cookie of cookies) expect(cookie).toMatch(/; secure; httponly/i);
    for (const cookie of cookies) expect(cookie).toMatch(/samesite=lax/i);
    // Names that no other host of the domain can set a cookie of.
    for (const cookie of cookies)
      expect(cookie).toMatch(/^(__Host-licet_session|__Secure-licet_(sign_in|resume|begun))(\.sig)?=/);
    const document = await (await fetch(`${behind.address}/.well-known/openid-configuration`)).json();
    expect(document).toMatchObject({ token_endpoint: 'https://id.example.org/oidc/token' });
    await behind.close();
  });

  test('attack 45: only the client’s own origins may read a token', async () => {
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
