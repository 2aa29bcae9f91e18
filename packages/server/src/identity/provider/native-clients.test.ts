import * as client from 'openid-client';
import { describe, expect } from 'vitest';
import type { ClientFields } from '../../store/applications/clients.ts';
import {
  addClient,
  arrange,
  authorize,
  Browser,
  claimsOf,
  discover,
  redirectUri,
  signIn,
  type TestClient,
} from '../steps/sign-in.testing.ts';
import { type ProviderWorld, test as providerTest } from './provider.testing.ts';

const privateUse = 'org.example.app:/callback';

/**
 * Extends the test with an installed application `app`, whose redirect addresses are a private-use scheme and loopback
 * addresses.
 */
const test = providerTest.extend<{ app: TestClient }>({
  app: [
    async ({ world: { store, shop } }, use) => {
      const redirectUris = [privateUse, 'http://127.0.0.1/callback', 'http://[::1]/callback'];
      const fields = { redirectUris, postLogoutRedirectUris: [privateUse] };
      await use(await arrange(store, (handle) => addClient(handle, shop, 'native', fields)));
    },
    { scope: 'file' },
  ],
});

const add = (
  { store, shop }: ProviderWorld,
  kind: ClientFields['kind'],
  redirectUris: readonly string[],
  postLogoutRedirectUris = redirectUris,
) => arrange(store, (handle) => addClient(handle, shop, kind, { redirectUris, postLogoutRedirectUris }));

/** Signs ada in as an installed application that listens at `uri`. */
async function tokensAt({ server }: ProviderWorld, app: TestClient, uri: string) {
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

/**
 * Returns the response to a request without PKCE. The server redirects to an address that it accepts, and shows a page
 * for any other.
 */
async function answeredAt({ server }: ProviderWorld, { id }: TestClient, uri: string) {
  const asked = { client_id: id, redirect_uri: uri, response_type: 'code', scope: 'openid', state: 's' };
  const response = await new Browser(server.issuer).go(`/oidc/auth?${new URLSearchParams(asked)}`);
  return { status: response.status, location: response.headers.get('location') ?? '', page: await response.text() };
}

describe('an installed application', () => {
  test('receives its code at a private-use scheme, and exchanges it for tokens', async ({ world, app }) => {
    const { callback, status, tokens } = await tokensAt(world, app, privateUse);
    expect([callback.protocol, callback.pathname]).toEqual(['org.example.app:', '/callback']);
    expect(status).toBe(200);
    expect(claimsOf(tokens.access_token ?? '')).toMatchObject({ aud: 'shop', client_id: app.id });
    expect(tokens.refresh_token).toBeTypeOf('string');
  });

  test('may use any port of the loopback address (RFC 8252 section 7.3)', async ({ world, app }) => {
    for (const uri of ['http://127.0.0.1:51004/callback', 'http://[::1]:61023/callback', 'http://127.0.0.1/callback'])
      expect((await tokensAt(world, app, uri)).status, uri).toBe(200);
  });

  test.for([
    'http://127.0.0.1:51004/other',
    'http://localhost:51004/callback',
    'http://127.0.0.1.evil.example:51004/callback',
    'http://evil@127.0.0.1:51004/callback',
    'http://127.0.0.1:51004/callback?x=1',
    'https://127.0.0.1:51004/callback',
    'org.example.app:/other',
    'org.example.app2:/callback',
  ])('attack 15: receives no response at %s', async (uri, { world, app }) => {
    const { status, location } = await answeredAt(world, app, uri);
    expect([status, location]).toEqual([400, '']);
  });

  test('must send PKCE', async ({ world, app }) => {
    const { location } = await answeredAt(world, app, privateUse);
    expect(location).toMatch(/^org\.example\.app:\/callback\?error=invalid_request/);
  });

  test('returns to its private-use scheme after signing out', async ({ world, app }) => {
    const { server } = world;
    const { tokens } = await tokensAt(world, app, privateUse);
    const browser = new Browser(server.issuer);
    const asked = { id_token_hint: tokens.id_token ?? '', post_logout_redirect_uri: privateUse, state: 's1' };
    const response = await browser.go(`/oidc/session/end?${new URLSearchParams(asked)}`);
    expect(response.headers.get('location')).toBe(`${privateUse}?state=s1`);
  });

  test('may use any port, unlike a browser or server client', async ({ world }) => {
    for (const kind of ['browser', 'server'] as const) {
      const known = await add(world, kind, ['http://127.0.0.1:8000/callback']);
      expect((await answeredAt(world, known, 'http://127.0.0.1:8001/callback')).status).toBe(400);
    }
  });
});

describe('an old client with a private-use scheme', () => {
  test('completes a sign-in at its other redirect addresses', async ({ world }) => {
    const { server } = world;
    for (const kind of ['browser', 'server'] as const) {
      const old = await add(world, kind, [privateUse, redirectUri], [privateUse, 'http://127.0.0.1:9/bye']);
      const { tokens } = await signIn(server, old, 'ada');
      expect(claimsOf(tokens.access_token).client_id).toBe(old.id);
      const { status, page } = await answeredAt(world, old, privateUse);
      expect(status).toBe(400);
      expect(page).toContain('has not registered');
    }
  });

  test('without another address gets an error page, and causes no server error', async ({ world }) => {
    const old = await add(world, 'browser', [privateUse]);
    const { status, location, page } = await answeredAt(world, old, privateUse);
    expect([status, location]).toEqual([400, '']);
    expect(page).not.toContain('invalid_client_metadata');
    expect(world.server.errors).toEqual([]);
  });
});

// The provider refuses a whole client for one bad address, so it must accept every address that our rules accept.
test.for([
  ['browser', 'https://app.example/callback?tenant=1'],
  ['browser', 'http://[::1]:8080/callback'],
  ['server', 'https://app.example:8443/'],
  ['server', 'http://localhost/callback'],
  ['native', 'com.example.app://callback'],
  ['native', 'a1.b-c+d:callback'],
  ['native', 'http://localhost:8000/'],
  ['native', 'https://app.example/callback'],
] as const)('the provider accepts the allowed addresses of a %s client: %s', async ([kind, uri], { world }) => {
  const known = await add(world, kind, [uri]);
  expect((await answeredAt(world, known, uri)).location.slice(0, uri.length)).toBe(uri);
});

test('form_post reaches an installed application at its port', async ({ world, app }) => {
  const { server } = world;
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
