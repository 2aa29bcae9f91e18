import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';
import { gzipped, pageWeights, screenWeight, tooMuch, totalOf } from '../scripts/page-weight.ts';
import { settled } from './looks.ts';
import { test } from './screens/view.testing.ts';

// Tests how much a browser with an empty cache loads until a screen has its content. scripts/page-weight.ts checks the
// same pages without a browser, but it cannot know which parts a screen loads late.
const weightOf = (what: string) => {
  const found = pageWeights.find((weight) => weight.what === what);
  if (!found) throw new Error(`There is no limit for ${what}.`);
  return found;
};

test('a signed-out visitor of / reaches the sign-in page with few scripts', async ({ browser, view: { licet } }) => {
  const scripts = await inNewBrowser(browser, (context) =>
    scriptsUntil(context, `${licet.url}/`, async (page) => {
      await expect(page.getByLabel('E-mail or username')).toBeVisible();
      await settled(page);
    }),
  );
  expect(tooMuch('sign-in through /', scripts, weightOf('sign-in through /'))).toEqual([]);
});

test('the main screens load few scripts until their content is complete', async ({ view: { page, id, licet } }) => {
  const screens = {
    'console, first screen': '/',
    'the list of users': '/users',
    'a user': `/users/${id('users', 'Maya Lindqvist')}`,
    'a group': `/groups/${id('groups', 'Finance')}`,
    'the list of applications': '/applications',
    'the grants of an application': '/applications/ledger?tab=grants',
    'the Inbox': '/inbox',
    'Check access': '/explain',
    'the audit log': '/audit',
    'the own account': '/me',
  };
  for (const [what, path] of Object.entries(screens)) {
    const scripts = await scriptsUntil(page.context(), licet.url + path, settled);
    console.info(`${what}: ${(totalOf(scripts) / 1000).toFixed(1)} kB in ${scripts.size} files`);
    const limit = pageWeights.find((weight) => weight.what === what) ?? screenWeight;
    expect.soft(tooMuch(what, scripts, limit)).toEqual([]);
  }
});

test('the code of a screen loads while its user is still loading', async ({ view: { page, licet } }) => {
  const tab = await page.context().newPage();
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await tab.route('**/api/v1/me', async (route) => {
    await answered;
    await route.continue();
  });
  const code = tab.waitForResponse(/\/assets\/inbox-screen-[^/]*\.js$/);
  await tab.goto(`${licet.url}/inbox`, { waitUntil: 'domcontentloaded' });
  await code;
  answer();
  await settled(tab);
  await tab.close();
});

async function inNewBrowser<T>(browser: Browser, work: (context: BrowserContext) => Promise<T>): Promise<T> {
  const context = await browser.newContext();
  try {
    return await work(context);
  } finally {
    await context.close();
  }
}

/** The scripts that a page loads until its content is complete, with their bytes after gzip. */
async function scriptsUntil(
  context: BrowserContext,
  address: string,
  complete: (page: Page) => Promise<void>,
): Promise<ReadonlyMap<string, number>> {
  const page = await context.newPage();
  // Scripts that the console loads once the browser is idle do not count towards a screen.
  await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }));
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.setCacheDisabled', { cacheDisabled: true });
  const loaded = new Map<string, Promise<number>>();
  // Read each script while it loads, because the browser discards the scripts of a page that it leaves.
  await page.route(/\.js(\?|$)/, async (route) => {
    const response = await route.fetch();
    const body = response.body();
    loaded.set(new URL(route.request().url()).pathname, body.then(gzipped));
    await route.fulfill({ response, body: await body });
  });
  await page.goto(address, { waitUntil: 'domcontentloaded' });
  await complete(page);
  const sizes = new Map<string, number>();
  for (const [path, size] of loaded) sizes.set(path, await size);
  await page.close();
  return sizes;
}
