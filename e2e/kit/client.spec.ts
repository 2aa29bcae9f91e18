import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test';
import { countTokenRequests, signInAt, signInKnown, startWorld, type World } from './client/world.ts';

let world: World;
let contexts: BrowserContext[] = [];

test.beforeAll(async () => {
  world = await startWorld();
  await world.addUser('maya', 'clerk');
  await world.addUser('olu', 'everything');
});

test.afterEach(async () => {
  Object.assign(world.options, { storage: 'session', live: true, returnBy: 'popstate' });
  for (const context of contexts) await context.close();
  contexts = [];
});

test.afterAll(() => world?.stop());

test('signing in returns to the page where it started, and a reload keeps the session without a flash', async ({
  browser,
}) => {
  const page = await open(browser, '/invoices/17?tab=lines');
  await signInAt(page, 'maya');
  await expect(text(page, 'address')).toHaveText('/invoices/17?tab=lines');
  expect(new URL(page.url()).search).toBe('?tab=lines');
  await expect(text(page, 'name')).toHaveText('Maya');
  await expect(text(page, 'roles')).toHaveText('clerk');
  const counted = countTokenRequests(page.context());
  await page.reload();
  await expect(text(page, 'status')).toHaveText('valid');
  expect(await page.evaluate(() => globalThis.kit.seen)).toEqual(['valid']);
  expect(counted.sent).toBe(0);
  const cookies = await page.context().cookies(world.page.origin);
  expect(await page.evaluate(() => document.cookie)).toBe('');
  expect(cookies.every(({ httpOnly }) => httpOnly)).toBe(true);
});

test('the sign-in response does not stay in the address, even if a router restores the address', async ({
  browser,
}) => {
  const page = await open(browser, '/invoices/17?tab=lines');
  // Imitates the App Router of Next.js. The router keeps its first URL and writes it on each render. It handles popstate only after
  // hydration, when the client has already processed the authorization response.
  await page.addInitScript(() => {
    if (!location.search.includes('code=')) return;
    let canonical = location.href;
    const draw = () => history.replaceState({ __NA: true }, '', canonical);
    const hydrate = () => {
      draw();
      setTimeout(() => {
        addEventListener('popstate', ({ state }) => {
          if (state?.__NA) canonical = location.href;
        });
      }, 50);
      for (let at = 100; at < 1000; at += 100) setTimeout(draw, at);
      setTimeout(() => document.body.setAttribute('data-drawn', canonical), 1200);
    };
    const waiting = setInterval(() => {
      if (location.href === canonical) return;
      clearInterval(waiting);
      setTimeout(hydrate, 20);
    }, 5);
  });
  await signInAt(page, 'maya');
  const at = `${world.page.origin}/invoices/17?tab=lines`;
  await expect(page.locator('body')).toHaveAttribute('data-drawn', at);
  expect(page.url()).toBe(at);
});

test('if the return from sign-in needs a page load, nothing is rendered before that load', async ({ browser }) => {
  world.options.returnBy = 'load';
  const page = await open(browser, '/invoices/17?tab=lines#second');
  await signInAt(page, 'maya');
  const at = `${world.page.origin}/invoices/17?tab=lines#second`;
  expect(page.url()).toBe(at);
  // The browser loaded only the target page, and the access was `valid` from the first render.
  const loaded = await page.evaluate(() => performance.getEntriesByType('navigation').map(({ name }) => name));
  expect(loaded).toEqual([at]);
  expect(await page.evaluate(() => globalThis.kit.seen)).toEqual(['valid']);
  await page.goBack();
  expect(page.url()).not.toContain('code=');
});

test('a second tab is signed in by the first without a redirect', async ({ browser }) => {
  const page = await open(browser);
  await signInKnown(page, world, 'maya');
  const counted = countTokenRequests(page.context());
  const second = await page.context().newPage();
  await second.goto(`${world.page.origin}/second`);
  await expect(text(second, 'status')).toHaveText('valid');
  await expect(text(second, 'address')).toHaveText('/second');
  expect(counted.sent).toBe(0);
});

test('three tabs that renew at the same moment send one request, and all get the new token', async ({ browser }) => {
  const page = await open(browser);
  await signInKnown(page, world, 'maya');
  const tabs = [page, ...(await more(page, 2))];
  const counted = countTokenRequests(page.context());
  const before = await accessToken(page);
  const moment = Date.now() + 500;
  await Promise.all(
    tabs.map((tab) =>
      tab.evaluate(async (at) => {
        await new Promise((resolve) => setTimeout(resolve, at - Date.now()));
        await globalThis.kit.licet.refresh();
      }, moment),
    ),
  );
  await expect.poll(() => Promise.all(tabs.map(accessToken))).not.toContain(before);
  expect(new Set(await Promise.all(tabs.map(accessToken))).size).toBe(1);
  expect(counted.sent).toBe(1);
});

for (const storage of ['session', 'local', 'memory'] as const)
  test(`signing out in one tab signs out all tabs and the session at Licet (${storage})`, async ({ browser }) => {
    world.options.storage = storage;
    const page = await open(browser);
    await signInKnown(page, world, 'maya');
    const [second] = await more(page, 1);
    await page.locator('#sign-out').click();
    await expect(text(second, 'status')).toHaveText('signed-out');
    await expect(text(second, 'reason')).toHaveText('signed_out_elsewhere You signed out in another tab.');
    await expect(text(page, 'status')).toHaveText('signed-out');
    await page.locator('#sign-in').click();
    await expect(page.getByLabel('Password', { exact: true })).toBeVisible();
  });

test('a refused renewal signs out without leaving the page, so typed text stays', async ({ browser }) => {
  const user = await world.addUser('yusuf', 'clerk');
  const page = await open(browser, '/note');
  await signInKnown(page, world, 'yusuf');
  await page.getByLabel('Note').fill('Half a sentence');
  await world.licet.operator.users.suspend({ params: { user } });
  await page.evaluate(() => globalThis.kit.licet.refresh());
  await expect(text(page, 'status')).toHaveText('signed-out');
  await expect(text(page, 'reason')).toHaveText('session_ended Your session has ended. Sign in again.');
  await expect(page.getByLabel('Note')).toHaveValue('Half a sentence');
  expect(new URL(page.url()).pathname).toBe('/note');
});

test('a network outage signs no one out, and the token can be renewed afterwards', async ({ browser }) => {
  const page = await open(browser);
  await signInKnown(page, world, 'maya');
  const before = await accessToken(page);
  await page.context().setOffline(true);
  const failure = await page.evaluate(() => globalThis.kit.licet.refresh().catch((error) => error.message));
  expect(failure).toContain('cannot be reached. Check the network and try again.');
  await expect(text(page, 'status')).toHaveText('valid');
  await page.context().setOffline(false);
  await page.evaluate(() => globalThis.kit.licet.refresh());
  expect(await accessToken(page)).not.toBe(before);
});

test('a copied token is refused as a bearer token, and a copied session is signed out', async ({ browser }) => {
  const page = await open(browser);
  await signInKnown(page, world, 'maya');
  const address = `${world.licet.url}/api/v1/me/access/ledger`;
  const own = await page.evaluate((url) => globalThis.kit.licet.fetch(url).then(({ status }) => status), address);
  expect(own).toBe(200);
  const token = await accessToken(page);
  const bearer = await fetch(address, { headers: { authorization: `Bearer ${token}` } });
  expect([bearer.status, (await bearer.json()).code]).toEqual([401, 'proof_invalid']);

  const thief = await open(browser);
  const kept = await page.evaluate(() => JSON.stringify({ ...sessionStorage }));
  await thief.evaluate((items) => Object.assign(sessionStorage, JSON.parse(items)), kept);
  await thief.reload();
  await expect(text(thief, 'status')).toHaveText('signed-out');
  const refused = await thief.evaluate(forge, { address, token });
  expect(refused).toEqual([401, 'proof_invalid']);
  const extractable = await page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve) => {
        request.onsuccess = () => resolve(request.result);
      });
    const database = await done(indexedDB.open('licet', 1));
    const keys: CryptoKeyPair[] = await done(database.transaction('keys').objectStore('keys').getAll());
    return keys.map(({ privateKey }) => privateKey.extractable);
  });
  expect(extractable).toEqual([false]);
});

test('the token is sent to no other origin', async ({ browser }) => {
  const page = await open(browser);
  await signInKnown(page, world, 'maya');
  const message = await page.evaluate(() =>
    globalThis.kit.licet.fetch('http://localhost:9/').catch((error) => [error.code, error.message]),
  );
  expect(message).toEqual(['origin_not_listed', expect.stringContaining('not sent to http://localhost:9')]);
});

test('a call whose token was refused is sent once more with a renewed token, and not a third time', async ({
  browser,
}) => {
  const page = await open(browser);
  await signInKnown(page, world, 'maya');
  const tokens: (string | undefined)[] = [];
  await page.route('**/api/orders', (route) => {
    tokens.push(route.request().headers().authorization);
    return route.fulfill({ status: tokens.length === 2 ? 200 : 401, json: { code: 'token_expired' } });
  });
  const call = () =>
    page.evaluate(() =>
      globalThis.kit.licet.fetch('/api/orders', { method: 'POST', body: 'all of it' }).then(({ status }) => status),
    );
  expect(await call()).toBe(200);
  expect(new Set(tokens).size).toBe(2);
  expect(await call()).toBe(401);
  expect(tokens).toHaveLength(4);
  await expect(text(page, 'status')).toHaveText('valid');
});

test('foreign messages in the channel change nothing, and a foreign token in the storage is dropped', async ({
  browser,
}) => {
  const page = await open(browser);
  await signInKnown(page, world, 'maya');
  await page.evaluate(() => {
    const [name = ''] = Object.keys(sessionStorage);
    const stranger = new BroadcastChannel(name);
    for (const message of [
      null,
      7,
      'x',
      [],
      { tokens: 7 },
      { tokens: { access: 'a.b.c', refresh: '', id: '', offset: 9 } },
    ])
      stranger.postMessage(message);
    for (const message of [{ ended: 'another' }, { event: 7 }, { event: 'request', data: null }, { ask: 1 }])
      stranger.postMessage(message);
  });
  await page.waitForTimeout(300);
  await expect(text(page, 'status')).toHaveText('valid');
  await page.evaluate(() => {
    const [name = ''] = Object.keys(sessionStorage);
    sessionStorage.setItem(name, '{"access":"a.b.c","refresh":"r","id":"i","offset":0}');
  });
  await page.reload();
  await expect(text(page, 'status')).toHaveText('signed-out');
});

for (const hours of [-1, 1])
  test(`a clock an hour ${hours < 0 ? 'slow' : 'fast'} has no effect on sign-in, calls and renewal`, async ({
    browser,
  }) => {
    const page = await open(browser, '/', { skew: hours * 3_600_000 });
    await signInKnown(page, world, 'maya');
    const off = await page.evaluate(() => globalThis.kit.licet.now() - Date.now() / 1000);
    expect(Math.abs(off + hours * 3600)).toBeLessThan(3);
    const status = await page.evaluate(
      (url) => globalThis.kit.licet.fetch(url).then((response) => response.status),
      `${world.licet.url}/api/v1/me/access/ledger`,
    );
    expect(status).toBe(200);
    await page.reload();
    await expect(text(page, 'status')).toHaveText('valid');
    const counted = countTokenRequests(page.context());
    await page.waitForTimeout(1000);
    expect(counted.sent).toBe(0);
  });

test('a permission list that is too long for the token is fetched and applied', async ({ browser }) => {
  const page = await open(browser);
  await signInKnown(page, world, 'olu');
  await expect(text(page, 'refund')).toHaveText('true');
  await expect(text(page, 'count')).toHaveText('402');
  expect(await accessToken(page)).toContain('.');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.evaluate(() => globalThis.kit.licet.refresh());
  expect(asked).toContain('/oidc/token');
  expect(asked.filter((path) => path.startsWith('/oidc/permissions/'))).toEqual([]);
  expect(await page.evaluate(() => globalThis.kit.seen.slice(-1))).toEqual(['valid']);
});

test('an unknown, cancelled or unexpected sign-in response is explained in a sentence', async ({ browser }) => {
  const page = await open(browser);
  const iss = encodeURIComponent(world.licet.url);
  await page.goto(`${world.page.origin}/?code=x&state=y&iss=${iss}`);
  await expect(text(page, 'reason')).toHaveText(
    'state_unknown That sign-in was not begun in this tab, or has ended. Sign in again.',
  );
  expect(new URL(page.url()).search).toBe('');
  await page.goto(`${world.page.origin}/?code=x&state=y`);
  await expect(text(page, 'address')).toHaveText('/?code=x&state=y');

  await page.route('**/oidc/auth?**', (route) => {
    const state = new URL(route.request().url()).searchParams.get('state');
    const location = `${world.page.origin}/?error=access_denied&state=${state}&iss=${iss}`;
    return route.fulfill({ status: 303, headers: { location } });
  });
  await page.goto(`${world.page.origin}/somewhere`);
  await page.locator('#sign-in').click();
  await expect(text(page, 'reason')).toHaveText('sign_in_refused The sign-in was cancelled. Sign in again.');
  await expect(text(page, 'address')).toHaveText('/somewhere');
  await page.unroute('**/oidc/auth?**');

  await page.route('**/oidc/auth?**', (route) => {
    const state = new URL(route.request().url()).searchParams.get('state');
    const location = `${world.page.origin}/?code=x&state=${state}&iss=${encodeURIComponent('https://evil.example')}`;
    return route.fulfill({ status: 303, headers: { location } });
  });
  const counted = countTokenRequests(page.context());
  await page.goto(`${world.page.origin}/somewhere`);
  await page.locator('#sign-in').click();
  await expect(text(page, 'reason')).toHaveText('answer_invalid The answer is not from Licet. Sign in again.');
  expect(counted.sent).toBe(0);
});

async function open(browser: Browser, path = '/', { skew = 0 } = {}): Promise<Page> {
  const context = await browser.newContext();
  contexts.push(context);
  if (skew)
    await context.addInitScript((by) => {
      const real = Date.now.bind(Date);
      Date.now = () => real() + by;
    }, skew);
  const page = await context.newPage();
  await page.goto(world.page.origin + path);
  return page;
}

async function more(page: Page, count: 1): Promise<[Page]>;
async function more(page: Page, count: number): Promise<Page[]>;
async function more(page: Page, count: number): Promise<Page[]> {
  const pages: Page[] = [];
  for (let index = 0; index < count; index += 1) {
    const next = await page.context().newPage();
    await next.goto(world.page.origin);
    await expect(text(next, 'status')).toHaveText('valid');
    pages.push(next);
  }
  return pages;
}

const text = (page: Page, id: string) => page.locator(`#${id}`);

/** Returns the access token as the page sends it. */
function accessToken(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const real = globalThis.fetch;
    let sent = '';
    globalThis.fetch = async (input) => {
      sent = new Request(input).headers.get('authorization') ?? '';
      return new Response();
    };
    await globalThis.kit.licet.fetch(location.href);
    globalThis.fetch = real;
    return sent.replace('DPoP ', '');
  });
}

/** Runs in the page of a thief who has the token, and creates a proof with another key. */
async function forge({ address, token }: { address: string; token: string }): Promise<unknown> {
  const encode = (bytes: ArrayBuffer | Uint8Array) =>
    btoa(String.fromCharCode(...new Uint8Array(bytes)))
      .replace(/\+/g, '-')
      .replace(/\//g, '_')
      .replace(/=/g, '');
  const utf8 = (value: string) => new TextEncoder().encode(value);
  const keys = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign']);
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', keys.publicKey);
  const head = { typ: 'dpop+jwt', alg: 'ES256', jwk: { kty, crv, x, y } };
  const ath = encode(await crypto.subtle.digest('SHA-256', utf8(token)));
  const claims = { jti: crypto.randomUUID(), htm: 'GET', htu: address, iat: Math.floor(Date.now() / 1000), ath };
  const signed = [head, claims].map((part) => encode(utf8(JSON.stringify(part)))).join('.');
  const how = { name: 'ECDSA', hash: 'SHA-256' };
  const proof = `${signed}.${encode(await crypto.subtle.sign(how, keys.privateKey, utf8(signed)))}`;
  const response = await fetch(address, { headers: { authorization: `DPoP ${token}`, dpop: proof } });
  return [response.status, (await response.json()).code];
}
