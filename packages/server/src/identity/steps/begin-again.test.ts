import { limits } from '@licet/contract';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { deleteClient } from '../../store/applications/clients.ts';
import { poolOf } from '../../store/kernel/pool.ts';
import { addApplication } from '../../store/store.testing.ts';
import { enter, send } from '../provider/provider.testing.ts';
import {
  addClient,
  addSignInUser,
  arrange,
  Browser,
  password,
  redirectUri,
  type StartedServer,
  startServer,
  type TestClient,
  testServer,
} from './sign-in.testing.ts';

// A sign-in whose record no longer exists: it has expired, or the database crashed before the record reached the disk.

let started: StartedServer;
let shop: TestClient;
let pushing: TestClient;
let native: TestClient;
let tv: TestClient;
const deepLink = 'a state that leads to an order';

beforeAll(async () => {
  started = await testServer();
  await arrange(started.store, async (handle) => {
    const application = await addApplication(handle, 'shop', 'Shop');
    shop = await addClient(handle, application, 'browser', {
      redirectUris: ['https://first.example/callback', redirectUri],
    });
    pushing = await addClient(handle, application, 'server', { requirePushedAuthorization: true });
    native = await addClient(handle, application, 'native', {
      redirectUris: ['org.example.till:/callback', 'http://127.0.0.1/callback'],
    });
    tv = await addClient(handle, application, 'device');
    await addSignInUser(started.server, handle, { username: 'ada' });
  });
  return started.close;
});

const requestOf = (client: TestClient, more: Record<string, string> = {}) => ({
  client_id: client.id,
  redirect_uri: redirectUri,
  response_type: 'code',
  scope: 'openid',
  state: deepLink,
  code_challenge: 'x'.repeat(43),
  code_challenge_method: 'S256',
  ...more,
});

/** Starts a sign-in and returns the address of its page without the query. */
async function begin(browser: Browser, asked: Record<string, string>): Promise<string> {
  const response = await browser.go(`/oidc/auth?${new URLSearchParams(asked)}`);
  return (response.headers.get('location') ?? '').split('?')[0] ?? '';
}

const wayBack = async (browser: Browser, page: string) =>
  (await browser.go(`${page}/begin-again`)).json() as Promise<Record<string, string | null>>;

const lose = () => poolOf(started.store.database).query("delete from oidc_records where model = 'Interaction'");

describe('a sign-in whose record is lost', () => {
  test('offers to repeat its request with the original parameters', async () => {
    const browser = new Browser(started.server.issuer);
    const asked = requestOf(shop, { login_hint: 'ada', resource: 'urn:licet:application:shop' });
    const page = await begin(browser, asked);
    await lose();
    expect((await browser.go(`${page}/details`)).status).toBe(404);
    const { again, ...rest } = await wayBack(browser, page);
    expect(rest).toEqual({ why: 'gone', application: 'Shop', home: 'http://127.0.0.1:9/' });
    const repeated = new URL(again ?? '', started.server.issuer);
    expect(repeated.pathname).toBe('/oidc/auth');
    expect(Object.fromEntries(repeated.searchParams)).toEqual(asked);

    const next = await begin(browser, Object.fromEntries(repeated.searchParams));
    expect((await browser.go(`${next}/details`)).status).toBe(200);
  });

  test('is reported when the browser continues or the user chooses an account', async () => {
    const browser = new Browser(started.server.issuer);
    const page = await begin(browser, requestOf(shop, { ui_locales: 'de' }));
    const signedIn = await browser.go(page, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: started.server.issuer },
      body: JSON.stringify({ login: 'ada', password }),
    });
    const { location } = (await signedIn.json()) as { location: string };
    await lose();
    const back = await browser.go(location);
    expect([back.status, back.headers.get('location')]).toEqual([303, `${page}?over=`]);
    const choice = await browser.go(`${page}/account?answer=continue&ui_locales=de`);
    expect([choice.status, choice.headers.get('location')]).toEqual([303, `${page}?over=&ui_locales=de`]);
    expect(await wayBack(browser, page)).toMatchObject({ application: 'Shop' });
  });

  test('keeps pushed parameters out of URLs, and links to the application’s root', async () => {
    const browser = new Browser(started.server.issuer);
    const pushed = await fetch(`${started.server.issuer}/oidc/request`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${pushing.id}:${pushing.secret}`)}` },
      body: new URLSearchParams(requestOf(pushing)),
    });
    const { request_uri: uri } = (await pushed.json()) as { request_uri: string };
    const page = await begin(browser, { client_id: pushing.id, request_uri: uri });
    await lose();
    expect(await wayBack(browser, page)).toEqual({
      why: 'gone',
      application: 'Shop',
      again: null,
      home: 'http://127.0.0.1:9/',
    });
  });

  test('links to the application’s root when the request is too long for a cookie', async () => {
    const browser = new Browser(started.server.issuer);
    const page = await begin(browser, requestOf(shop, { state: 's'.repeat(5000) }));
    await lose();
    // The browser lacks the cookie, so the return address of the request is unknown.
    expect(await wayBack(browser, page)).toMatchObject({
      application: 'Shop',
      again: null,
      home: 'https://first.example/',
    });
  });

  test('offers to repeat the request of an installed application, which has no home page', async () => {
    const browser = new Browser(started.server.issuer);
    const page = await begin(browser, requestOf(native, { redirect_uri: 'http://127.0.0.1:51000/callback' }));
    await lose();
    expect(await wayBack(browser, page)).toMatchObject({ home: null, again: expect.stringContaining('51000') });
  });

  test('links to the device code page when a device started it', async () => {
    const begun = await fetch(`${started.server.issuer}/oidc/device`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: tv.id, scope: 'openid' }),
    });
    const { user_code: code } = (await begun.json()) as { user_code: string };
    const browser = new Browser(started.server.issuer);
    const answer = await send(browser, await enter(browser, code));
    const page = (answer.headers.get('location') ?? '').replace(started.server.issuer, '');
    expect(page).toMatch(/^\/sign-in\//);
    await lose();
    expect(await wayBack(browser, page)).toEqual({ why: 'gone', application: 'Shop', again: '/device', home: null });
  });

  test('has no links when its client was deleted', async () => {
    const browser = new Browser(started.server.issuer);
    const gone = await arrange(started.store, async (handle) =>
      addClient(handle, await addApplication(handle, 'gone', 'Gone')),
    );
    const page = await begin(browser, requestOf(gone));
    await arrange(started.store, (handle) => deleteClient(handle, gone.id));
    expect(await wayBack(browser, page)).toMatchObject({ application: null, again: null, home: null });
  });
});

test('a sign-in page that was open for more than an hour reports that it is too old', async () => {
  const browser = new Browser(started.server.issuer);
  const page = await begin(browser, requestOf(shop));
  const cookie = Buffer.from(browser.cookie('licet_begun') ?? '', 'base64url').toString();
  const { at } = JSON.parse(cookie) as { at: number };
  vi.useFakeTimers({ toFake: ['Date'], now: (at + limits.interactionLifetime.value + 1) * 1000 });
  try {
    expect(await wayBack(browser, page)).toMatchObject({ why: 'old', application: 'Shop' });
  } finally {
    vi.useRealTimers();
  }
});

describe('another browser', () => {
  test('learns the application of a started sign-in, but nothing about its request', async () => {
    const page = await begin(new Browser(started.server.issuer), requestOf(shop, { login_hint: 'ada' }));
    const stranger = new Browser(started.server.issuer);
    const reason = { why: 'elsewhere', again: null };
    expect(await wayBack(stranger, page)).toEqual({ ...reason, application: 'Shop', home: 'https://first.example/' });
    await lose();
    expect(await wayBack(stranger, page)).toEqual({ ...reason, application: null, home: null });
  });

  test('cannot repeat a request that was stored for another sign-in', async () => {
    const [browser, stranger] = [new Browser(started.server.issuer), new Browser(started.server.issuer)];
    const page = await begin(browser, requestOf(shop));
    await begin(stranger, requestOf(shop, { state: 'of the stranger' }));
    for (const name of ['licet_begun', 'licet_begun.sig']) browser.setCookie(name, stranger.cookie(name) ?? '');
    expect(await wayBack(browser, page)).toMatchObject({ why: 'elsewhere', again: null });
  });

  test('cannot forge a stored request, because the server signs it', async () => {
    const browser = new Browser(started.server.issuer);
    const page = await begin(browser, requestOf(shop));
    await lose();
    const forged = { client: shop.id, device: false, at: 0, query: 'redirect_uri=https://evil.example/' };
    browser.setCookie('licet_begun', Buffer.from(JSON.stringify(forged)).toString('base64url'));
    expect(await wayBack(browser, page)).toMatchObject({ application: null, again: null, home: null });
  });
});

test('the response headers fit a proxy with a buffer of 4 kB', async () => {
  const behind = await startServer(started.store, { issuer: 'https://identity.department.example.org' });
  const sizes: number[] = [];
  for (let length = 900; length < 1400; length += 20) {
    const url = `${behind.address}/oidc/auth?${new URLSearchParams(requestOf(shop, { state: 's'.repeat(length) }))}`;
    const { headers } = await fetch(url, { redirect: 'manual' });
    const lines = [...headers].map(([name, value]) => name.length + value.length + 4);
    sizes.push(lines.reduce((sum, size) => sum + size, 0));
  }
  // The remaining headers of the complete server take about 600 bytes (http/headers.ts).
  expect(Math.max(...sizes)).toBeLessThan(4096 - 600);
  expect(Math.max(...sizes), 'the longest cookie was among them').toBeGreaterThan(2600);
  await behind.close();
});

test('the cookie of a started sign-in is sent only to its pages and hidden from scripts', async () => {
  const response = await fetch(`${started.server.issuer}/oidc/auth?${new URLSearchParams(requestOf(shop))}`, {
    redirect: 'manual',
  });
  const [cookie = ''] = response.headers.getSetCookie().filter((line) => line.startsWith('licet_begun='));
  expect(cookie).toContain(`; path=${response.headers.get('location')};`);
  expect(cookie).toMatch(/; httponly/i);
  expect(cookie).toMatch(/; samesite=lax/i);
  const days = (Date.parse(/expires=([^;]+)/i.exec(cookie)?.[1] ?? '') - Date.now()) / 86_400_000;
  expect(Math.round(days)).toBe(limits.begunRemembered.value / 86_400);
});
