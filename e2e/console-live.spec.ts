import { expect, type Page, type Route, test } from '@playwright/test';
import { callerFor, givePasswords, samplePassword } from '../examples/ledger/sample/members.ts';
import { endAll } from './end-all.ts';
import { administrator, type RunningLicet } from './licet.ts';
import { startWithAdministrator } from './made-once.ts';
import { enter, newVisitor, openAs, type Visitor } from './visitor.ts';

let licet: RunningLicet;
let ingrid: Visitor;
let other: Visitor;
let maya: string;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async ({ browser }) => {
  licet = await startWithAdministrator();
  const { operator } = licet;
  await operator.applications.create({ body: { id: 'ledger', name: 'Ledger' } });
  const params = { application: 'ledger' };
  await operator.permissions.create({ params, body: { name: 'invoices.refund', title: 'Refund an invoice' } });
  const { id: read } = await operator.permissions.create({ params, body: { name: 'invoices.read' } });
  maya = (await operator.users.create({ body: { name: 'Maya Lindqvist', username: 'maya', email: null } })).id;
  // A user without access to an application cannot see the application or request access.
  const principal = { kind: 'user', id: maya } as const;
  await operator.grants.create({ params, body: { principal, gives: { kind: 'permission', id: read } } });
  await givePasswords(operator, [maya]);
  ingrid = await newVisitor(browser, { baseURL: licet.url });
  other = await newVisitor(browser, { baseURL: licet.url });
  for (const { page } of [ingrid, other]) {
    await openAs(page, licet.url, administrator.email, administrator.password, '/users');
  }
});

test.afterAll(() => endAll(ingrid, other, licet));

test('two windows show each other’s changes without a reload', async () => {
  await addUser(ingrid.page, 'Tomasz Zieliński', 'tomasz');
  await expect(row(other.page, 'Tomasz Zieliński')).toBeVisible();
  await addUser(other.page, 'Hina Qureshi', 'hina');
  await expect(row(ingrid.page, 'Hina Qureshi')).toBeVisible();
});

test('a window shows the changes that were made while its live stream was broken', async ({ browser }) => {
  const visitor = await newVisitor(browser, { baseURL: licet.url });
  const { page } = visitor;
  let lost = 0;
  await page.route('**/api/v1/live', (route) => {
    lost += 1;
    return route.abort();
  });
  await openAs(page, licet.url, administrator.email, administrator.password, '/users');
  await expect(row(page, 'Maya Lindqvist')).toBeVisible();
  await expect.poll(() => lost).toBeGreaterThan(0);
  await licet.operator.users.create({ body: { name: 'Adaeze Obi', username: 'adaeze', email: null } });
  await page.unroute('**/api/v1/live');
  await expect(row(page, 'Adaeze Obi')).toBeVisible();
  await endAll(visitor);
});

test('typed text stays while another user changes data, and the list updates after the form is closed', async () => {
  const { page } = ingrid;
  await page.goto('/users');
  await page.getByRole('button', { name: 'New user' }).click();
  await field(page, 'Name').fill('Half a na');
  await licet.operator.users.create({ body: { name: 'Kwame Boateng', username: 'kwame', email: null } });
  await expect(row(other.page, 'Kwame Boateng')).toBeVisible();
  // A later change is already visible beside the form. So the earlier change has arrived too, and the page has held it
  // back.
  const caller = await callerFor(licet.url, 'maya');
  const { id } = await caller.requests.ask({
    body: { application: 'ledger', permission: 'invoices.refund', reason: 'Credit note 16', seconds: 3600 },
  });
  await expect(count(page)).toContainText('1');
  await expect(row(page, 'Kwame Boateng')).toHaveCount(0);
  await expect(field(page, 'Name')).toHaveValue('Half a na');
  await expect(field(page, 'Name')).toBeFocused();
  await licet.operator.requests.deny({ params: { request: id }, body: { reason: 'Not today.' } });
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(row(page, 'Kwame Boateng')).toBeVisible();
});

test("a new request appears in the approver's list and in the navigation", async () => {
  await ingrid.page.goto('/inbox');
  await expect(ingrid.page.getByRole('heading', { name: 'Inbox', level: 1 })).toBeVisible();
  await expect(count(other.page)).toBeHidden();
  const caller = await callerFor(licet.url, 'maya');
  const { id } = await caller.requests.ask({
    body: { application: 'ledger', permission: 'invoices.refund', reason: 'Credit note 17', seconds: 3600 },
  });
  await expect(ingrid.page.getByRole('link', { name: /^Maya Lindqvist asks/ })).toBeVisible();
  await expect(count(other.page)).toContainText('1');
  await licet.operator.requests.deny({ params: { request: id }, body: { reason: 'Not today.' } });
  await expect(count(other.page)).toBeHidden();
});

test("a change of the user's own permissions updates the navigation and the open screen", async ({ browser }) => {
  const visitor = await newVisitor(browser, { baseURL: licet.url });
  const { page } = visitor;
  await openAs(page, licet.url, 'maya', samplePassword, '/groups');
  await expect(page.getByRole('heading', { name: 'You may not open this page', level: 1 })).toBeVisible();
  const links = page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link');
  await expect(links).toHaveText(['Inbox', 'Home']);
  const params = { application: 'licet' };
  const { id } = await licet.operator.grants.create({
    params,
    body: {
      principal: { kind: 'user', id: maya },
      gives: { kind: 'permission', id: await permissionId('groups.read') },
      reason: 'To see them.',
    },
  });
  await expect(page.getByRole('heading', { name: 'People', level: 1 })).toBeVisible();
  await expect(links).toHaveText(['Inbox', 'Home', 'People']);
  await licet.operator.grants.revoke({ params: { ...params, grant: id } });
  await expect(page.getByRole('heading', { name: 'You may not open this page', level: 1 })).toBeVisible();
  await expect(links).toHaveText(['Inbox', 'Home']);
  visitor.quiet();
  await visitor.leave();
});

test('a dialog covers the screen when the session ends, and typed text is kept for the same user', async () => {
  const { page } = ingrid;
  ingrid.mayBeRefused(400, 401);
  await page.goto('/users');
  await page.getByRole('button', { name: 'New user' }).click();
  await field(page, 'Name').fill('Half a na');
  await endSessions(administrator.username);
  const cover = page.getByRole('alertdialog', { name: 'You are signed out' });
  await expect(cover).toBeVisible();
  await expect(cover).toContainText('What you typed on this page is kept.');
  const opened = page.context().waitForEvent('page');
  await cover.getByRole('button', { name: 'Sign in in a new tab' }).click();
  await enter(await opened, administrator.email, administrator.password);
  await expect(cover).toBeHidden();
  await expect(field(page, 'Name')).toHaveValue('Half a na');
  await field(page, 'Name').fill('Half a name');
  await field(page, 'Username').fill('half');
  await page.getByRole('button', { name: 'Create user' }).click();
  await expect(page.getByLabel('One-time link')).toBeVisible();
});

test('a token that expires while Licet is unreachable hides the screen until it is renewed', async ({ browser }) => {
  const { page, leave } = await newVisitor(browser, { baseURL: licet.url });
  await openAs(page, licet.url, administrator.email, administrator.password, '/users');
  await page.getByRole('button', { name: 'New user' }).click();
  await field(page, 'Name').fill('Half a na');
  await page.route('**/oidc/token', (route) => route.abort());
  // Advances this window's clock past the lifetime of a token.
  await page.evaluate(() => {
    const now = Date.now;
    Date.now = () => now() + 400_000;
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  });
  const cover = page.getByRole('alertdialog', { name: 'Your access is being renewed' });
  await expect(cover).toBeVisible();
  await page.unroute('**/oidc/token');
  await page.evaluate(() => {
    Date.now = () => performance.timeOrigin + performance.now();
    dispatchEvent(new Event('online'));
  });
  await expect(cover).toBeHidden();
  await expect(field(page, 'Name')).toHaveValue('Half a na');
  await leave();
});

test('a key press during a token renewal reaches the focused button, and a late renewal covers the screen', async ({
  browser,
}) => {
  const { page, leave, mayBeRefused } = await newVisitor(browser, { baseURL: licet.url });
  mayBeRefused(401);
  await page.clock.install();
  await openAs(page, licet.url, administrator.email, administrator.password, '/users');
  const button = page.getByRole('button', { name: 'New user' });
  await button.focus();
  const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const lose = async (route: Route) => {
    asked.resolve();
    await answered.promise;
    await route.abort();
  };
  await page.route('**/oidc/token', lose, { times: 1 });
  // The page's clock is paused, so the renewal takes one second for the page, however slow this machine is.
  await page.clock.pauseAt(Date.now() + 660_000);
  await asked.promise;
  await page.clock.runFor(1000);
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(field(page, 'Name')).toBeVisible();
  await page.keyboard.type('Half a na');
  await page.clock.runFor(3000);
  const cover = page.getByRole('alertdialog', { name: 'Your access is being renewed' });
  await expect(cover).toBeVisible();
  // Sets the page's clock to the server's time, because the next renewal needs it.
  await page.clock.setSystemTime(Date.now());
  await page.clock.resume();
  answered.resolve();
  await expect(cover).toBeHidden();
  await expect(field(page, 'Name')).toBeFocused();
  await expect(field(page, 'Name')).toHaveValue('Half a na');
  await leave();
});

test('signing out in one tab signs out the other tabs, and each shows that without leaving its page', async () => {
  const [page, second] = ingrid.page.context().pages();
  if (!page || !second) throw new Error('There must be two tabs.');
  await second.getByRole('button', { name: /^Account of/ }).click();
  await second.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(second.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
  const cover = page.getByRole('alertdialog', { name: 'You are signed out' });
  await expect(cover).toContainText('You signed out in another tab.');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
});

test('signing out in an application covers the console’s open tab without any action there', async ({ browser }) => {
  const params = { application: 'ledger' };
  const { client } = await licet.operator.clients.create({
    params,
    body: { name: 'Ledger web', kind: 'browser', redirectUris: ['http://localhost:9/callback'] },
  });
  const visitor = await newVisitor(browser, { baseURL: licet.url });
  visitor.mayBeRefused(400, 401);
  const { page } = visitor;
  await openAs(page, licet.url, administrator.email, administrator.password, '/users');
  await expect(page.getByRole('heading', { name: 'People', exact: true })).toBeVisible();
  const leaving = await page.context().newPage();
  const elsewhere = { client_id: client.id, post_logout_redirect_uri: 'http://localhost:9/elsewhere' };
  await leaving.goto(`${licet.url}/oidc/session/end?${new URLSearchParams(elsewhere)}`);
  await leaving.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(leaving.getByText('Ledger web (ledger)')).toBeVisible();
  await expect(leaving.getByText('http://localhost:9/elsewhere')).toBeVisible();
  await expect(page.getByRole('alertdialog', { name: 'You are signed out' })).toBeVisible();
  await visitor.leave();
});

for (const answer of ['refuses', 'does not answer'])
  test(`a user who is suspended just after signing in sees the reason, without a redirect loop, if Licet ${answer} the first call`, async ({
    browser,
  }) => {
    const visitor = await newVisitor(browser, { baseURL: licet.url });
    const { page } = visitor;
    visitor.mayBeRefused(400, 401);
    let arrivals = 0;
    page.on('framenavigated', (frame) => {
      if (new URL(frame.url()).pathname === '/callback') arrivals += 1;
    });
    await page.route('**/api/v1/me', async (route) => {
      await licet.operator.users.suspend({ params: { user: maya } }).catch(() => undefined);
      if (answer === 'refuses') await route.continue();
    });
    await page.goto('/inbox');
    await page.getByLabel('E-mail or username').fill('maya');
    await page.getByLabel('Password', { exact: true }).fill(samplePassword);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByRole('alert')).toContainText('an administrator ended it or suspended your account');
    await page.waitForTimeout(1000);
    expect(arrivals).toBeLessThanOrEqual(1);
    await expect(page).toHaveURL(`${licet.url}/inbox`);
    visitor.quiet();
    await visitor.leave();
    await licet.operator.users.reactivate({ params: { user: maya } });
  });

test('signing out cancels the pending requests of the page', async ({ browser }) => {
  const visitor = await newVisitor(browser, { baseURL: licet.url });
  try {
    const { page } = visitor;
    await openAs(page, licet.url, administrator.email, administrator.password);
    // Holds the call back until the session has ended, while the page waits for the response.
    const slow = Promise.withResolvers<Route>();
    await page.route('**/api/v1/applications*', (route) => slow.resolve(route));
    await page.getByRole('navigation').getByRole('link', { name: 'Applications' }).click();
    const held = await slow.promise;
    const givenUp = Promise.withResolvers<boolean>();
    await page.route('**/oidc/session/end*', async (route) => {
      await route.fetch({ maxRedirects: 0 });
      await held.continue().catch(() => undefined);
      givenUp.resolve((await held.request().response()) === null);
      await route.continue();
    });
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
    expect(await givenUp.promise).toBe(true);
    visitor.quiet();
  } finally {
    await visitor.leave();
  }
});

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const row = (page: Page, name: string) => page.getByRole('grid').getByRole('link', { name });
const count = (page: Page) =>
  page
    .getByRole('navigation', { name: 'Main', exact: true })
    .getByRole('link', { name: /^Inbox/ })
    .locator('.count');

async function addUser(page: Page, name: string, username: string): Promise<void> {
  await page.getByRole('button', { name: 'New user' }).click();
  await field(page, 'Name').fill(name);
  await field(page, 'Username').fill(username);
  await page.getByRole('button', { name: 'Create user' }).click();
  await expect(page.getByLabel('One-time link')).toBeVisible();
  await page.keyboard.press('Escape');
}

async function permissionId(name: string): Promise<string> {
  const { items } = await licet.operator.permissions.list({ params: { application: 'licet' }, query: { q: name } });
  return items.find((each) => each.name === name)?.id ?? '';
}

async function endSessions(username: string): Promise<void> {
  const { items } = await licet.operator.users.list({ query: { q: username } });
  await licet.operator.users.endSessions({ params: { user: items[0]?.id ?? '' } });
}
