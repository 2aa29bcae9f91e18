import { expect, type Page, test } from '@playwright/test';
import { endAll } from './end-all.ts';
import { administrator, type RunningLicet } from './licet.ts';
import { look, lookBefore } from './looks.ts';
import { startWithAdministrator } from './made-once.ts';
import { newVisitor, openAs, type Visitor } from './visitor.ts';

let licet: RunningLicet;
let ingrid: Visitor;
const params = { application: 'ledger' };

test.describe.configure({ mode: 'serial' });

test.beforeAll(async ({ browser }) => {
  licet = await startWithAdministrator();
  const { operator } = licet;
  await operator.applications.create({ body: { id: 'ledger', name: 'Ledger' } });
  const read = await operator.permissions.create({ params, body: { name: 'invoices.read' } });
  const role = await operator.roles.create({ params, body: { name: 'clerk', permissions: [read.id] } });
  const owner = (await operator.users.list({ query: { q: administrator.email } })).items[0]?.id ?? '';
  await operator.applications.addOwner({ params: { ...params, user: owner } });
  for (const name of ['Anna Berg', 'Bela Cohen', 'Chidi Diaz', 'Dana Eze']) {
    const username = name.split(' ')[0]?.toLowerCase() ?? '';
    const { id } = await operator.users.create({ body: { name, username, email: null } });
    const body = { principal: { kind: 'user', id }, gives: { kind: 'role', id: role.id }, reason: 'Joined' } as const;
    await operator.grants.create({ params, body });
  }
  ingrid = await newVisitor(browser, { baseURL: licet.url });
  await openAs(ingrid.page, licet.url, administrator.email, administrator.password, '/reviews');
});

test.afterAll(() => endAll(ingrid, licet));

test('a review is opened, decided by keyboard, and closed after its plan was read', async () => {
  const { page } = ingrid;
  const start = new Date().toISOString();
  await look(page, 'reviews-empty');
  await page.getByRole('button', { name: 'Open review' }).first().click();
  await page.getByLabel('Name', { exact: true }).fill('Ledger, fourth quarter');
  await page.getByRole('combobox', { name: 'Application' }).fill('Ledger');
  await page.getByRole('option', { name: /Ledger/ }).click();
  await look(page, 'reviews-new');
  await page.getByRole('complementary').getByRole('button', { name: 'Open review' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ledger, fourth quarter');
  const rows = page.getByRole('grid').getByRole('row');
  await expect(rows).toHaveCount(5);
  await page.keyboard.press('j');
  await page.keyboard.press('n');
  await expect(page.getByText('Decide on the line first: a note is saved with its decision.')).toBeVisible();
  await page.getByRole('alert').getByRole('button', { name: 'Close' }).click();
  await closingAsks(page);
  await page.keyboard.press('r');
  await page.keyboard.press('y');
  await expect(page.getByRole('status').filter({ hasText: '3 of 4 decided' })).toBeVisible();
  await expect(rows.nth(2)).toContainText('Bela Cohen');
  await expect(rows.nth(2)).toContainText('Revoke');
  await page.keyboard.press('k');
  await page.keyboard.press('u');
  await expect(page.getByRole('status').filter({ hasText: '2 of 4 decided' })).toBeVisible();
  await page.keyboard.press('k');
  await page.keyboard.press('n');
  const why = page.getByRole('dialog', { name: 'Note' });
  await why.getByRole('textbox', { name: 'Note' }).fill('They moved to sales');
  await page.keyboard.press('Enter');
  await expect(why).toBeHidden();
  await expect(page.getByText('They moved to sales')).toBeVisible();
  await look(page, 'review-open');
  await page.getByRole('link', { name: 'Home' }).first().click();
  await page.getByRole('link', { name: /Ledger, fourth quarter/ }).click();
  await expect(page.getByText('2 of 4 decided')).toBeVisible();
  await page.getByRole('link', { name: 'Reviewers and settings' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ledger, fourth quarter');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('s');
  await page.getByRole('dialog').getByRole('button', { name: 'Shorten' }).click();
  await expect(page.getByRole('status').filter({ hasText: '3 of 4 decided' })).toBeVisible();
  await page.keyboard.press('j');
  for (const key of [' ', 'k', ' ', 'r']) await page.keyboard.press(key);
  const together = page.getByRole('dialog', { name: 'Revoke 2 lines?' });
  await expect(together.getByRole('listitem').first()).toContainText(/Chidi Diaz and Dana Eze lose/);
  await look(page, 'review-taking-away');
  await together.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('status').filter({ hasText: '3 of 4 decided' })).toBeVisible();
  await page.getByRole('button', { name: 'Close review' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('Nobody decided 1 line: that access is kept.');
  await expect(dialog.getByRole('listitem').first()).toContainText('Bela Cohen loses');
  await look(page, 'review-closing');
  await dialog.getByRole('button', { name: 'Close review' }).click();
  await expect(page.getByText('1 revoked, 1 shortened, 1 not decided.')).toBeVisible();
  await expect(page.getByRole('grid').getByText('Not decided', { exact: true })).toHaveCount(1);
  await look(page, 'review-closed');
  const saved: string[] = [];
  page.on('download', (download) => saved.push(download.suggestedFilename().replace(/\d+/, 'N')));
  for (const format of ['CSV', 'PDF']) await page.getByRole('button', { name: `Evidence as ${format}` }).click();
  await expect.poll(() => saved.toSorted()).toEqual(['review-N.csv', 'review-N.csv.jws', 'review-N.pdf']);
  const { items } = await licet.operator.grants.list({ params, query: { state: 'active' } });
  expect(items.map(({ principal }) => principal.name).toSorted()).toEqual(['Anna Berg', 'Chidi Diaz', 'Dana Eze']);
  await page.goto(`/differences?application=ledger&from=${start}`);
  const changed = page.getByRole('grid', { name: 'What changed' }).getByRole('row').filter({ hasText: 'Bela Cohen' });
  await expect(changed.getByRole('link', { name: /Ledger, fourth quarter/ })).toBeVisible();
  await look(page, 'differences-by-review');
});

/** Decides a line and closes the page before the server has received the decision. Expects that the browser asks for confirmation. */
async function closingAsks(page: Page): Promise<void> {
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const decide = '**/api/v1/reviews/*/decisions';
  await page.route(decide, (route) => held.then(() => route.continue()));
  await page.keyboard.press('y');
  const progress = page.getByRole('status').filter({ hasText: '1 of 4 decided' });
  await expect(progress).toHaveAttribute('aria-busy', 'true');
  const asked = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  answer();
  await expect(progress).toHaveAttribute('aria-busy', 'false');
  await page.unroute(decide);
}

test('a review is opened for filtered grants, and the filters of the review list are kept in the URL', async () => {
  const { page } = ingrid;
  await page.goto('/applications/ledger?tab=grants&q=Anna');
  await page.getByRole('link', { name: 'Review these' }).click();
  const form = page.getByRole('complementary');
  await expect(form.getByRole('textbox', { name: 'Search' })).toHaveValue('Anna');
  await expect(form.getByRole('combobox', { name: 'Application' })).toHaveValue('Ledger');
  await form.getByLabel('Name', { exact: true }).fill('Anna alone');
  await look(page, 'review-of-filter');
  await form.getByRole('button', { name: 'Open review' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Anna alone');
  await expect(page.getByRole('grid').getByRole('row')).toHaveCount(2);
  await page.goto('/reviews');
  await page.getByRole('button', { name: 'State' }).click();
  await page.getByRole('menuitem', { name: 'Open', exact: true }).click();
  await expect(page).toHaveURL(/state=open/);
  await page.getByRole('button', { name: 'Application' }).click();
  await page.getByRole('option', { name: /Ledger/ }).click();
  await expect(page).toHaveURL(/application=ledger/);
  const names = page.getByRole('grid').getByRole('link');
  await expect(names).toHaveText(['Anna alone']);
  await look(page, 'reviews-filtered');
  await page.goto('/reviews?state=due');
  await expect(page.getByText('No matching reviews')).toBeVisible();
  await page.goto('/reviews?state=closed&view=mine');
  await expect(names).toHaveText(['Ledger, fourth quarter']);
});

test('the lines of a review show their loading and failure states and appear after a retry', async () => {
  const { page } = ingrid;
  await page.getByRole('grid').getByRole('link', { name: 'Ledger, fourth quarter' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ledger, fourth quarter');
  const address = page.url();
  await lookBefore(page, 'review-lines', '/items', async () => void (await page.goto(address)));
  await page.getByRole('button', { name: 'Try again' }).first().click();
  await expect(page.getByRole('grid').getByRole('row')).toHaveCount(5);
});
