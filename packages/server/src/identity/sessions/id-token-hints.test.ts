import { beforeAll, describe, expect, test } from 'vitest';
import { addApplication, type TestStore } from '../../store/store.testing.ts';
import {
  addClient,
  addSignInUser,
  arrange,
  Browser,
  claimsOf,
  redirectUri,
  type SignedIn,
  signIn,
  type TestClient,
  type TestServer,
  testServers,
} from '../steps/sign-in.testing.ts';

let store: TestStore;
let server: TestServer;
let other: TestServer & { address: string };
let app: TestClient;
let another: TestClient;
let old: SignedIn;

const operator = { kind: 'operator', id: null, name: 'operator' } as const;

/** Rotates the keys, and moves the clock until the previous ones are no longer published. */
async function rotate(since: string): Promise<void> {
  await server.identity.rotateKeys(operator);
  await store.database.pool.query('update signing_keys set retired_at = retired_at - $1::interval', [since]);
  await server.identity.rotateKeys(operator);
}

beforeAll(async () => {
  const started = await testServers();
  ({ store, server, other } = started);
  await arrange(store, async (handle) => {
    const shop = await addApplication(handle, 'shop', 'Shop');
    app = await addClient(handle, shop);
    another = await addClient(handle, shop);
    await addSignInUser(server, handle, { username: 'ada' });
  });
  old = await signIn(server, app, 'ada');
  await rotate('1 hour');
  return started.close;
});

const idToken = () => old.tokens.id_token ?? '';
const kidOf = (token: string) =>
  (JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as { kid: string }).kid;
const bye = { post_logout_redirect_uri: 'http://127.0.0.1:9/bye', state: 's1' };
const endOf = (fields: Record<string, string>) => `/oidc/session/end?${new URLSearchParams({ ...bye, ...fields })}`;
const html = { headers: { accept: 'text/html' } };

/** The same token with another signature. */
const forged = (token: string) => `${token.slice(0, token.lastIndexOf('.'))}.${'A'.repeat(86)}`;

async function ask(browser: Browser, fields: Record<string, string>) {
  const asked = { client_id: app.id, redirect_uri: redirectUri, response_type: 'code', scope: 'openid', ...fields };
  const challenge = { code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' };
  const response = await browser.go(`/oidc/auth?${new URLSearchParams({ ...asked, ...challenge })}`, html);
  return response.headers.get('location') ?? '';
}

describe('an ID token whose key was replaced', () => {
  test('is signed by a key that is no longer published', async () => {
    const { keys } = (await (await fetch(`${server.issuer}/oidc/jwks`)).json()) as { keys: { kid: string }[] };
    expect(keys.map(({ kid }) => kid)).not.toContain(kidOf(idToken()));
  });

  test('still identifies the user for prompt=none, on every server', async () => {
    for (const at of [server.issuer, other.address]) {
      const location = await ask(old.browser.copy().at(at), { prompt: 'none', id_token_hint: idToken() });
      expect(location, at).toMatch(/callback\?code=/);
    }
  });

  test('does not make an access token with the same key valid', async () => {
    const headers = { authorization: `Bearer ${old.tokens.access_token}` };
    expect(kidOf(old.tokens.access_token)).toBe(kidOf(idToken()));
    await expect(server.identity.verify({ method: 'GET', url: '/', headers }, undefined)).rejects.toThrow();
    expect((await fetch(`${server.issuer}/oidc/userinfo`, { headers })).status).toBe(401);
  });

  test('is accepted only for its own client, and an access token is not accepted instead', async () => {
    const fields = { prompt: 'none', id_token_hint: idToken(), client_id: another.id };
    expect(await ask(old.browser.copy(), fields)).toContain('error=login_required');
    const location = await ask(old.browser.copy(), { prompt: 'none', id_token_hint: old.tokens.access_token });
    expect(location).toContain('error=login_required');
  });

  test('signs the user out without a confirmation, and redirects to the application', async () => {
    const browser = old.browser.copy();
    const response = await browser.go(endOf({ id_token_hint: idToken() }));
    expect(response.headers.get('location')).toBe('http://127.0.0.1:9/bye?state=s1');
  });
});

describe('an unverified id_token_hint', () => {
  test('keeps the redirect address and the state on the sign-out page if id_token_hint or client_id identifies the client', async () => {
    const { browser, tokens } = await signIn(server, app, 'ada');
    const hint = forged(tokens.id_token ?? '');
    for (const fields of [{ id_token_hint: hint }, { id_token_hint: 'nonsense', client_id: app.id }]) {
      const again = await browser.go(endOf(fields), html);
      const page = await (await browser.go(again.headers.get('location') ?? '')).text();
      expect(page).toContain('Sign out?');
      expect(page).toContain('name="post_logout_redirect_uri" value="http://127.0.0.1:9/bye"');
      expect(page).toContain('name="state" value="s1"');
    }
  });

  test('does not redirect to an unregistered address', async () => {
    const { tokens } = await signIn(server, app, 'ada');
    const fields = { id_token_hint: forged(tokens.id_token ?? ''), post_logout_redirect_uri: 'http://evil.example/' };
    const browser = new Browser(server.issuer);
    const again = await browser.go(endOf(fields), html);
    const end = await browser.go(again.headers.get('location') ?? '');
    expect(end.headers.get('location')).toBe('/signed-out?address=unknown');
  });

  test('leads to a sign-in, or to login_required with prompt=none', async () => {
    const { browser, tokens } = await signIn(server, app, 'ada');
    const madeUp = (kid: string) =>
      [{ alg: 'ES256', kid }, { aud: app.id, iss: server.issuer, sub: 'x' }, {}]
        .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
        .join('.');
    for (const hint of [
      forged(tokens.id_token ?? ''),
      'nonsense',
      madeUp('\0'),
      madeUp('\ud800'),
      madeUp('x'.repeat(4000)),
    ]) {
      expect(await ask(browser, { id_token_hint: hint })).toMatch(/^\/sign-in\//);
      expect(await ask(browser, { id_token_hint: hint, prompt: 'none' })).toContain('error=login_required');
    }
    const signedIn = await signIn(server, app, 'ada', { browser, parameters: { id_token_hint: 'nonsense' } });
    expect(claimsOf(signedIn.tokens.access_token).client_id).toBe(app.id);
  });

  test('can be a token whose key was replaced before every current session began', async () => {
    const { browser, tokens } = await signIn(server, app, 'ada');
    await rotate('31 days');
    const fields = { prompt: 'none', id_token_hint: tokens.id_token ?? '' };
    expect(await ask(browser, fields)).toContain('error=login_required');
  });
});

test('an ID token still identifies the user after its client’s algorithm was changed', async () => {
  const { browser, tokens } = await signIn(server, app, 'ada');
  await store.database.pool.query(`update clients set id_token_algorithm = 'RS256' where id = $1`, [app.id]);
  expect(await ask(browser, { prompt: 'none', id_token_hint: tokens.id_token ?? '' })).toMatch(/callback\?code=/);
});
