import { beforeAll, describe, expect, test } from 'vitest';
import { addApplication, type TestNamed } from '../../store/store.testing.ts';
import {
  addClient,
  addSignInUser,
  arrange,
  Browser,
  nextOf,
  password,
  redirectUri,
  signIn,
  type TestClient,
  type TestServer,
  testServer,
} from './sign-in.testing.ts';

let server: TestServer;
let app: TestClient;
let native: TestClient;
let bob: TestNamed;
const nativeUri = 'org.example.app:/callback';
const claimedUri = 'https://app.example/callback';

beforeAll(async () => {
  const { store, ...started } = await testServer();
  ({ server } = started);
  await arrange(store, async (handle) => {
    const shop = await addApplication(handle, 'shop', 'Shop');
    app = await addClient(handle, shop);
    native = await addClient(handle, shop, 'native', {
      redirectUris: [nativeUri, 'http://127.0.0.1/callback', claimedUri],
      name: '<Till>',
    });
    await addSignInUser(server, handle, { username: 'ada', name: 'Ada <Lovelace>' });
    bob = await addSignInUser(server, handle, { username: 'bob', name: 'Bob' });
  });
  return started.close;
});

const here = { 'sec-fetch-site': 'same-origin' };

async function ask(browser: Browser, fields: Record<string, string> = {}) {
  const asked = { client_id: app.id, redirect_uri: redirectUri, response_type: 'code', scope: 'openid', ...fields };
  const challenge = { code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' };
  const response = await browser.go(`/oidc/auth?${new URLSearchParams({ ...asked, ...challenge })}`);
  return response.headers.get('location') ?? '';
}

/** Follows redirects and returns the last address. */
async function follow(browser: Browser, location: string, headers: Record<string, string> = {}): Promise<string> {
  const next = (await browser.go(location, { headers })).headers.get('location') ?? '';
  return next.startsWith(`${server.issuer}/oidc/auth/`) ? follow(browser, next) : next;
}

describe('prompt=select_account', () => {
  test('asks whether to continue the existing session', async () => {
    const { browser } = await signIn(server, app, 'ada');
    const page = await ask(browser, { prompt: 'select_account' });
    expect(page).toMatch(/^\/sign-in\/[\w-]+\/account$/);
    const html = await (await browser.go(page)).text();
    expect(html).toContain('<h1>Continue as Ada &#60;Lovelace&#62;?</h1>');
    expect(html).not.toContain('on this device');
    expect(await follow(browser, `${page}?answer=continue`, here)).toMatch(/^http:\/\/127\.0\.0\.1:9\/callback\?code=/);
  });

  test('asks in the language that the application requested', async () => {
    const { browser } = await signIn(server, app, 'ada');
    const page = await ask(browser, { prompt: 'select_account', ui_locales: 'de-AT' });
    expect(await (await browser.go(page)).text()).toContain('Weiter als Ada');
  });

  test('lets another user sign in and replace the session', async () => {
    const { browser } = await signIn(server, app, 'ada');
    const page = await ask(browser, { prompt: 'select_account' });
    const signInPage = await follow(browser, `${page}?answer=another`, here);
    expect(signInPage).toMatch(/^\/sign-in\/[\w-]+$/);
    const details = await (await browser.go(`${signInPage}/details`)).json();
    expect(details).toMatchObject({ again: false, loginHint: null });
    const answer = await browser.go(signInPage, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: server.issuer },
      body: JSON.stringify({ login: 'bob', password }),
    });
    const { location } = (await answer.json()) as { location: string };
    const form = await (await browser.go(location)).text();
    const fields = [...form.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ]);
    const ended = await browser.go('/oidc/session/end/confirm', { method: 'POST', body: new URLSearchParams(fields) });
    expect(await follow(browser, nextOf(ended))).toMatch(/callback\?code=/);
    const { tokens } = await signIn(server, app, 'nobody', { browser });
    expect(tokens.claims()?.sub).toBe(bob.id);
  });

  test('reports a cancelled choice to the application', async () => {
    const { browser } = await signIn(server, app, 'ada');
    const page = await ask(browser, { prompt: 'select_account' });
    expect(await follow(browser, `${page}?answer=cancel`, here)).toContain('error=access_denied');
  });

  test('does not ask a user who has just signed in or has no session', async () => {
    const { tokens } = await signIn(server, app, 'ada', { parameters: { prompt: 'select_account' } });
    expect(tokens.id_token).toBeTypeOf('string');
    const both = await signIn(server, app, 'ada', { parameters: { prompt: 'login select_account' } });
    expect(both.tokens.id_token).toBeTypeOf('string');
  });

  test('is refused together with prompt=none', async () => {
    const { browser } = await signIn(server, app, 'ada');
    expect(await ask(browser, { prompt: 'none select_account' })).toContain('error=invalid_request');
  });

  test('attack 27: is answered once, only from its own page and browser', async () => {
    const { browser } = await signIn(server, app, 'ada');
    const page = await ask(browser, { prompt: 'select_account' });
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
    ])
      expect((await browser.go(`${page}?answer=continue`, { headers })).status).toBe(403);
    const stranger = await new Browser(server.issuer).go(`${page}?answer=continue`, { headers: here });
    expect([stranger.status, stranger.headers.get('location')]).toEqual([303, `${page.replace('/account', '')}?over=`]);
    const made = await browser.go(`${page}?answer=constructor`, { headers: here });
    expect([made.status, made.headers.get('location')]).toEqual([200, null]);
    await follow(browser, `${page}?answer=continue`, here);
    const twice = await browser.go(`${page}?answer=continue`, { headers: here });
    expect(twice.headers.get('location')).toBe(stranger.headers.get('location'));
  });
});

describe('an installed application', () => {
  test('needs a confirmation despite a session (RFC 8252 section 8.6)', async () => {
    for (const redirect_uri of [nativeUri, 'http://127.0.0.1:50123/callback']) {
      const { browser } = await signIn(server, app, 'ada');
      const asked = { client_id: native.id, redirect_uri };
      expect(await ask(browser, { ...asked, prompt: 'none' })).toContain('error=interaction_required');
      const page = await ask(browser, asked);
      const html = await (await browser.go(page)).text();
      expect(html).toContain('&#60;Till&#62; (shop) wants to sign you in');
      expect(html).toContain('on this device');
      const back = await follow(browser, `${page}?answer=continue`, here);
      expect(back.slice(0, redirect_uri.length + 6)).toBe(`${redirect_uri}?code=`);
    }
  });

  test('needs no confirmation at an https address that its site confirms', async () => {
    const { browser } = await signIn(server, app, 'ada');
    const back = await ask(browser, { client_id: native.id, redirect_uri: claimedUri, prompt: 'none' });
    expect(back).toMatch(/^https:\/\/app\.example\/callback\?code=/);
  });
});
