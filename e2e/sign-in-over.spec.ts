import { expect, type Page, test } from '@playwright/test';
import { endAll } from './end-all.ts';
import { administrator, type RunningLicet } from './licet.ts';
import { startWithAdministrator } from './made-once.ts';
import { type SmallApplication, serveSmallApplication } from './small-application.ts';
import { newVisitor, type Visitor } from './visitor.ts';

// Tests sign-ins that cannot continue, because they were left open, lost with the database, finished, or opened without cookies.

let licet: RunningLicet;
let books: SmallApplication;
let visitor: Visitor;

test.beforeAll(async () => {
  licet = await startWithAdministrator();
  books = await serveSmallApplication(licet.operator, 'Books');
});

test.beforeEach(async ({ browser }) => {
  visitor = await newVisitor(browser, { baseURL: licet.url });
  visitor.mayBeRefused(404);
});

test.afterEach(async () => {
  visitor.quiet();
  await visitor.leave();
});

test.afterAll(() => endAll(books, licet));

/** Removes a started sign-in, as a crash of the database just after the start does. */
const lose = () => licet.inDatabase("delete from oidc_records where model = 'Interaction'");

const expectOver = (page: Page) => expect(page.getByRole('heading', { name: 'This sign-in is over' })).toBeVisible();

/**
 * Opens the sign-in page and waits until the browser suggests a passkey. Otherwise the request for the passkey would discover the lost
 * sign-in at a random moment.
 */
const open = async (page: Page, state: string) => {
  const suggested = page.waitForResponse(/\/passkey\/options$/);
  await page.goto(books.signIn(licet.url, state));
  await expect(page.getByText('Books')).toBeVisible();
  await suggested;
};

async function fillIn(page: Page): Promise<void> {
  await expect(page.getByText('Forgot your password?')).toBeVisible();
  await page.getByLabel('E-mail or username').fill(administrator.username);
  await page.getByLabel('Password', { exact: true }).fill(administrator.password);
}

const submit = (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true }).click();

/** Starts the sign-in again and returns to the application, with the `state` of the first request. */
async function comeBack(page: Page, state: string): Promise<void> {
  await page.getByRole('link', { name: 'Start again in Books' }).click();
  await fillIn(page);
  await submit(page);
  await expect(page.getByText('/callback?code=')).toBeVisible();
  expect(new URL(page.url()).searchParams.get('state')).toBe(state);
}

test('when the server has lost a started sign-in, reloading the sign-in page offers to restart the sign-in', async () => {
  const { page } = visitor;
  await open(page, 'order 7');
  await lose();
  await page.reload();
  await expectOver(page);
  await expect(page.getByRole('link', { name: 'Open the start page of Books' })).toHaveAttribute(
    'href',
    `${books.origin}/`,
  );
  await comeBack(page, 'order 7');
});

test('when the server has lost a started sign-in, submitting a password or passkey offers to restart it', async () => {
  const { page } = visitor;
  await open(page, 'order 8');
  await lose();
  await fillIn(page);
  await submit(page);
  await expectOver(page);
  await comeBack(page, 'order 8');

  await page.context().clearCookies({ name: 'licet_session' });
  await open(page, 'order 9');
  await lose();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expectOver(page);
  await comeBack(page, 'order 9');
});

test('when the server has lost a started sign-in, setting up a second factor offers to restart it', async () => {
  const { page } = visitor;
  const { version, secondFactor: _, ...before } = await licet.operator.policy.get();
  const body = {
    ...before,
    secondFactor: [{ of: { kind: 'everybody' as const }, graceUntil: new Date(Date.now() + 86_400_000).toISOString() }],
  };
  await licet.operator.policy.update({ ifMatch: version, body });
  await open(page, 'order 10');
  await fillIn(page);
  await submit(page);
  await expect(page.getByRole('heading', { name: 'Set up a second factor' })).toBeVisible();
  await lose();
  await page.getByRole('button', { name: 'Use an authenticator app instead' }).click();
  await expectOver(page);
  const now = await licet.operator.policy.get();
  await licet.operator.policy.update({ ifMatch: now.version, body: { ...before, secondFactor: [] } });
  await comeBack(page, 'order 10');
});

test('opening the redirect of a finished sign-in again offers to restart it', async () => {
  const { page } = visitor;
  await open(page, 'order 11');
  await fillIn(page);
  const left = page.waitForRequest((request) => request.url().startsWith(`${licet.url}/oidc/auth/`));
  await submit(page);
  const location = (await left).url();
  await expect(page.getByText('/callback?code=')).toBeVisible();
  await page.goto(location);
  await expectOver(page);
  await page.getByRole('link', { name: 'Start again in Books' }).click();
  await expect(page.getByText('/callback?code=')).toBeVisible();
  expect(new URL(page.url()).searchParams.get('state')).toBe('order 11');
});

test('when the server has lost a started sign-in, continuing from the account page offers to restart it', async () => {
  const { page } = visitor;
  await open(page, 'order 12');
  await fillIn(page);
  await submit(page);
  await expect(page.getByText('/callback?code=')).toBeVisible();
  await page.goto(books.signIn(licet.url, 'order 13', { prompt: 'select_account' }));
  await lose();
  await page.getByRole('link', { name: 'Continue' }).click();
  await expectOver(page);
  await page.getByRole('link', { name: 'Start again in Books' }).click();
  await page.getByRole('link', { name: 'Continue' }).click();
  await expect(page.getByText('/callback?code=')).toBeVisible();
  expect(new URL(page.url()).searchParams.get('state')).toBe('order 13');
});

test('setting a password through a link continues the sign-in that was started before', async () => {
  const { page } = visitor;
  const body = { username: 'paula', name: 'Paula', email: 'paula@aurelia.example' };
  const { id } = await licet.operator.users.create({ body });
  await open(page, 'order 16');
  const { url } = await licet.operator.users.passwordLink({ params: { user: id } });
  const tab = await page.context().newPage();
  await tab.goto(url);
  await tab.getByLabel('New password').fill('a long enough passphrase of paula');
  await tab.getByRole('button', { name: 'Set the password' }).click();
  await expect(tab.getByText('Your password is set.')).toBeVisible();
  await expect(tab.getByText('Books')).toBeVisible();
  await expect(tab.getByLabel('E-mail or username')).toHaveValue('paula');
  await tab.getByLabel('Password', { exact: true }).fill('a long enough passphrase of paula');
  await submit(tab);
  await expect(tab.getByText('/callback?code=')).toBeVisible();
  expect(new URL(tab.url()).searchParams.get('state')).toBe('order 16');
});

test('a sign-in page opened in another browser says so, and links to the application’s start page', async ({
  browser,
}) => {
  const { page } = visitor;
  await open(page, 'order 14');
  const stranger = await newVisitor(browser);
  stranger.mayBeRefused(404);
  await stranger.page.goto(page.url());
  await expectOver(stranger.page);
  await expect(stranger.page.getByText('another browser')).toBeVisible();
  await expect(stranger.page.getByRole('link', { name: 'Start again in Books' })).toHaveAttribute(
    'href',
    `${books.origin}/`,
  );
  stranger.quiet();
  await stranger.leave();
});

test('a browser that blocks cookies gets an explanation', async () => {
  const { page } = visitor;
  // Acts like Chromium with blocked cookies for a site. Scripts cannot read or write cookies, and cookies of responses are not stored.
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Emulation.setDocumentCookieDisabled', { disabled: true });
  await page.route(`${licet.url}/**`, async (route) => {
    const answer = await route.fetch({ maxRedirects: 0 });
    await page.context().clearCookies();
    const { 'set-cookie': _, ...headers } = answer.headers();
    await route.fulfill({ response: answer, headers });
  });
  await page.goto(books.signIn(licet.url, 'order 15'));
  await expect(page.getByRole('heading', { name: 'Your browser blocks cookies' })).toBeVisible();
  await expect(page.getByText(`Allow cookies for ${new URL(licet.url).host}`)).toBeVisible();
  await page.getByRole('link', { name: 'Start again in Books' }).click();
  await expect(page).toHaveURL(`${books.origin}/`);
});
