import { beforeAll, expect, test } from 'vitest';
import type { TestStore } from '../../store/store.testing.ts';
import {
  addSignInUser,
  arrange,
  type Browser,
  redirectUri,
  signIn,
  type TestClient,
  type TestServer,
  testShop,
} from '../steps/sign-in.testing.ts';

let store: TestStore;
let server: TestServer;
let shop: TestClient;
let browser: Browser;
let hint: string;

beforeAll(async () => {
  const started = await testShop();
  ({ store, server, app: shop } = started);
  await arrange(store, (handle) => addSignInUser(server, handle, { username: 'ada' }));
  const signed = await signIn(server, shop, 'ada');
  browser = signed.browser;
  hint = signed.tokens.id_token ?? '';
  return started.close;
});

const request = () => ({
  client_id: shop.id,
  redirect_uri: redirectUri,
  response_type: 'code',
  scope: 'openid profile',
  state: 'a b+c&d=e%2F#ü\u0001',
  code_challenge: 'x'.repeat(43),
  code_challenge_method: 'S256',
});

const post = (path: string, body: BodyInit | null, headers: Record<string, string> = {}) =>
  browser.go(path, { method: 'POST', body, headers });

test('redirects a posted authorization request to GET with every parameter unchanged', async () => {
  const response = await post('/oidc/auth', new URLSearchParams(request()));
  expect([response.status, response.headers.get('cache-control')]).toEqual([303, 'no-store']);
  const location = new URL(response.headers.get('location') ?? '', server.issuer);
  expect(location.pathname).toBe('/oidc/auth');
  expect([...location.searchParams]).toEqual(Object.entries(request()));
  const answered = new URL((await browser.go(location.href)).headers.get('location') ?? '');
  expect(answered.searchParams.get('code')).toMatch(/^[\w-]{43}$/);
  expect(answered.searchParams.get('state')).toBe(request().state);
});

test('merges the query and form parameters of a request, and refuses a repeated parameter', async () => {
  const { client_id: id, ...rest } = request();
  const split = await post(`/oidc/auth?client_id=${id}`, new URLSearchParams(rest));
  const whole = await browser.go(split.headers.get('location') ?? '');
  expect(whole.headers.get('location')).toContain('code=');
  const twice = await post('/oidc/auth?scope=openid', new URLSearchParams(request()));
  const location = new URL(twice.headers.get('location') ?? '', server.issuer);
  expect(location.searchParams.getAll('scope')).toEqual(['openid', 'openid profile']);
  expect((await browser.go(location.href)).headers.get('location')).toContain('error=invalid_request');
});

test('shows an error page for a request body that is too large or not a form', async () => {
  for (const path of ['/oidc/auth', '/oidc/session/end']) {
    const large = await post(path, new URLSearchParams({ ...request(), state: 'x'.repeat(9000) }));
    const swollen = await post(path, `state=${'{'.repeat(4000)}`, {
      'content-type': 'application/x-www-form-urlencoded',
    });
    const json = await post(path, JSON.stringify(request()), { 'content-type': 'application/json' });
    expect([large.status, swollen.status, json.status]).toEqual([413, 413, 415]);
    for (const response of [large, swollen, json]) {
      expect(response.headers.get('location')).toBeNull();
      expect(response.headers.get('content-type')).toContain('text/html');
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    }
  }
});

test('redirects a posted form only to the endpoint that received it', async () => {
  for (const path of ['/oidc/auth?x=//evil.example', '/oidc/auth?/../../evil', '/oidc/session/end?@evil.example/']) {
    const location =
      (await post(path, new URLSearchParams({ y: '\r\nset-cookie: a=b' }))).headers.get('location') ?? '';
    expect(location).toMatch(/^\/oidc\/(auth|session\/end)\?[\w%=&.+-]*$/);
  }
});

test('attack 27: signing out by POST needs a confirmation or the session’s own ID token', async () => {
  const asked = await post('/oidc/session/end', new URLSearchParams({ client_id: shop.id }));
  expect(asked.status).toBe(303);
  expect(await (await browser.go(asked.headers.get('location') ?? '')).text()).toContain('Sign out?');
  const fields = { id_token_hint: hint, post_logout_redirect_uri: 'http://127.0.0.1:9/bye', state: 's' };
  const sent = await post('/oidc/session/end', new URLSearchParams(fields));
  const done = await browser.go(sent.headers.get('location') ?? '');
  expect(done.headers.get('location')).toBe('http://127.0.0.1:9/bye?state=s');
  expect(browser.cookieNames).not.toContain('licet_session');
});
