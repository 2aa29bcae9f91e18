import { limits } from '@licet/contract';
import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test';
import { countTokenRequests, signInAt, signInKnown, startWorld, type World } from './client/world.ts';

let world: World;
let contexts: BrowserContext[] = [];

test.beforeAll(async () => {
  world = await startWorld(0);
});

test.afterEach(async () => {
  world.options.live = true;
  for (const context of contexts) await context.close();
  contexts = [];
});

test.afterAll(() => world?.stop());

test('a grant and its revocation reach all open tabs through one stream', async ({ browser }) => {
  const user = await world.addUser('maya', 'clerk');
  const page = await open(browser);
  const streams = streamsOf(page.context());
  await signInKnown(page, world, 'maya');
  const second = await page.context().newPage();
  await second.goto(world.page.origin);
  await expect(text(second, 'refund')).toHaveText('false');
  await expect.poll(() => streams.open).toBe(1);
  for (const [change, answer] of [
    [() => world.grant(user, 'invoices.refund'), 'true'],
    [() => revokeAll(user), 'false'],
    [() => world.grant(user, 'invoices.refund'), 'true'],
  ] as const) {
    await change();
    await expect(text(page, 'refund')).toHaveText(answer);
    await expect(text(second, 'refund')).toHaveText(answer);
  }
  expect(await second.evaluate(() => globalThis.kit.seen.slice(1).filter((status) => status !== 'valid'))).toEqual([]);
  await expect.poll(() => streams.open).toBe(1);

  await page.close();
  await revokeAll(user);
  await expect(text(second, 'refund')).toHaveText('false');
});

test('a decided request is reported in every tab', async ({ browser }) => {
  await world.addUser('tomasz', 'clerk');
  const page = await open(browser);
  await signInKnown(page, world, 'tomasz');
  const second = await page.context().newPage();
  await second.goto(world.page.origin);
  await expect(text(second, 'status')).toHaveText('valid');
  const asked = await page.evaluate(async () => {
    const { explain } = globalThis.kit.licet;
    const before = await explain.decision('invoices.refund');
    const names = await explain.catalogue();
    const request = await explain.ask({ permission: 'invoices.refund', reason: 'Credit note 17', seconds: 3600 });
    const again = await explain
      .ask({ permission: 'invoices.refund', reason: 'Credit note 17', seconds: 3600 })
      .catch((error) => [error.code, error.message]);
    return { before, known: names.permissions.length, request, again };
  });
  expect(asked).toMatchObject({
    before: { permitted: false, reason: 'not_listed' },
    known: 2,
    request: { state: 'pending', asks: { name: 'invoices.refund' } },
    again: ['request_pending', expect.stringMatching(/\S+\. \S+/)],
  });
  await world.licet.operator.requests.approve({ params: { request: asked.request.id }, body: {} });
  for (const tab of [page, second]) {
    await expect(text(tab, 'refund')).toHaveText('true');
    await expect.poll(() => tab.evaluate(() => globalThis.kit.decided)).toEqual([asked.request.id]);
  }
});

test('a client polls for changes if streams are blocked', async ({ browser }) => {
  const user = await world.addUser('hina', 'clerk');
  const page = await open(browser);
  await page.context().route('**/api/v1/live', (route) => route.abort());
  await signInKnown(page, world, 'hina');
  await page.waitForRequest('**/api/v1/live/version');
  await world.grant(user, 'invoices.refund');
  await expect(text(page, 'refund')).toHaveText('true');
});

test('after an outage the first successful poll restores the stream', async ({ browser }) => {
  const user = await world.addUser('amara', 'clerk');
  const page = await open(browser);
  const streams = streamsOf(page.context());
  let away = true;
  let asked = 0;
  await page.context().route('**/api/v1/live', (route) => (away ? route.abort() : route.continue()));
  await page.context().route('**/api/v1/live/version', (route) => {
    asked += 1;
    if (asked < 2) return route.abort();
    away = false;
    return route.continue();
  });
  await signInKnown(page, world, 'amara');
  await expect.poll(() => away).toBe(false);
  await expect.poll(() => streams.open).toBe(1);
  await world.grant(user, 'invoices.refund');
  await expect(text(page, 'refund')).toHaveText('true');
  expect(asked).toBe(2);
});

test('changes arrive after a network outage and after signing in again', async ({ browser }) => {
  const user = await world.addUser('lars', 'clerk');
  const page = await open(browser);
  await signInAt(page, 'lars');
  await page.context().setOffline(true);
  await world.grant(user, 'invoices.refund');
  await page.waitForTimeout(1500);
  await page.context().setOffline(false);
  await expect(text(page, 'refund')).toHaveText('true');
  await page.locator('#sign-out').click();
  await signInAt(page, 'lars');
  await revokeAll(user);
  await expect(text(page, 'refund')).toHaveText('false');
});

test('the stream reconnects to a server that was restarted', async ({ browser }) => {
  const user = await world.addUser('zeynep', 'clerk');
  const page = await open(browser);
  await signInKnown(page, world, 'zeynep');
  let failed = 0;
  page.on('requestfailed', () => {
    failed += 1;
  });
  const start = await world.away();
  // After many failed attempts, the tab must still connect within five seconds of the server's return.
  await expect.poll(() => failed, { timeout: 60_000 }).toBeGreaterThan(6);
  await start();
  await world.grant(user, 'invoices.refund');
  await expect(text(page, 'refund')).toHaveText('true');
  expect(await page.evaluate(() => globalThis.kit.seen.slice(-1))).toEqual(['valid']);
});

test('a token is renewed once after one of its grants has ended', async ({ browser }) => {
  world.options.live = false;
  const user = await world.addUser('mateus', 'clerk');
  const page = await open(browser);
  await signInKnown(page, world, 'mateus');
  await world.grant(user, 'invoices.refund', new Date(Date.now() + (limits.changeWindow.value + 4) * 1000));
  await page.evaluate(() => globalThis.kit.licet.refresh());
  await expect(text(page, 'refund')).toHaveText('true');
  const counted = countTokenRequests(page.context());
  await expect(text(page, 'refund')).toHaveText('false', { timeout: 60_000 });
  await page.waitForTimeout(3000);
  await expect(text(page, 'status')).toHaveText('valid');
  expect(counted.sent).toBeGreaterThanOrEqual(1);
  expect(counted.sent).toBeLessThanOrEqual(3);
});

async function open(browser: Browser): Promise<Page> {
  const context = await browser.newContext();
  contexts.push(context);
  const page = await context.newPage();
  await page.goto(world.page.origin);
  return page;
}

async function revokeAll(user: string): Promise<void> {
  const params = { application: 'ledger' } as const;
  const { items } = await world.licet.operator.grants.list({ params });
  for (const grant of items)
    if (grant.principal.id === user && grant.gives.kind === 'permission')
      await world.licet.operator.grants.revoke({ params: { ...params, grant: grant.id } });
}

/** Counts the live streams that the tabs of a browser hold. */
function streamsOf(context: BrowserContext): { readonly open: number } {
  const count = { open: 0 };
  const isStream = (url: string) => url.endsWith('/api/v1/live');
  const closed = (url: string) => {
    if (isStream(url)) count.open -= 1;
  };
  context.on('request', (request) => {
    if (isStream(request.url()) && request.method() === 'GET') count.open += 1;
  });
  context.on('requestfinished', (request) => closed(request.url()));
  context.on('requestfailed', (request) => closed(request.url()));
  return count;
}

const text = (page: Page, id: string) => page.locator(`#${id}`);
