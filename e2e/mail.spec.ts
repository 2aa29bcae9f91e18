import { mailTemplate } from '@licet/contract';
import { expect, type Page, type Request, test } from '@playwright/test';
import { linkIn, type TestSmtp, testSmtp } from '../packages/server/src/mail/smtp.testing.ts';
import { axeFindings } from './axe.ts';
import { endAll } from './end-all.ts';
import { administrator, type RunningLicet } from './licet.ts';
import { look, take, widths } from './looks.ts';
import { startWithAdministrator } from './made-once.ts';
import { enter, leaveByMenu, newVisitor, type Visitor } from './visitor.ts';

test.describe.configure({ mode: 'serial' });

let licet: RunningLicet;
let smtp: TestSmtp;
let ingrid: Visitor;
let newcomer: Visitor;
const nora = { name: 'Nora Lindgren', username: 'nora', email: 'nora@aurelia.example' };
const says =
  process.env.LICET_LOOKS_IN === 'de'
    ? {
        reset: 'Neues Passwort festlegen',
        changed: 'Ihr Passwort wurde geändert',
        newBrowser: 'Sie haben sich in einem neuen Browser angemeldet',
        verify: 'Bestätigen Sie Ihre E-Mail-Adresse',
        address: 'Ihre E-Mail-Adresse wurde geändert',
        browser: /^Browser: Chrome auf \w+$/m,
      }
    : {
        reset: 'Set a new password',
        changed: 'Your password was changed',
        newBrowser: 'New sign-in to your account',
        verify: 'Verify your e-mail address',
        address: 'Your e-mail address was changed',
        browser: /^Browser: Chrome on \w+$/m,
      };
const first = 'marble lantern counts nine boats';
const second = 'copper window keeps the winter out';

test.beforeAll(async ({ browser }) => {
  smtp = await testSmtp();
  licet = await startWithAdministrator({ environment: { LICET_ALLOW_OUTGOING: '127.0.0.1' } });
  ingrid = await newVisitor(browser, { baseURL: licet.url });
  newcomer = await newVisitor(browser, { baseURL: licet.url });
});

test.afterAll(() => endAll(ingrid, newcomer, licet, smtp));

test('without a mail server the page for a forgotten password names a contact, and the settings say that no mail is sent', async () => {
  const { page } = ingrid;
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Forgot your password?' })).toBeVisible();
  await newcomer.page.goto('/forgot');
  await expect(newcomer.page.getByText('Licet does not send mail here.')).toBeVisible();
  await look(newcomer.page, 'forgot-no-mail');
  await enter(page, administrator.username, administrator.password);
  await page.goto('/settings');
  await expect(page).toHaveURL('/settings/organisation');
  await look(page, 'settings-organisation');
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'E-mail' }).click();
  await expect(page.getByText('No mail is sent', { exact: true })).toBeVisible();
  await look(page, 'settings-mail-none');
});

test('a mail server is configured, and a test mail arrives', async () => {
  const { page } = ingrid;
  await page.getByLabel('Server', { exact: true }).fill('127.0.0.1');
  await page.getByText('None', { exact: true }).click();
  await page.getByLabel('Port').fill(String(smtp.server.port));
  await page.getByLabel('Sender’s address').fill('licet@aurelia.example');
  await page.getByLabel('Sender’s name').fill('Aurelia');
  await page.getByRole('button', { name: 'Save' }).first().click();
  await expect(page.getByText('Configured, but not tested yet')).toBeVisible();
  await page.getByRole('button', { name: 'Send a test to me' }).click();
  await expect(page.getByText('Mail works')).toBeVisible();
  await smtp.mailTo(administrator.email);
  await look(page, 'settings-mail');
});

test('a user is invited by mail and signs in with the link, which works once', async () => {
  const { page } = ingrid;
  const { id } = await licet.operator.users.create({ body: nora });
  await page.goto(`/users/${id}`);
  await page.getByRole('button', { name: `More for ${nora.name}` }).click();
  await page.getByRole('menuitem', { name: 'Invite by mail…' }).click();
  await page.getByRole('button', { name: 'Send by mail' }).click();
  await expect(page.getByRole('heading', { name: '1 invitation is on its way' })).toBeVisible();
  await look(page, 'user-invited');
  const mail = await smtp.mailTo(nora.email);
  await picture('mail-invitation', mail.html ?? '');
  const link = linkIn(mail);
  expect(link.startsWith(`${licet.url}/invited#token=`)).toBe(true);
  await newcomer.page.goto(link);
  await expect(newcomer.page.getByRole('heading', { name: `Welcome, ${nora.name}` })).toBeVisible();
  expect(newcomer.page.url()).toBe(`${licet.url}/invited`);
  await look(newcomer.page, 'invited');
  await newcomer.page.getByLabel('New password').fill(first);
  await newcomer.page.getByRole('button', { name: 'Set the password and continue' }).click();
  await enter(newcomer.page, nora.username, first);
  newcomer.mayBeRefused(410);
  await newcomer.page.goto('/inspect');
  await newcomer.page.goto(link);
  await expect(newcomer.page.getByRole('heading', { name: 'This invitation does not work' })).toBeVisible();
});

test('a forgotten password is reset by mail, and a mail reports the change', async () => {
  const { page } = newcomer;
  await page.goto('/');
  await leaveByMenu(page);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await look(page, 'forgot');
  await page.getByLabel('E-mail or username').fill(nora.email);
  await page.getByRole('button', { name: 'Send me a link' }).click();
  await expect(page.getByRole('heading', { name: 'Check your mailbox' })).toBeVisible();
  await look(page, 'forgot-sent');
  const mail = await smtp.mailTo(nora.email, 2);
  expect(mail.subject).toBe(says.reset);
  await picture('mail-reset', mail.html ?? '');
  await page.goto(linkIn(mail));
  await page.getByRole('button', { name: 'Use a passkey instead' }).click();
  await look(page, 'reset-passkey');
  await page.getByRole('button', { name: 'Set a password instead' }).click();
  await page.getByLabel('New password').fill(second);
  await page.getByRole('button', { name: 'Set the password' }).click();
  await enter(page, nora.email, second);
  const notice = await smtp.mailAbout(nora.email, says.changed);
  await picture('mail-password-changed', notice.html ?? '');
  // After a password change, Licet treats every browser as new.
  const seen = await smtp.mailAbout(nora.email, says.newBrowser);
  expect(seen.text).toMatch(says.browser);
  await picture('mail-new-browser', seen.html ?? '');
});

test('a changed e-mail address is verified by a link that works once, and an administrator sees the result', async () => {
  const { page } = newcomer;
  await page.goto('/me');
  await expect(page.getByText('Verified', { exact: true })).toBeVisible();
  await page.getByLabel('Another address').fill('nora@home.example');
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByText('Your address stays the same until you use it.')).toBeVisible();
  await look(page, 'me-address');
  const mail = await smtp.mailAbout('nora@home.example', says.verify);
  await picture('mail-verification', mail.html ?? '');
  await page.goto(linkIn(mail));
  await expect(page.getByRole('heading', { name: 'Is this your address?' })).toBeVisible();
  await look(page, 'verify-email');
  await page.getByRole('button', { name: 'Yes, verify it' }).click();
  await expect(page.getByRole('heading', { name: 'Your address is verified' })).toBeVisible();
  await look(page, 'verify-email-done');
  await smtp.mailAbout(nora.email, says.address);
  newcomer.mayBeRefused(410);
  await page.goto('/inspect');
  await page.goto(linkIn(mail));
  await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
  const { items } = await licet.operator.users.list({ query: { q: 'nora' } });
  await ingrid.page.goto(`/users/${items[0]?.id}?tab=details`);
  await expect(ingrid.page.getByText('Verified', { exact: true })).toBeVisible();
  await look(ingrid.page, 'user-verified');
});

test('mails are previewed in a frame that runs no script', async () => {
  const { page } = ingrid;
  await page.goto('/settings/mail');
  const frame = page.frameLocator('iframe');
  await expect(frame.getByRole('link', { name: 'Accept the invitation' })).toBeVisible();
  await look(page, 'settings-mail-examples');
  const response = await page.request.get('/mail-examples/requests_waiting/de');
  expect(response.headers()['content-security-policy']).toMatch(/default-src 'none'.*sandbox/);
  await page.getByText('As text', { exact: true }).click();
  await expect(page.getByText('Hello Maya Lindqvist,')).toBeVisible();
  for (const template of mailTemplate.options)
    for (const language of ['en', 'de']) {
      const html = await (await page.request.get(`/mail-examples/${template}/${language}`)).text();
      await picture(`example-${template}-${language}`, html);
    }
});

test('a failed mail is sent again, and its log says why it failed', async () => {
  const { page } = ingrid;
  smtp.mode = 'refuses';
  const { items } = await licet.operator.users.list({ query: { q: 'nora' } });
  await licet.operator.users.update({
    params: { user: items[0]?.id ?? '' },
    body: { email: nora.email },
  });
  await page.goto('/settings/outbox?state=failed');
  await page.getByRole('gridcell', { name: 'Address verification' }).click();
  await expect(page.getByText('No such mailbox').first()).toBeVisible();
  await look(page, 'settings-outbox-failed');
  smtp.mode = 'takes';
  const before = smtp.mails.length;
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect.poll(() => smtp.mails.length).toBeGreaterThan(before);
  await newcomer.page.goto(linkIn(await smtp.mailAbout(nora.email, says.verify)));
  await newcomer.page.getByRole('button', { name: 'Yes, verify it' }).click();
  await expect(newcomer.page.getByRole('heading', { name: 'Your address is verified' })).toBeVisible();
  smtp.mode = 'refuses';
  const nadia = await licet.operator.users.create({
    body: { username: 'nadia', name: 'Nadia', email: 'nadia@harbour.example' },
  });
  await licet.operator.users.invite({ body: { users: [nadia.id] } });
  await page.goto('/settings/outbox?q=nadia');
  await expect(page.getByRole('row', { name: 'Nadia' })).toContainText('Failed');
  await page.getByRole('gridcell', { name: 'Invitation' }).click();
  await page.getByRole('button', { name: 'Do not send' }).click();
  await expect(page.getByText('The mail will not be sent.')).toBeVisible();
  await expect(page.getByText('Somebody discarded it.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Do not send' })).toBeHidden();
  smtp.mode = 'takes';
});

test('the outbox shows the state of each mail, and its text without the link', async () => {
  const { page } = ingrid;
  await page.goto('/settings/outbox');
  const outbox = page.getByRole('grid', { name: 'Outbox' });
  for (const what of ['Invitation', 'Password reset', 'Password changed', 'New browser'])
    await expect(outbox.getByRole('row', { name: 'Nora' }).filter({ hasText: what }).first()).toContainText('Sent');
  await look(page, 'settings-outbox');
  await page.getByRole('gridcell', { name: 'Password reset' }).click();
  await expect(page.getByText('(The link is created when the mail is sent.)')).toBeVisible();
  await look(page, 'settings-outbox-open');
});

test('the mails and the mail settings are in German for a German browser', { tag: '@whole' }, async ({ browser }) => {
  const german = await newVisitor(browser, { baseURL: licet.url, locale: 'de-DE' });
  await german.page.goto('/forgot');
  await look(german.page, 'forgot-de');
  await german.page.getByLabel('E-Mail oder Benutzername').fill(nora.username);
  await german.page.getByRole('button', { name: 'Link senden' }).click();
  const mail = await smtp.mailAbout(nora.email, 'Neues Passwort festlegen');
  await picture('mail-reset-de', mail.html ?? '');
  await german.page.goto('/');
  await german.page.getByLabel('E-Mail oder Benutzername').fill(administrator.username);
  await german.page.getByLabel('Passwort', { exact: true }).fill(administrator.password);
  await german.page.getByRole('button', { name: 'Anmelden', exact: true }).click();
  await expect(german.page.getByRole('button', { name: /^Konto von/ })).toBeVisible();
  await german.page.goto('/settings/mail');
  await german.page.getByText('Webhook', { exact: true }).click();
  await look(german.page, 'settings-mail-de');
  await german.leave();
});

/** The page that shows all mails. */
let program: Page | undefined;

/** Shows a mail as a mail program does. The mail must load nothing and fit a phone. */
async function picture(name: string, html: string): Promise<void> {
  program ??= await ingrid.page.context().newPage();
  const page = program;
  const fetched: string[] = [];
  const note = (request: Request) => void fetched.push(request.url());
  page.on('request', note);
  await page.setContent(html);
  for (const width of widths)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 844 });
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect.soft(wider, `how much wider than the page ${name}-${width} is, in px`).toBeLessThanOrEqual(0);
      if (width === 390) {
        const rules = colorScheme === 'light' ? ['wcag2a', 'wcag2aa'] : ['color-contrast'];
        expect.soft(await axeFindings(page, { runOnly: rules }), `what axe finds on ${name}`).toEqual([]);
      }
      await take(page, `${name}-${width}-${colorScheme}`);
    }
  page.off('request', note);
  expect(fetched).toEqual([]);
}
