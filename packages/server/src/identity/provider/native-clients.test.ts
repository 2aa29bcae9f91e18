import * as client from 'openid-client';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ClientFields } from '../../store/applications/clients.ts';
import { addApplication, type TestApplication, type TestStore } from '../../store/store.testing.ts';
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
  type TestClient,
  type TestServer,
  testServer,
} from '../steps/sign-in.testing.ts';

const privateUse = 'org.example.app:/callback';
let store: TestStore;
let server: TestServer;
let shop: TestApplication;
let app: TestClient;

beforeAll(async () => {
  const started = await testServer();
  ({ store, server } = started);
  await arrange(store, async (handle) => {
    shop = await addApplication(handle, 'shop', 'Shop');
    await addSignInUser(server, handle, { username: 'ada' });
    const redirectUris = [privateUse, 'http://127.0.0.1/callback', 'http://[::1]/callback'];
    app = await addClient(handle, shop, 'native', { redirectUris, postLogoutRedirectUris: [privateUse] });
  });
  return started.close;
});

const add = (kind: ClientFields['kind'], redirectUris: readonly string[], postLogoutRedirectUris = redirectUris) =>
  arrange(store, (handle) => addClient(handle, shop, kind, { redirectUris, postLogoutRedirectUris }));

/** Signs ada in, as an installed application does that listens at an address. */
async function tokensAt(uri: string) {
  const config = await discover(server, app);
  const parameters = { redirect_uri: uri };
  const { callback, verifier } = await authorize(server, config, new Browser(server.issuer), 'ada', { parameters });
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    client_id: app.id,
    redirect_uri: uri,
    code: callback.searchParams.get('code') ?? '',
    code_verifier: verifier,
  });
  const response = await fetch(`${server.issuer}/oidc/token`, { method: 'POST', body });
  return { callback, status: response.status, tokens: (await response.json()) as Record<string, string> };
}

/** How a request without PKCE is answered: at the address when the provider takes it, by a page of ours when it does not. */
async function answeredAt({ id }: TestClient, uri: string) {
  const asked = { client_id: id, redirect_uri: uri, response_type: 'code', scope: 'openid', state: 's' };
  const response = await new Browser(server.issuer).go(`/oidc/auth?${new URLSearchParams(asked)}`);
  return { status: response.status, location: response.headers.get('location') ?? '', page: await response.text() };
}

describe('an installed application', () => {
  test('gets its code at a private-use scheme, and tokens for it', async () => {
    const { callback, status, tokens } = await tokensAt(privateUse);
    expect([callback.protocol, callback.pathname]).toEqual(['org.example.app:', '/callback']);
    expect(status).toBe(200);
    expect(claimsOf(tokens.access_token ?? '')).toMatchObject({ aud: 'shop', client_id: app.id });
    expect(tokens.refresh_token).toBeTypeOf('string');
  });

  test('listens at any port of the loopback address (RFC 8252 section 7.3)', async () => {
    for (const uri of ['http://127.0.0.1:51004/callback', 'http://[::1]:61023/callback', 'http://127.0.0.1/callback'])
      expect((await tokensAt(uri)).status, uri).toBe(200);
  });

  test.each([
    'http://127.0.0.1:51004/other',
    'http://localhost:51004/callback',
    'http://127.0.0.1.evil.example:51004/callback',
    'http://evil@127.0.0.1:51004/callback',
    'http://127.0.0.1:51004/callback?x=1',
    'https://127.0.0.1:51004/callback',
    'org.example.app:/other',
    'org.example.app2:/callback',
  ])('attack 15: gets no answer at %s', async (uri) => {
    const { status, location } = await answeredAt(app, uri);
    expect([status, location]).toEqual([400, '']);
  });

  test('must send PKCE', async () => {
    const { location } = await answeredAt(app, privateUse);
    expect(location).toMatch(/^org\.example\.app:\/callback\?error=invalid_request/);
  });

  test('is called back at its scheme after signing out', async () => {
    const { tokens } = await tokensAt(privateUse);
    const browser = new Browser(server.issuer);
    const asked = { id_token_hint: tokens.id_token ?? '', post_logout_redirect_uri: privateUse, state: 's1' };
    const response = await browser.go(`/oidc/session/end?${new URLSearchParams(asked)}`);
    expect(response.headers.get('location')).toBe(`${privateUse}?state=s1`);
  });

  test('a browser or server client has no other port than the registered one', async () => {
    for (const kind of ['browser', 'server'] as const) {
      const known = await add(kind, ['http://127.0.0.1:8000/callback']);
      expect((await answeredAt(known, 'http://127.0.0.1:8001/callback')).status).toBe(400);
    }
  });
});

describe('an old client with a private-use scheme', () => {
  test('signs users in at its other addresses', async () => {
    for (const kind of ['browser', 'server'] as const) {
      const old = await add(kind, [privateUse, redirectUri], [privateUse, 'http://127.0.0.1:9/bye']);
      const { tokens } = await signIn(server, old, 'ada');
      expect(claimsOf(tokens.access_token).client_id).toBe(old.id);
      const { status, page } = await answeredAt(old, privateUse);
      expect(status).toBe(400);
      expect(page).toContain('has not registered');
    }
  });

  test('without another address gets a page, not a failure', async () => {
    const old = await add('browser', [privateUse]);
    const { status, location, page } = await answeredAt(old, privateUse);
    expect([status, location]).toEqual([400, '']);
    expect(page).not.toContain('invalid_client_metadata');
    expect(server.errors).toEqual([]);
  });
});

// Whatever the address rules accept, the provider has to accept too: it refuses a client as a whole.
test.each([
  ['browser', 'https://app.example/callback?tenant=1'],
  ['browser', 'http://[::1]:8080/callback'],
  ['server', 'https://app.example:8443/'],
  ['server', 'http://localhost/callback'],
  ['native', 'com.example.app://callback'],
  ['native', 'a1.b-c+d:callback'],
  ['native', 'http://localhost:8000/'],
  ['native', 'https://app.example/callback'],
] as const)('the provider accepts the allowed addresses of a %s client: %s', async (kind, uri) => {
  const known = await add(kind, [uri]);
  expect((await answeredAt(known, uri)).location.slice(0, uri.length)).toBe(uri);
});

test('a form answers an installed application at its port', async () => {
  const { browser } = { browser: new Browser(server.issuer) };
  const config = await discover(server, app);
  await authorize(server, config, browser, 'ada', { parameters: { redirect_uri: 'http://127.0.0.1:50999/callback' } });
  const asked = {
    client_id: app.id,
    redirect_uri: 'http://127.0.0.1:50999/callback',
    response_type: 'code',
    response_mode: 'form_post',
    scope: 'openid',
    prompt: 'none',
    code_challenge: await client.calculatePKCECodeChallenge('x'.repeat(43)),
    code_challenge_method: 'S256',
  };
  const response = await browser.go(`/oidc/auth?${new URLSearchParams(asked)}`);
  expect(response.headers.get('content-security-policy')).not.toContain('form-action');
});
