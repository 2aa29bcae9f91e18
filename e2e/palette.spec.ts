import { expect, type Page, test } from '@playwright/test';
import { endAll } from './end-all.ts';
import { administrator, type RunningLicet } from './licet.ts';
import { startSample } from './made-once.ts';
import { newVisitor, openAs, type Visitor } from './visitor.ts';

let licet: RunningLicet;
let visitor: Visitor;
let page: Page;
let maya: string;

test.beforeAll(async ({ browser }) => {
  const sample = await startSample('requests');
  licet = sample.licet;
  maya = (await licet.operator.users.list({ query: { q: 'maya.lindqvist' } })).items[0]?.id ?? '';
  visitor = await newVisitor(browser, { baseURL: licet.url });
  page = visitor.page;
  await openAs(page, licet.url, administrator.email, administrator.password, '/');
});

test.afterAll(() => endAll(visitor, licet));

/** Opens the palette and types into it. */
async function type(text: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.keyboard.type(text);
  await expect(page.getByRole('combobox')).toHaveValue(text);
}

const chosen = () => page.getByRole('option', { selected: true });

async function mayRefund(): Promise<boolean> {
  const query = { user: maya, permission: 'invoices.refund' };
  return (await licet.operator.access.decide({ params: { application: 'ledger' }, query })).permitted;
}

test('grants access from one typed line, and Undo revokes it', async () => {
  expect(await mayRefund()).toBe(false);
  await type('grant maya refund 2h because Kwame is away');
  await expect(page.getByText('Maya Lindqvist gains invoices.refund in Ledger')).toBeVisible();
  await expect(chosen()).toContainText('Grant invoices.refund');
  await expect(chosen()).not.toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Enter');
  const done = page.getByText(/^Maya Lindqvist holds invoices.refund until /);
  await expect(done).toBeVisible();
  await expect(page.getByRole('combobox')).toBeHidden();
  expect(await mayRefund()).toBe(true);
  const { items } = await licet.operator.grants.list({
    params: { application: 'ledger' },
    query: { principal: maya, sort: '-starts' },
  });
  expect(items[0]?.reason).toBe('Kwame is away');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('The grant of invoices.refund to Maya Lindqvist is revoked.')).toBeVisible();
  expect(await mayRefund()).toBe(false);
});

test('grants nothing before the effects are shown', async () => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/api/v1/plans', async (route) => {
    await answered;
    await route.continue();
  });
  await type('grant maya refund 2h');
  await expect(chosen()).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Enter');
  answer();
  await expect(chosen()).not.toHaveAttribute('aria-disabled', 'true');
  await page.unroute('**/api/v1/plans');
  expect(await mayRefund()).toBe(false);
  await page.keyboard.press('Escape');
});

test('keeps the chosen interpretation while a reason is typed, and ignores a held Enter key', async () => {
  await type('grant maya refund 2h');
  await expect(page.getByRole('option', { name: /approver/ })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(chosen()).toContainText('approver');
  await page.keyboard.down('Enter');
  await expect(chosen()).toContainText('Grant approver');
  await page.keyboard.type(' because Kwame is away');
  await expect(page.getByText('Kwame is away', { exact: true })).toBeVisible();
  await expect(chosen()).toContainText('Grant approver');
  await expect(chosen()).not.toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.down('Enter'); // the key is still held, so this repeats it
  await page.keyboard.up('Enter');
  await expect(page.getByRole('combobox')).toBeVisible();
  await page.keyboard.press('Escape');
  expect(await mayRefund()).toBe(false);
});

test('answers a question about access, and offers the missing grant', async () => {
  await type('may maya refund');
  await expect(chosen()).toContainText('No. Maya Lindqvist may not refund an invoice in Ledger.');
  await page.keyboard.press('ArrowDown');
  await expect(chosen()).toContainText('Grant invoices.refund to Maya Lindqvist…');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Maya Lindqvist gains invoices.refund in Ledger')).toBeVisible();
  await page.keyboard.press('Escape');
  await type('may maya refund');
  await expect(chosen()).toContainText(
    /Maya Lindqvist asked for it .*, for 1 day\..*Show why.*Enter.*Decide the request.*Ctrl.*Enter/,
  );
  // The verb is not marked in the name.
  await expect(page.locator('.palette mark').filter({ hasText: /^May$/ })).toHaveCount(0);
  await expect(
    page
      .locator('.palette mark')
      .filter({ hasText: /^Maya$/ })
      .first(),
  ).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(page).toHaveURL(/\/inbox\?.*request=/);
  await type('may maya refund');
  await expect(chosen()).toContainText('No.');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/explain\?.*permission=invoices\.refund/);
  await expect(page.getByRole('heading', { name: /^No\. Maya Lindqvist may not/ })).toBeVisible();
});

test('offers the question and the grant for a permission that the search finds', async () => {
  await type('refund');
  const lines = page.getByRole('option');
  await expect(lines.filter({ hasText: /^Grant invoices\.refund…/ })).toContainText('Ledger');
  await lines.filter({ hasText: 'Who may refund an invoice in Ledger?' }).click();
  await expect(page).toHaveURL(/\/explain\?.*ask=who.*permission=invoices\.refund/);
});

test('on a phone a button closes the palette', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page
    .getByRole('button', { name: /Search|Find/ })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.setViewportSize({ width: 1280, height: 720 });
});

test('the palette runs actions and opens pages', async () => {
  await type('dark');
  await expect(chosen()).toHaveText('Dark theme');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await type('as of last month');
  await expect(chosen()).toHaveText('View last month, 30 days ago');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/[?&]at=/);
  await type('grant maya refund 2h');
  await expect(page.getByRole('option', { name: /^Grant/ })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await type('now');
  await expect(chosen()).toHaveText('Back to now');
  await page.keyboard.press('Enter');
  await expect(page).not.toHaveURL(/[?&]at=/);
  await type('connections');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/settings\/connections$/);
});

test('suggests the pages that the user opened from the palette before', async () => {
  await type('maya lindqvist');
  await expect(chosen()).toContainText('Maya Lindqvist');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Maya Lindqvist' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('group', { name: 'Recent' }).getByRole('option')).toHaveText([/Maya Lindqvist/]);
  await page.keyboard.press('Escape');
});

test('offers the last question again, and answers it anew', async () => {
  await type('may maya refund');
  await expect(chosen()).toContainText('No.');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  const last = page.getByRole('group', { name: 'Last question' }).getByRole('option');
  await expect(last).toHaveText('may maya refund');
  await last.click();
  await expect(page.getByRole('combobox', { name: /Find/ })).toHaveValue('may maya refund');
  await expect(chosen()).toContainText('No.');
  await page.keyboard.press('Escape');
});

test('understands a question about another time', async () => {
  await type('who could refund yesterday');
  await expect(chosen()).toHaveText(/^Who could refund an invoice in Ledger on \d+ \p{L}+ \d{4}\?\s*$/u);
  await page.keyboard.press('Escape');
  await type('may maya refund');
  await expect(chosen()).toContainText('Kwame Boateng decides on requests.');
  await page.keyboard.press('Escape');
});

test('puts a user whose name contains the typed word before a page with a longer title', async () => {
  const { id } = await licet.operator.users.create({ body: { name: 'Grant Adeyemi', username: 'grant.adeyemi' } });
  await type('grant');
  await expect(chosen()).toContainText('Grant Adeyemi');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/users/${id}`));
});
