import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { linkIn, type TestSmtp, testSmtp } from '../packages/server/src/mail/smtp.testing.ts';
import { addAuthenticator } from './authenticators.ts';
import { endAll } from './end-all.ts';
import { administrator, type RunningLicet } from './licet.ts';
import { look } from './looks.ts';
import { startWithAdministrator } from './made-once.ts';
import { newVisitor, openAs, type Visitor } from './visitor.ts';

test.describe.configure({ mode: 'serial' });

let licet: RunningLicet;
let smtp: TestSmtp;
let ingrid: Visitor;
const count = 12;

test.beforeAll(async ({ browser }) => {
  smtp = await testSmtp();
  licet = await startWithAdministrator({ environment: { LICET_ALLOW_OUTGOING: '127.0.0.1' } });
  await licet.operator.mail.configure({
    body: {
      host: '127.0.0.1',
      port: smtp.server.port,
      security: 'none',
      username: null,
      fromAddress: 'licet@aurelia.example',
      fromName: 'Aurelia',
      language: 'en',
    },
  });
  for (let n = 1; n <= count; n += 1) {
    const name = n === 3 ? '=1+1 Newcomer' : `Newcomer ${n}`;
    const email = n === 2 ? null : `newcomer-${n}@aurelia.example`;
    await licet.operator.users.create({ body: { username: `newcomer-${n}`, name, email } });
  }
  ingrid = await newVisitor(browser, { baseURL: licet.url });
  await openAs(ingrid.page, licet.url, administrator.username, administrator.password);
});

test.afterAll(() => endAll(ingrid, licet, smtp));

const menu = async (page: Page, entry: string | RegExp) => {
  await page.getByRole('button', { name: /^Invitations/ }).click();
  await page.getByRole('menuitem', { name: entry }).click();
};

test('all users of a list are invited in one round, whose progress is shown above the list', async () => {
  const { page } = ingrid;
  await page.goto('/users?status=invited');
  await page.getByRole('button', { name: /^Invitations/ }).click();
  await expect(page.getByRole('menuitem', { name: `Invite everybody in this list (${count})…` })).toBeVisible();
  await page.keyboard.press('Escape');
  await look(page, 'invitations-all-menu', async () => {
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Invitations/ }).click();
  });
  await page.keyboard.press('Escape');
  await menu(page, /^Invite everybody/);
  await look(page, 'invitations-all');
  await page.getByRole('button', { name: 'Send by mail' }).click();
  const round = page.getByRole('region', { name: 'Pending invitations' });
  await expect(round.getByText(`${count - 1} of ${count} sent`)).toBeVisible({ timeout: 30_000 });
  await expect(round.getByText('1 person: no e-mail address.')).toBeVisible();
  await look(page, 'invitations-round');
  expect(new Set(smtp.recipients).size).toBe(count - 1);
  expect(smtp.recipients).toHaveLength(count - 1);
});

test('withdrawing an invitation invalidates the link in its mail', async ({ browser }) => {
  const { page } = ingrid;
  const link = linkIn(await smtp.mailTo('newcomer-1@aurelia.example'));
  await page.getByRole('link', { name: 'Newcomer 1', exact: true }).click();
  await expect(page.getByText('Sent by mail')).toBeVisible();
  await look(page, 'user-invitation');
  await page.getByRole('button', { name: 'More for Newcomer 1' }).click();
  await page.getByRole('menuitem', { name: 'Withdraw invitation…' }).click();
  await look(page, 'invitation-withdraw');
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click();
  await expect(page.getByText('Expired or withdrawn')).toBeVisible();
  const newcomer = await newVisitor(browser, { baseURL: licet.url });
  newcomer.mayBeRefused(410);
  await newcomer.page.goto(link);
  await expect(newcomer.page.getByRole('heading', { name: 'This invitation does not work' })).toBeVisible();
  await newcomer.leave();
});

test('an invited user creates a passkey instead of a password by keyboard, and signs in with it', async ({
  browser,
}) => {
  const link = linkIn(await smtp.mailTo('newcomer-5@aurelia.example'));
  const newcomer = await newVisitor(browser, { baseURL: licet.url });
  const { page } = newcomer;
  const authenticator = await addAuthenticator(page);
  const scripts: string[] = [];
  page.on('response', (response) => response.url().endsWith('.js') && scripts.push(response.url()));
  await page.goto(link);
  const instead = page.getByRole('button', { name: 'Use a passkey instead' });
  await expect(instead).toBeVisible();
  await look(page, 'invited');
  await instead.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Create a passkey' })).toBeFocused();
  await look(page, 'invited-passkey');
  // The code for passkeys loads only when the page needs it.
  const before = scripts.length;
  await authenticator.touched(true);
  await page.route('**/password-links/passkey', async (route) => {
    await authenticator.touched(false); // Otherwise the next page would sign in before the test can check it.
    await route.continue();
  });
  await page.getByRole('button', { name: 'Create a passkey' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Your passkey is created. Sign in with it now.')).toBeVisible();
  expect(scripts.length).toBeGreaterThan(before);
  await look(page, 'sign-in-passkey-made');
  await authenticator.touched(true);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('button', { name: 'Account of Newcomer 5' })).toBeVisible();
  await newcomer.leave();
});

test('invitation links are saved as a CSV file without formulas', async ({ browser }) => {
  const { page } = ingrid;
  await page.goto('/users?status=invited&invitation=none');
  await expect(page.getByText('2 people')).toBeVisible();
  await menu(page, /^Links for everybody/);
  await look(page, 'invitation-links');
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Create links and save the file' }).click();
  const file = readFileSync(await (await saving).path(), 'utf8');
  const lines = file.trim().split('\r\n');
  expect(lines).toHaveLength(3);
  const link = lines.find((line) => line.startsWith('newcomer-2,'))?.split(',')[3] ?? '';
  const newcomer = await newVisitor(browser, { baseURL: licet.url });
  await newcomer.page.goto(link);
  await expect(newcomer.page.getByLabel('New password')).toBeVisible();
  await newcomer.leave();
  await page.goto('/users?status=invited&q=Newcomer');
  await page.getByRole('checkbox', { name: '=1+1 Newcomer' }).click();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Links for 1, as CSV…' }).click();
  const second = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Create links and save the file' }).click();
  expect(readFileSync(await (await second).path(), 'utf8')).toContain("newcomer-3,'=1+1 Newcomer,");
});

test('withdrawing several invitations reports, in German, a user who has none', async ({ browser }) => {
  const german = await newVisitor(browser, { baseURL: licet.url, locale: 'de-DE' });
  const { page } = german;
  await page.goto('/');
  await page.getByLabel('E-Mail oder Benutzername').fill(administrator.username);
  await page.getByLabel('Passwort', { exact: true }).fill(administrator.password);
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
  await expect(page.getByRole('button', { name: /^Konto von/ })).toBeVisible();
  await page.goto('/users?status=invited&q=Newcomer');
  const tick = (n: number) => page.getByRole('checkbox', { name: new RegExp(`Newcomer ${n}\\b`) }).click();
  const more = () => page.getByRole('button', { name: 'Weitere Aktionen' }).click();
  const withdraw = async () => {
    await page.getByRole('menuitem', { name: /zurückziehen …$/ }).click();
    await page.getByRole('button', { name: 'Zurückziehen', exact: true }).click();
  };
  await tick(4);
  await more();
  await withdraw();
  await expect(page.getByText('1 Einladung ist zurückgezogen')).toBeVisible();
  for (const n of [1, 4]) await tick(n);
  await more();
  await look(page, 'invitations-menu-de', async (width) => {
    if (width === 1440) return;
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Aktionen', exact: true }).click();
  });
  await page.keyboard.press('Escape');
  await more();
  await withdraw();
  await expect(page.getByRole('heading', { name: '1 Einladung ist zurückgezogen' })).toBeVisible();
  await expect(page.getByText('hat keine gültige')).toBeVisible();
  await look(page, 'invitations-withdrawn-de');
  await german.leave();
});
