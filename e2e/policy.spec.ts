import { type Browser, expect, type Page, test } from '@playwright/test';
import { addAuthenticator, codesOf } from './authenticators.ts';
import { endAll } from './end-all.ts';
import { administrator, type RunningLicet } from './licet.ts';
import { look as lookAt } from './looks.ts';
import { startWithAdministrator } from './made-once.ts';
import { enter, leaveByMenu, newVisitor, openAs, type Visitor } from './visitor.ts';

// The organisation requires a second factor from a group. Tests the members' sign-ins before and after the deadline.
test.describe.configure({ mode: 'serial' });

const password = 'maple kettle drifts over sand';
let licet: RunningLicet;
let group: string;
let ingrid: Visitor;
let maya: Visitor;
let nextCode: () => Promise<string>;

test.beforeAll(async ({ browser }) => {
  licet = await startWithAdministrator();
  group = (await licet.operator.groups.create({ body: { name: 'Treasury', description: '' } })).id;
  ingrid = await newVisitor(browser, { baseURL: licet.url });
  maya = await withPassword(browser, 'maya', 'Maya Lindqvist');
});

test.afterEach(() => {
  ingrid.quiet();
  maya.quiet();
});

test.afterAll(() => endAll(ingrid, maya, licet));

test('an administrator requires a second factor for a group and sets a deadline', async () => {
  const { page } = ingrid;
  await openAs(page, licet.url, administrator.username, administrator.password, '/settings/policy');
  await page.getByRole('button', { name: 'A group', exact: true }).click();
  await page.getByRole('option', { name: /Treasury/ }).click();
  await page.getByRole('button', { name: 'Give them time' }).click();
  await page.getByRole('button', { name: /Ask again in the same browser$/ }).click();
  await page.getByRole('option', { name: 'After 7 days' }).click();
  await page.getByRole('button', { name: /^Still have time/ }).click();
  await expect(page.getByRole('gridcell', { name: /Maya Lindqvist/ })).toBeVisible();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('The sign-in rules are changed.')).toBeVisible();
});

test('before the deadline a second factor is offered, and may be set up later', async () => {
  const { page } = maya;
  await enterPassword(page, 'maya');
  await expect(page.getByRole('heading', { name: 'Set up a second factor' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create a passkey' })).toBeVisible();
  await look(page, 'sign-in-set-up-passkey');
  await page.getByRole('button', { name: /^Later, until/ }).click();
  await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible();
});

test('an authenticator app is set up during the sign-in, and recovery codes are shown once', async () => {
  const { page } = maya;
  await leaveByMenu(page);
  await enterPassword(page, 'maya');
  await page.getByRole('button', { name: 'Use an authenticator app instead' }).click();
  const key = page.getByLabel('Key', { exact: true });
  nextCode = codesOf(await key.inputValue());
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await key.evaluate((it) => it.scrollWidth - it.clientWidth), 'how much of the key is cut').toBeLessThanOrEqual(
    0,
  );
  await look(page, 'sign-in-set-up-app');
  maya.mayBeRefused(403);
  const code = page.getByLabel('Code', { exact: true });
  await code.fill('000000');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('This code does not match the key that you were shown')).toBeVisible();
  await code.fill(await nextCode());
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Save these recovery codes' })).toBeVisible();
  const codes = await page.getByRole('region', { name: 'Recovery codes' }).textContent();
  expect((codes ?? '').trim().split('\n')).toHaveLength(10);
  await look(page, 'sign-in-set-up-codes');
  await page.getByRole('button', { name: 'I have saved them, continue' }).click();
  await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible();
});

test('after the setup the code of the app is required, but not again in a remembered browser', async () => {
  const { page } = maya;
  await leaveByMenu(page);
  await enterPassword(page, 'maya');
  await page.getByLabel('Do not ask again in this browser for 7 days').check();
  await look(page, 'sign-in-remember');
  await page.getByLabel('Code of your authenticator app').fill(await nextCode());
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible();
  await leaveByMenu(page);
  await enter(page, 'maya', password);
});

test('after the deadline, a password alone is refused in a new browser, and leads to the setup in a known one', async ({
  browser,
}) => {
  const noor = await withPassword(browser, 'noor', 'Noor Aziz');
  await enterPassword(noor.page, 'noor');
  await noor.page.getByRole('button', { name: /^Later, until/ }).click();
  await expect(noor.page.getByRole('button', { name: /^Account of/ })).toBeVisible();
  await withPassword(browser, 'petra', 'Petra Novák').then((petra) => petra.leave());
  await anHourPasses();
  await ingrid.page.getByRole('button', { name: 'No time' }).click();
  await ingrid.page.getByRole('button', { name: /^Stopped/ }).click();
  await expect(ingrid.page.getByRole('gridcell', { name: /Petra Novák/ })).toBeVisible();
  await ingrid.page.getByRole('button', { name: 'Save changes' }).click();
  await ingrid.page.getByRole('button', { name: 'Save, and stop 1 person' }).click();
  await expect(ingrid.page.getByText('The sign-in rules are changed.')).toBeVisible();

  const elsewhere = await newVisitor(browser, { baseURL: licet.url });
  elsewhere.mayBeRefused(403);
  await elsewhere.page.goto('/');
  await enterPassword(elsewhere.page, 'noor');
  await expect(elsewhere.page.getByRole('alert')).toContainText('ask an administrator for a set-password link');
  await look(elsewhere.page, 'sign-in-stopped');
  elsewhere.quiet();
  await elsewhere.leave();

  await leaveByMenu(noor.page);
  await enterPassword(noor.page, 'noor'); // Noor has already signed in with this browser.
  await expect(noor.page.getByRole('button', { name: 'Create a passkey' })).toBeVisible();
  await expect(noor.page.getByRole('button', { name: /^Later/ })).toHaveCount(0);
  noor.quiet();
  await noor.leave();
});

test('on a German page a passkey is created during the sign-in', async ({ browser }) => {
  const omar = await withPassword(browser, 'omar', 'Omar Haddad', 'de-DE');
  const { page } = omar;
  const authenticator = await addAuthenticator(page);
  await enterPassword(page, 'omar');
  await expect(page.getByRole('heading', { name: 'Bitte noch einrichten' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Passkey anlegen', exact: true })).toBeVisible();
  await look(page, 'sign-in-set-up-passkey-de');
  await page.getByRole('button', { name: 'Stattdessen eine Authenticator-App verwenden' }).click();
  await expect(page.getByLabel('Schlüssel', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Stattdessen einen Passkey anlegen' }).click();
  await authenticator.touched(true);
  await page.getByRole('button', { name: 'Passkey anlegen', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Bewahren Sie diese Wiederherstellungscodes auf' })).toBeVisible();
  expect(await authenticator.passkeys()).toBe(1);
  await look(page, 'sign-in-set-up-codes-de');
  await page.getByRole('button', { name: 'Ich habe sie aufbewahrt, weiter' }).click();
  await expect(page.getByRole('button', { name: /^Konto von/ })).toBeVisible();
  omar.quiet();
  await omar.leave();
});

/**
 * Checks a page in one state, and that no button text overflows. The sign-in page clips overflowing text, so the
 * width of the page alone would not reveal it.
 */
async function look(page: Page, name: string): Promise<void> {
  await lookAt(page, name, async (width) => {
    const tooLong = await page
      .getByRole('button')
      .evaluateAll((buttons) => buttons.filter((it) => it.scrollWidth > it.clientWidth).map((it) => it.textContent));
    expect.soft(tooLong, `whose words are wider than it on ${name}-${width}`).toEqual([]);
  });
}

/** Opens a new browser for a new member of the group, who has just set a password through a link. */
async function withPassword(browser: Browser, username: string, name: string, locale = 'en-GB'): Promise<Visitor> {
  const { id } = await licet.operator.users.create({ body: { username, name } });
  await licet.operator.groups.addMember({ params: { group, member: id } });
  const { url } = await licet.operator.users.passwordLink({ params: { user: id } });
  const visitor = await newVisitor(browser, { baseURL: licet.url, locale });
  await visitor.page.goto(url);
  await visitor.page.getByLabel(/^(New password|Neues Passwort)$/).fill(password);
  await visitor.page.getByRole('button', { name: /^(Set the password|Passwort festlegen)$/ }).click();
  await expect(visitor.page.getByText(/^(Your password is set|Ihr Passwort ist festgelegt)/)).toBeVisible();
  return visitor;
}

/** Moves the expiry of every password link one hour back. */
const anHourPasses = () => licet.inDatabase(`update set_up_windows set expires_at = expires_at - interval '1 hour'`);

/** Signs in up to the step after the password. */
async function enterPassword(page: Page, login: string): Promise<void> {
  await page.getByLabel(/^E-[Mm]ail (or username|oder Benutzername)$/).fill(login);
  await page.getByLabel(/^(Password|Passwort)$/).fill(password);
  await page.getByRole('button', { name: /^(Sign in|Anmelden)$/ }).click();
}
