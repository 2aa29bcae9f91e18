import * as client from 'openid-client';
import { beforeAll, expect, test, vi } from 'vitest';
import type { TestStore } from '../../store/store.testing.ts';
import {
  addSignInUser,
  arrange,
  authorize,
  Browser,
  claimsOf,
  discover,
  signIn,
  type TestClient,
  type TestServer,
  testShop,
} from '../steps/sign-in.testing.ts';

let store: TestStore;
let server: TestServer;
let shop: TestClient;

beforeAll(async () => {
  const started = await testShop();
  ({ store, server, app: shop } = started);
  await arrange(store, (handle) => addSignInUser(server, handle, { username: 'ada' }));
  return started.close;
});

const password = { acr: 'urn:licet:acr:single-factor', amr: ['pwd'] };
const claims = async (browser: Browser, parameters: Record<string, string> = {}) => {
  const { tokens } = await signIn(server, shop, 'ada', { browser, parameters });
  return { ...tokens.claims() };
};

test('an ID token contains the method and time of the sign-in, even after a refresh', async () => {
  const before = Math.floor(Date.now() / 1000);
  const { tokens, config } = await signIn(server, shop, 'ada');
  const after = Math.ceil(Date.now() / 1000);
  const first = tokens.claims();
  expect(first).toMatchObject({ ...password, auth_time: expect.any(Number) });
  expect(first?.auth_time).toBeGreaterThanOrEqual(before);
  expect(first?.auth_time).toBeLessThanOrEqual(after);
  const renewed = await client.refreshTokenGrant(config, tokens.refresh_token ?? '');
  expect(renewed.claims()).toMatchObject({ ...password, auth_time: first?.auth_time, sub: first?.sub });
});

test('an ID token contains the method for a session that began without an application', async () => {
  const browser = new Browser(server.issuer);
  const body = JSON.stringify({ login: 'ada', password: 'a long enough passphrase' });
  const headers = { 'content-type': 'application/json', origin: server.issuer };
  expect((await browser.go('/sign-in', { method: 'POST', body, headers })).status).toBe(204);
  expect(await claims(browser, { prompt: 'none' })).toMatchObject(password);
});

test('treats acr_values as a preference, and reports the actual value', async () => {
  const browser = new Browser(server.issuer);
  expect(await claims(browser, { acr_values: 'urn:example:gold urn:licet:acr:single-factor' })).toMatchObject(password);
  expect(await claims(browser, { acr_values: 'urn:example:gold' })).toMatchObject(password);
  const { acr_values_supported: supported } = (await discover(server, shop)).serverMetadata();
  expect(supported).toEqual([password.acr, 'urn:licet:acr:multi-factor']);
});

test('max_age requires a new sign-in, which updates auth_time', async () => {
  const { browser, tokens } = await signIn(server, shop, 'ada');
  const first = Number(tokens.claims()?.auth_time);
  expect((await claims(browser, { max_age: '60' })).auth_time).toBe(first);
  await vi.waitUntil(() => Date.now() / 1000 > first + 3.1, 60_000); // the session's time may be rounded up by a second
  const config = await discover(server, shop);
  const silent = await authorize(server, config, browser, 'ada', { parameters: { max_age: '1', prompt: 'none' } });
  expect(silent.callback.searchParams.get('error')).toBe('login_required');
  expect(Number((await claims(browser, { max_age: '1' })).auth_time)).toBeGreaterThan(first);
});

test('an access token contains acr and auth_time, even after a refresh (RFC 9068 section 2.2.1)', async () => {
  const { tokens, config } = await signIn(server, shop, 'ada');
  const said = { acr: password.acr, auth_time: tokens.claims()?.auth_time };
  expect(claimsOf(tokens.access_token)).toMatchObject(said);
  const renewed = await client.refreshTokenGrant(config, tokens.refresh_token ?? '');
  expect(claimsOf(renewed.access_token)).toMatchObject(said);
});

test('accepts prompt=consent without a consent page, and refuses it together with prompt=none', async () => {
  const { browser } = await signIn(server, shop, 'ada');
  const config = await discover(server, shop);
  const ask = async (prompt: string) =>
    (await authorize(server, config, browser, 'nobody', { parameters: { prompt } })).callback.searchParams;
  expect((await ask('consent')).get('code')).toMatch(/^[\w-]{43}$/);
  expect((await ask('none consent')).get('error')).toBe('invalid_request');
  const offline = await signIn(server, shop, 'nobody', {
    browser,
    scope: 'openid offline_access',
    parameters: { prompt: 'consent' },
  });
  expect(offline.tokens.refresh_token).toBeTypeOf('string');
});

test('prompt=login consent requires one sign-in', async () => {
  const { browser } = await signIn(server, shop, 'ada');
  await expect(signIn(server, shop, 'nobody', { browser, parameters: { prompt: 'login consent' } })).rejects.toThrow(
    'sign_in_failed',
  );
  expect(await claims(browser, { prompt: 'login consent' })).toMatchObject(password);
});
