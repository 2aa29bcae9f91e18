import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { endAll } from './end-all.ts';
import { administrator, type RunningLicet } from './licet.ts';
import { startWithAdministrator } from './made-once.ts';
import { type SmallApplication, serveSmallApplication } from './small-application.ts';
import { newVisitor, startSession } from './visitor.ts';

// Applications on other sites start the sign-out. Chromium checks the redirect after a form against the content security policy of the
// form's page.

let licet: RunningLicet;
let ledger: SmallApplication;
let books: SmallApplication;

test.beforeAll(async () => {
  licet = await startWithAdministrator();
  ledger = await serveSmallApplication(licet.operator, 'Ledger');
  books = await serveSmallApplication(licet.operator, 'Books');
});

test.afterAll(() => endAll(ledger, books, licet));

const question = (page: Page) => page.getByRole('heading', { name: 'Sign out?' });
const press = (page: Page) => page.getByRole('button', { name: 'Sign out' }).click({ noWaitAfter: true });

test('confirming the sign-out returns to the application at another site, signed out', async ({ browser }) => {
  const visitor = await newVisitor(browser);
  await begin(visitor.page, ledger, 's1');
  await press(visitor.page);
  await visitor.page.waitForURL(`${ledger.bye}?state=s1`);
  await expectSignedOut(visitor.page.context());
  visitor.quiet();
  await visitor.leave();
});

test('two tabs that confirm a sign-out each return to their own application', async ({ browser }) => {
  const visitor = await newVisitor(browser);
  const other = await visitor.page.context().newPage();
  await begin(visitor.page, ledger, 's1');
  await begin(other, books, 's2');
  await press(visitor.page);
  await visitor.page.waitForURL(`${ledger.bye}?state=s1`);
  await press(other);
  await other.waitForURL(`${books.bye}?state=s2`);
  await expectSignedOut(visitor.page.context());
  visitor.quiet();
  await visitor.leave();
});

test('an open confirmation page returns to the application after the session ended elsewhere', async ({ browser }) => {
  const visitor = await newVisitor(browser);
  await begin(visitor.page, ledger, 's1');
  const { items } = await licet.operator.users.list({ query: { q: administrator.email } });
  await licet.operator.users.endSessions({ params: { user: items[0]?.id ?? '' } });
  await press(visitor.page);
  await visitor.page.waitForURL(`${ledger.bye}?state=s1`);
  await expectSignedOut(visitor.page.context());
  visitor.quiet();
  await visitor.leave();
});

test('a second confirmation, by double click or in a copy of the page, also returns to the application', async ({
  browser,
}) => {
  const visitor = await newVisitor(browser);
  const { page } = visitor;
  await begin(page, ledger, 's1');
  await page.getByRole('button', { name: 'Sign out' }).dblclick({ noWaitAfter: true });
  // The second click aborts the navigation that the first click started.
  await expect(page).toHaveURL(`${ledger.bye}?state=s1`);
  await expectSignedOut(page.context());

  // A copy of the page that stayed open in another tab.
  await begin(page, ledger, 's2');
  const copy = await page.context().newPage();
  await copy.goto(page.url());
  await expect(question(copy)).toBeVisible();
  for (const tab of [page, copy]) {
    await press(tab);
    await tab.waitForURL(`${ledger.bye}?state=s2`);
  }
  await expectSignedOut(page.context());
  visitor.quiet();
  await visitor.leave();
});

test('an address that another client registered is not followed', async ({ browser }) => {
  const visitor = await newVisitor(browser);
  await begin(visitor.page, { ...ledger, bye: books.bye }, 's1');
  await press(visitor.page);
  await expect(visitor.page.getByRole('heading', { name: 'You are signed out' })).toBeVisible();
  await expect(visitor.page.getByText(books.bye)).toBeVisible();
  await expectSignedOut(visitor.page.context());
  visitor.quiet();
  await visitor.leave();
});

/** The application requests the sign-out of a signed-in user. The request contains no ID token, so that Licet asks the user. */
async function begin(page: Page, { origin, bye, clientId }: SmallApplication, state: string): Promise<void> {
  const cookies = await page.context().cookies(licet.url);
  if (!cookies.some(({ name }) => name === 'licet_session'))
    await startSession(page.context(), licet.url, administrator.email, administrator.password);
  await page.goto(`${origin}/`);
  const asked = new URLSearchParams({ client_id: clientId, post_logout_redirect_uri: bye, state });
  await page.evaluate((address) => location.assign(address), `${licet.url}/oidc/session/end?${asked}`);
  await expect(question(page)).toBeVisible();
}

/** Expects that no user is signed in in the browser. A silent sign-in must fail. */
async function expectSignedOut({ request }: BrowserContext): Promise<void> {
  const asked = { client_id: ledger.clientId, redirect_uri: `${ledger.origin}/callback`, response_type: 'code' };
  const more = { scope: 'openid', code_challenge: 'x'.repeat(43), code_challenge_method: 'S256', prompt: 'none' };
  const address = `${licet.url}/oidc/auth?${new URLSearchParams({ ...asked, ...more })}`;
  const response = await request.get(address, { maxRedirects: 0 });
  expect(response.headers().location).toContain('error=login_required');
}
