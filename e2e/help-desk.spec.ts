import { type Browser, expect, type Page, test } from '@playwright/test';
import { linkIn, type TestSmtp, testSmtp } from '../packages/server/src/mail/smtp.testing.ts';
import { type Authenticator, addAuthenticator, codesOf } from './authenticators.ts';
import { endAll } from './end-all.ts';
import { administrator, type RunningLicet } from './licet.ts';
import { startWithAdministrator } from './made-once.ts';
import { enter, newVisitor, openAs, type Visitor } from './visitor.ts';

// Three months of a help desk. Hanna has the role help-desk. Tomas joins, loses his phone, is protected from a thief who knows his password, and
// leaves. Ingrid is the administrator.
test.describe.configure({ mode: 'serial' });

const tomas = { name: 'Tomas Berg', username: 'tomas', email: 'tomas@aurelia.example' };
const hanna = { name: 'Hanna Weiss', username: 'hanna', email: 'hanna@aurelia.example' };
const passwords = {
  tomas: 'marble lantern counts nine boats',
  hanna: 'violet harbour sings to the moon',
};

let licet: RunningLicet;
let smtp: TestSmtp;
let desk: Visitor;
let ingrid: Visitor;
let his: Visitor;
let phone: Authenticator;
let invitation: string;
let recoveryCodes: string[];
let nextCode: () => Promise<string>;
const ids = new Map<string, string>();

test.beforeAll(async ({ browser }) => {
  smtp = await testSmtp();
  licet = await startWithAdministrator({ environment: { LICET_ALLOW_OUTGOING: '127.0.0.1' } });
  const { version } = await licet.operator.mail.settings();
  await licet.operator.mail.configure({ ifMatch: version, body: smtp.server });
  for (const person of [tomas, hanna]) {
    const { id } = await licet.operator.users.create({ body: person });
    ids.set(person.username, id);
  }
  await grantInLicet('hanna', 'help-desk');
  [desk, ingrid, his] = [await opened(browser), await opened(browser), await opened(browser)];
  await setPassword(desk.page);
  await enter(desk.page, hanna.username, passwords.hanna);
  await openAs(ingrid.page, licet.url, administrator.username, administrator.password);
  phone = await addAuthenticator(his.page);
});

test.afterEach(() => {
  for (const visitor of [desk, ingrid, his]) visitor.quiet();
});

test.afterAll(() => endAll(desk, ingrid, his, licet, smtp));

test('week 1: the help desk invites Tomas by mail, and he sets a password and signs in', async () => {
  const { page } = desk;
  await page.goto(`/users/${idOf('tomas')}`);
  await page.getByRole('button', { name: `More for ${tomas.name}` }).click();
  await page.getByRole('menuitem', { name: 'Invite by mail…' }).click();
  await page.getByRole('button', { name: 'Send by mail' }).click();
  await expect(page.getByRole('heading', { name: '1 invitation is on its way' })).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();
  invitation = linkIn(await smtp.mailTo(tomas.email));
  await his.page.goto(invitation);
  await expect(his.page.getByRole('heading', { name: `Welcome, ${tomas.name}` })).toBeVisible();
  await his.page.getByLabel('New password').fill(passwords.tomas);
  await his.page.getByRole('button', { name: 'Set the password and continue' }).click();
  await enter(his.page, tomas.username, passwords.tomas);
});

test('week 1: Tomas adds a passkey, an authenticator app and recovery codes, and signs in with the passkey', async () => {
  const { page } = his;
  his.mayBeRefused(403);
  await page.goto('/me?tab=credentials');
  await addPasskey(page, 'Phone');
  recoveryCodes = await keptCodes(page);
  await page.getByRole('button', { name: 'Add authenticator app' }).click();
  const dialog = page.getByRole('dialog');
  nextCode = codesOf(await dialog.getByLabel('Key', { exact: true }).inputValue());
  await dialog.getByLabel('Code', { exact: true }).fill(await nextCode());
  await dialog.getByRole('button', { name: 'Add authenticator app' }).click();
  await expect(page.getByText('Required after your password', { exact: true })).toBeVisible();
  await phone.touched(true);
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL(/\/sign-in\//);
  await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible();
});

test("week 5: Tomas loses his phone, signs in with a recovery code and removes the phone's factors", async ({
  browser,
}) => {
  await his.leave();
  his = await opened(browser);
  his.mayBeRefused(403);
  const { page } = his;
  await page.goto('/');
  await enterPassword(page, tomas.username, passwords.tomas);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(recoveryCodes[0] ?? '');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible();
  await page.goto('/me?tab=credentials');
  await page.getByRole('button', { name: 'Remove Phone' }).click();
  await page.getByRole('button', { name: 'Remove passkey' }).click();
  await page.getByRole('button', { name: 'Replace' }).click();
  const dialog = page.getByRole('dialog');
  nextCode = codesOf(await dialog.getByLabel('Key', { exact: true }).inputValue());
  await dialog.getByLabel('Code', { exact: true }).fill(await nextCode());
  await dialog.getByRole('button', { name: 'Add authenticator app' }).click();
  await page.getByRole('button', { name: 'Create new codes' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create new codes' }).click();
  recoveryCodes = await keptCodes(page);
  phone = await addAuthenticator(page);
  await addPasskey(page, 'New phone');
  await expect(page.getByRole('button', { name: 'Rename New phone' })).toBeVisible();
});

test('week 9: guessed codes, an old link and the help desk give a thief with Tomas’s password no access', async ({
  browser,
}) => {
  const thief = await opened(browser);
  const { page } = thief;
  thief.mayBeRefused(403, 410, 429);
  await page.goto('/');
  await enterPassword(page, tomas.username, passwords.tomas);
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible();
  const code = page.getByLabel('Code of your authenticator app');
  await code.fill('000000');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(code).toHaveAttribute('aria-invalid', 'true');
  for (let guess = 1; !(await page.getByText(/Too many/).isVisible()); guess += 1) {
    expect(guess, 'guesses before one has to wait').toBeLessThan(20);
    await code.fill(String(100_000 + guess));
    const answer = page.waitForResponse('**/code');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await answer;
  }
  await page.goto(invitation);
  await expect(page.getByRole('heading', { name: 'This invitation does not work' })).toBeVisible();
  await page.goto('/forgot');
  await page.getByLabel('E-mail or username').fill(tomas.username);
  await page.getByRole('button', { name: 'Send me a link' }).click();
  await expect(page.getByRole('heading', { name: 'Check your mailbox' })).toBeVisible();
  thief.quiet();
  await thief.leave();
  expect(
    (await smtp.mailTo(tomas.email, smtp.recipients.filter((it) => it === tomas.email).length)).to?.[0]?.address,
  ).toBe(tomas.email);

  // The thief calls the help desk. Hanna may not reset Tomas's credentials, because he owns an application.
  await ownsSomething('tomas');
  await desk.page.goto(`/users/${idOf('tomas')}`);
  await desk.page.getByRole('button', { name: `More for ${tomas.name}` }).click();
  for (const entry of ['Reset second factor…', 'Create set-password link…', 'Suspend…', 'Delete…']) {
    const item = desk.page.getByRole('menuitem', { name: entry });
    await expect(item).toContainText(/is an owner of/);
    await item.click();
  }
  // The open menu is a dialog as well.
  await expect(desk.page.locator('[role=dialog]:not(.menu), [role=alertdialog]')).toHaveCount(0);
  await desk.page.keyboard.press('Escape');
  await his.page.goto('/me?tab=activity');
  await expect(his.page.getByText('Wrong code').first()).toBeVisible();
});

test('week 10: the administrator sees that the help desk set an address, and confirms it', async () => {
  const nora = { name: 'Nora Lind', username: 'nora', email: 'nora@aurelia.example' };
  const { id } = await licet.operator.users.create({ body: nora });
  await desk.page.goto(`/users/${id}?tab=details`);
  await desk.page.getByLabel('E-mail').fill('nora.lind@aurelia.example');
  await desk.page.getByRole('button', { name: 'Save' }).click();
  const { page } = ingrid;
  await page.goto(`/users/${id}?tab=details`);
  const setBy = page.getByText('Address set by').first();
  await expect(setBy).toBeVisible();
  await expect(page.getByText(hanna.name).first()).toBeVisible();
  await page.getByRole('button', { name: `More for ${nora.name}` }).click();
  await page.getByRole('menuitem', { name: 'Confirm e-mail address…' }).click();
  await expect(page.getByText(`${hanna.name} set the address nora.lind@aurelia.example.`)).toBeVisible();
  await page.getByRole('button', { name: 'Confirm address' }).click();
  await expect(page.getByText(`The e-mail address of ${nora.name} is confirmed.`)).toBeVisible();
  await expect(setBy).toBeHidden();
});

test('week 13: Tomas is suspended, his open page is covered, and none of his credentials works', async () => {
  await his.page.goto('/me');
  his.mayBeRefused(400, 401, 403);
  const { page } = ingrid;
  await page.goto(`/users/${idOf('tomas')}`);
  await page.getByRole('button', { name: `More for ${tomas.name}` }).click();
  await page.getByRole('menuitem', { name: 'Suspend…' }).click();
  const suspended = page.waitForResponse((answer) => answer.url().endsWith('/suspend') && answer.ok());
  await page.getByRole('button', { name: 'Suspend user' }).click();
  await suspended;
  await expect(his.page.getByText(/session has expired|ended/).first()).toBeVisible();
  await his.page.goto('/');
  await enterPassword(his.page, tomas.username, passwords.tomas);
  await expect(his.page.getByText('The name or the password is wrong.')).toBeVisible();
  await phone.touched(true);
  await his.page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(his.page.getByRole('alert')).toBeVisible();
  await expect(his.page.getByRole('button', { name: /^Account of/ })).toBeHidden();
  await page.goto(`/users/${idOf('tomas')}?tab=sessions`);
  await expect(page.getByText('Refused: suspended').first()).toBeVisible();
});

const idOf = (name: string): string => ids.get(name) ?? '';

const opened = (browser: Browser): Promise<Visitor> => newVisitor(browser, { baseURL: licet.url });

/** Sets Hanna's password through a link from the operator. */
async function setPassword(page: Page): Promise<void> {
  const { url } = await licet.operator.users.passwordLink({ params: { user: idOf('hanna') } });
  await page.goto(url);
  await page.getByLabel('New password').fill(passwords.hanna);
  await page.getByRole('button', { name: 'Set the password' }).click();
}

/** Signs in up to the step after the password. */
async function enterPassword(page: Page, login: string, password: string): Promise<void> {
  await page.getByLabel('E-mail or username').fill(login);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

async function addPasskey(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add passkey' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(name);
  await phone.touched(true);
  await dialog.getByRole('button', { name: 'Add passkey' }).click();
  await expect(page.getByRole('dialog', { name: 'Add a passkey' })).toBeHidden();
  await phone.touched(false);
}

/** Returns the shown recovery codes, and confirms that they are saved. */
async function keptCodes(page: Page): Promise<string[]> {
  await expect(page.getByRole('heading', { name: 'Save these recovery codes' })).toBeVisible();
  const shown = (await page.getByRole('region', { name: 'Recovery codes' }).textContent()) ?? '';
  await page.getByRole('button', { name: 'I have saved them' }).click();
  return shown.trim().split('\n');
}

async function grantInLicet(who: string, name: string): Promise<void> {
  const { items } = await licet.operator.roles.list({ params: { application: 'licet' }, query: { q: name } });
  const role = items.find((it) => it.name === name)?.id ?? '';
  const body = { principal: { kind: 'user' as const, id: idOf(who) }, gives: { kind: 'role' as const, id: role } };
  await licet.operator.grants.create({ params: { application: 'licet' }, body });
}

/** Makes the user the owner of a new application. */
async function ownsSomething(who: string): Promise<void> {
  const application = (await licet.operator.applications.create({ body: { id: 'payroll', name: 'Payroll' } })).id;
  await licet.operator.applications.addOwner({ params: { application, user: idOf(who) } });
}
