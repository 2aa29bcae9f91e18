import { expect, type Page, type Route, test } from '@playwright/test';
import { type Authenticator, addAuthenticator, codesOf } from './authenticators.ts';
import { endAll } from './end-all.ts';
import { administrator, type RunningLicet } from './licet.ts';
import { look } from './looks.ts';
import { startWithAdministrator } from './made-once.ts';
import { enter, leaveByMenu, newVisitor, type Visitor } from './visitor.ts';

test.describe.configure({ mode: 'serial' });

let licet: RunningLicet;
let ingrid: Visitor;
let authenticator: Authenticator;
let nextCode: () => Promise<string>;
let codes: string[];

test.beforeAll(async ({ browser }) => {
  licet = await startWithAdministrator();
  ingrid = await newVisitor(browser, { baseURL: licet.url });
  authenticator = await addAuthenticator(ingrid.page);
  await ingrid.page.goto('/');
  await enter(ingrid.page, administrator.username, administrator.password);
});

test.afterEach(() => ingrid.quiet());

test.afterAll(() => endAll(ingrid, licet));

test('an authenticator app is added with its first code, and recovery codes are shown once', async () => {
  const { page } = ingrid;
  ingrid.mayBeRefused(403);
  await page.goto('/me?tab=credentials');
  await look(page, 'me-credentials-none');
  await page.getByRole('button', { name: 'Add authenticator app' }).click();
  const dialog = page.getByRole('dialog');
  nextCode = codesOf(await dialog.getByLabel('Key', { exact: true }).inputValue());
  await expect(dialog.getByRole('img', { name: /QR code for the authenticator app/ })).toBeVisible();
  await look(page, 'me-credentials-app');
  const code = dialog.getByLabel('Code', { exact: true });
  await code.fill('000000');
  await dialog.getByRole('button', { name: 'Add authenticator app' }).click();
  await expect(code).toHaveAttribute('aria-invalid', 'true');
  await code.fill(await nextCode());
  await dialog.getByRole('button', { name: 'Add authenticator app' }).click();
  await expect(page.getByRole('heading', { name: 'Save these recovery codes' })).toBeVisible();
  codes = ((await page.getByRole('region', { name: 'Recovery codes' }).textContent()) ?? '').trim().split('\n');
  expect(codes).toHaveLength(10);
  await look(page, 'me-credentials-codes');
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await expect(page.getByText('10 of 10 left')).toBeVisible();
  await expect(page.getByText('Required after your password', { exact: true })).toBeVisible();
});

test('with an authenticator app the password alone does not sign in', async () => {
  const { page } = ingrid;
  await leaveByMenu(page);
  await enterPassword(page);
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible();
  await look(page, 'sign-in-code');
  const code = page.getByLabel('Code of your authenticator app');
  await code.fill('000000');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(code).toHaveAttribute('aria-invalid', 'true');
  await look(page, 'sign-in-code-wrong');
  await page.reload(); // The server has already accepted the password, so the page asks only for the code.
  await page.getByLabel('Code of your authenticator app').fill(await nextCode());
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible();
});

test('a recovery code signs in once in place of the authenticator app', async () => {
  const { page } = ingrid;
  for (const outcome of ['taken', 'refused']) {
    await leaveByMenu(page);
    await enterPassword(page);
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    const field = page.getByLabel('Recovery code');
    await field.fill(codes[0]?.toLowerCase() ?? '');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    if (outcome === 'refused') {
      await expect(field).toHaveAttribute('aria-invalid', 'true');
      await look(page, 'sign-in-recovery-used');
      await field.fill(codes[1] ?? '');
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    }
    await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible();
  }
  await page.goto('/me?tab=credentials');
  await expect(page.getByText('8 of 10 left')).toBeVisible();
});

test('a passkey is added and named, and signs in without a name or a password', async () => {
  const { page } = ingrid;
  await page.getByRole('button', { name: 'Add passkey' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Laptop');
  await look(page, 'me-credentials-passkey');
  await authenticator.touched(true);
  await dialog.getByRole('button', { name: 'Add passkey' }).click();
  await expect(page.getByRole('button', { name: 'Rename Laptop' })).toBeVisible();
  await look(page, 'me-credentials');
  await authenticator.touched(false);
  await leaveAndSeeSuggestion(page);
  await look(page, 'sign-in-passkey');
  await usePasskey(page);
  await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible();
});

test('the username field suggests the passkey', async () => {
  const { page } = ingrid;
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL(/\/sign-in\//);
  await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible();
});

test('passkey, recovery codes and app can be removed or replaced, and an unknown passkey is refused', async () => {
  const { page } = ingrid;
  await page.goto('/me?tab=credentials');
  await page.getByRole('button', { name: 'Rename Laptop' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Old laptop');
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
  await page.getByRole('button', { name: 'Remove Old laptop' }).click();
  await page.getByRole('button', { name: 'Remove passkey' }).click();
  await expect(page.getByText('A passkey signs you in with your fingerprint')).toBeVisible();
  await page.getByRole('button', { name: 'Create new codes' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create new codes' }).click();
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await expect(page.getByText('10 of 10 left')).toBeVisible();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByRole('button', { name: 'Remove authenticator app' }).click();
  await expect(page.getByText('An app on your phone shows')).toBeVisible();
  expect(await authenticator.passkeys()).toBe(0);
  await authenticator.touched(false);
  await authenticator.addUnknown();
  await leaveAndSeeSuggestion(page);
  ingrid.mayBeRefused(403);
  await usePasskey(page);
  await expect(page.getByRole('alert')).toBeVisible();
  await look(page, 'sign-in-passkey-unknown');
  await expect.poll(() => authenticator.passkeys()).toBe(0);
  await enter(page, administrator.username, administrator.password);
});

test('an administrator resets the second factor of a user, which ends the user’s sessions', async ({ browser }) => {
  const { page } = ingrid;
  const maya = await newVisitor(browser, { baseURL: licet.url });
  const user = await licet.operator.users.create({ body: { name: 'Maya Lindqvist', username: 'maya' } });
  const { url } = await licet.operator.users.passwordLink({ params: { user: user.id } });
  await maya.page.goto(url);
  await maya.page.getByLabel('New password').fill('maple kettle drifts over sand');
  await maya.page.getByRole('button', { name: 'Set the password' }).click();
  await enter(maya.page, 'maya', 'maple kettle drifts over sand');
  await maya.page.goto('/me?tab=credentials');
  await maya.page.getByRole('button', { name: 'Add authenticator app' }).click();
  const key = await maya.page.getByRole('dialog').getByLabel('Key', { exact: true }).inputValue();
  const codesOfMaya = codesOf(key);
  await maya.page
    .getByRole('dialog')
    .getByLabel('Code', { exact: true })
    .fill(await codesOfMaya());
  await maya.page.getByRole('dialog').getByRole('button', { name: 'Add authenticator app' }).click();
  await maya.page.getByRole('button', { name: 'I have saved them' }).click();

  await page.goto(`/users/${user.id}?tab=details`);
  await expect(page.getByText('Recovery codes, 10 of 10 left')).toBeVisible();
  await page.getByRole('button', { name: 'More for Maya Lindqvist' }).click();
  await page.getByRole('menuitem', { name: 'Reset second factor…' }).click();
  await look(page, 'user-reset-second-factor');
  await page.getByRole('button', { name: 'Reset second factor' }).click();
  await expect(page.getByText('The second factor of Maya Lindqvist is reset.')).toBeVisible();
  await expect(page.getByText('Recovery codes, 10 of 10 left')).toBeHidden();
  await expect(maya.page.getByText(/session has expired|ended/).first()).toBeVisible();
  await maya.page.goto('/');
  await enter(maya.page, 'maya', 'maple kettle drifts over sand');
  await maya.leave();
});

async function enterPassword(page: Page): Promise<void> {
  await page.getByLabel('E-mail or username').fill(administrator.username);
  await page.getByLabel('Password', { exact: true }).fill(administrator.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Signs out, and waits until the browser suggests a passkey. */
async function leaveAndSeeSuggestion(page: Page): Promise<void> {
  const suggested = page.waitForResponse('**/passkey/options');
  await leaveByMenu(page);
  await suggested;
}

/** Presses the passkey button. The page first cancels the browser's suggestion, and then the user passes the fingerprint check. */
async function usePasskey(page: Page): Promise<void> {
  const show = async (route: Route) => {
    await authenticator.touched(true);
    await route.continue();
  };
  await page.route('**/passkey/options', show, { times: 1 });
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
}
