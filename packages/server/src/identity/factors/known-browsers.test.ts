import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { findKnownBrowser } from '../../store/credentials/known-browsers.ts';
import { nameFailures } from '../../store/credentials/throttle.ts';
import { readEpoch } from '../../store/sign-in/cut-offs.ts';
import { endSession, endSessionsOf } from '../../store/sign-in/sessions.ts';
import { logSignedIn } from '../../store/sign-in/sign-ins.ts';
import type { TestStore } from '../../store/store.testing.ts';
import {
  addSignInUser,
  arrange,
  Browser,
  claimsOf,
  signIn,
  type TestClient,
  type TestServer,
  testShop,
} from '../steps/sign-in.testing.ts';
import { knownBrowsersCookie, readKnownBrowsers } from './known-browsers.ts';

let store: TestStore;
let server: TestServer;
let app: TestClient;

beforeAll(async () => {
  const started = await testShop();
  ({ store, server, app } = started);
  return started.close;
});
const someone = () => arrange(store, (handle) => addSignInUser(server, handle));

async function lockOut({ username }: { readonly username: string }): Promise<void> {
  const { key, kind, ever } = nameFailures(username, true);
  await store.database.pool.query(
    `insert into failures values ($1, $2, $3, now(), '-infinity') on conflict (key) do update set failures = $3`,
    [key, kind, ever],
  );
}

/** Returns a new browser with only the cookie of known browsers. */
function leftAlone(browser: Browser): Browser {
  const fresh = new Browser(server.issuer);
  const value = browser.cookie('licet_known');
  if (value !== undefined) fresh.setCookie('licet_known', value, '/sign-in');
  return fresh;
}

test('a known browser signs its user in while the account is locked elsewhere', async () => {
  const user = await someone();
  const { browser } = await signIn(server, app, user.username);
  await lockOut(user);
  await expect(signIn(server, app, user.username)).rejects.toThrow('"code":"locked"');
  await signIn(server, app, user.username, { browser: leftAlone(browser) });
});

test('the cookie is sent only to the sign-in page and hidden from scripts', async () => {
  const [key, another] = [1, 2].map((byte) => createSecretKey(Buffer.alloc(32, byte))) as [KeyObject, KeyObject];
  const cookie = knownBrowsersCookie(key, ['one', 'two'], 60, true);
  expect(cookie).toMatch(/^__Secure-licet_known=.*; Path=\/sign-in; Max-Age=60; HttpOnly; SameSite=Strict; Secure$/);
  const [pair = ''] = cookie.split(';');
  expect(readKnownBrowsers([key], `other=1; ${pair}`, true)).toEqual(['one', 'two']);
  for (const forged of [
    undefined,
    '',
    'licet_known=',
    pair.replace('__Secure-', ''),
    pair.replace('one', 'six'),
    pair.slice(0, -1),
    `${pair}x`,
  ])
    expect(readKnownBrowsers([key], forged, true)).toEqual([]);
  expect(readKnownBrowsers([another], pair, true)).toEqual([]);
  // While the encryption key is replaced, signatures of the previous one stay valid.
  expect(readKnownBrowsers([another, key], pair, true)).toEqual(['one', 'two']);
  const many = Array.from({ length: 200 }, (_, index) => `token-${index}`);
  expect(readKnownBrowsers([key], knownBrowsersCookie(key, many, 60, false).split(';')[0], false)).toHaveLength(8);
});

test('a browser is forgotten when it is signed out remotely, but not when it signs itself out', async () => {
  const user = await someone();
  const first = await signIn(server, app, user.username);
  const { sid, sub } = claimsOf(first.tokens.access_token);
  await endSession(store.database, String(sub), String(sid), 'itself');
  await lockOut(user);
  const again = await signIn(server, app, user.username, { browser: leftAlone(first.browser) });
  await endSession(store.database, String(sub), String(claimsOf(again.tokens.access_token).sid), 'elsewhere');
  await lockOut(user);
  await expect(signIn(server, app, user.username, { browser: leftAlone(first.browser) })).rejects.toThrow('locked');
});

test('signing a user out everywhere forgets all known browsers', async () => {
  const user = await someone();
  const { browser } = await signIn(server, app, user.username);
  await arrange(store, (change) => endSessionsOf(change, user.id));
  await lockOut(user);
  await expect(signIn(server, app, user.username, { browser: leftAlone(browser) })).rejects.toThrow('locked');
});

test('a sign-in proved before the user’s sessions were ended does not make its browser known', async () => {
  const { id } = await someone();
  const line = { userId: id, outcome: 'signed_in' as const, client: null, address: null, agent: null };
  const now = new Date().toISOString();
  const welcomed = async (epoch: number) => {
    const browser = randomBytes(32);
    await logSignedIn(store.database.pool, line, { browser, epoch, proved: null }, now);
    return (await findKnownBrowser(store.database, id, [browser], now)) !== undefined;
  };
  const before = await readEpoch(store.database.pool, id);
  expect(await welcomed(before)).toBe(true);
  await arrange(store, (handle) => endSessionsOf(handle, id));
  expect(await welcomed(before)).toBe(false);
  expect(await welcomed(await readEpoch(store.database.pool, id))).toBe(true);
});
