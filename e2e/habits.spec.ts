import { expect } from '@playwright/test';
import { test } from './screens/view.testing.ts';

test.beforeEach(({ view }) => view.page.setViewportSize({ width: 1440, height: 900 }));

for (const pace of [0, 50, 200])
  test(`the palette on a page just loaded keeps every letter typed at intervals of ${pace} ms`, async ({
    view: { page },
  }) => {
    await page.goto('/users');
    await expect(page.getByRole('heading', { name: 'People' })).toBeVisible();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('maya lind', { delay: pace });
    await expect(page.getByRole('combobox', { name: /Find/ })).toHaveValue('maya lind');
    await page.keyboard.press('Escape');
  });

test('the palette keeps what was typed while the page was still starting', async ({ view: { page } }) => {
  const { promise: typed, resolve: goOn } = Promise.withResolvers<void>();
  await page.route('**/api/v1/me', async (route) => {
    await typed;
    await route.continue();
  });
  await page.goto('/users');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('mayx');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('a lind');
  goOn();
  await expect(page.getByRole('combobox', { name: /Find/ })).toHaveValue('maya lind');
  await page.unroute('**/api/v1/me');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: 'People' })).toBeVisible();
});

test('the palette keeps what was typed while the code of the console was still loading', async ({ view: { page } }) => {
  const { promise: typed, resolve: goOn } = Promise.withResolvers<void>();
  // Only the entry of the page arrives, so no other code can notice the keys.
  await page.route(/\/assets\/frame-[^/]*\.js$/, async (route) => {
    await typed;
    await route.continue();
  });
  await page.goto('/users');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('maya lind');
  goOn();
  await expect(page.getByRole('combobox', { name: /Find/ })).toHaveValue('maya lind');
  await page.unrouteAll();
  await page.keyboard.press('Escape');
});

test('sorting by the last sign-in starts with the latest and ends with Never', async ({ view: { page } }) => {
  await page.goto('/users');
  await page.getByRole('button', { name: 'Last sign-in', exact: true }).click();
  await expect(page.getByRole('columnheader', { name: 'Last sign-in' })).toHaveAttribute('aria-sort', 'descending');
  await expect(page.getByRole('row').nth(1)).not.toContainText('Never');
});

test('the filter by role offers roles before anything is typed', async ({ view: { page } }) => {
  await page.goto('/users');
  await page.getByRole('button', { name: 'Holds a role' }).click();
  await expect(
    page
      .getByRole('listbox', { name: 'Find a role' })
      .getByRole('option', { name: /approver/ })
      .first(),
  ).toBeVisible();
  await page.keyboard.press('Escape');
});

test('a user without an invitation is listed as without a password, not as invited', async ({ view: { page } }) => {
  await page.goto('/users?q=tomasz');
  const row = page.getByRole('row', { name: /Tomasz Wójcik/ });
  await expect(row).toContainText('No password yet');
  await expect(row).not.toContainText('Invited');
});

test("a collapsed application in a user's access shows no times", async ({ view: { page, id } }) => {
  await page.goto(`/users/${id('users', 'Maya Lindqvist')}`);
  await expect(page.getByRole('heading', { name: 'Maya Lindqvist' })).toBeVisible();
  const ledger = page.getByRole('region', { name: 'Ledger' });
  await expect(ledger.getByRole('row').nth(1)).toBeVisible();
  await expect(ledger.locator('time').first()).toBeVisible();
  await ledger.getByRole('button', { expanded: true }).click();
  await expect(ledger.locator('time')).toHaveCount(0);
});

test('Explain builds its question as a sentence of person, permission, application and time', async ({
  view: { page },
}) => {
  await page.goto('/explain');
  const gaps = page.getByRole('button', { name: /^(Person|Permission|Application|When): / });
  await expect(gaps).toHaveCount(4);
  const names = await gaps.evaluateAll((all) => all.map((gap) => gap.getAttribute('aria-label')?.split(':')[0]));
  expect(names).toEqual(['Person', 'Permission', 'Application', 'When']);
});

test('Grant access restores the selected user after a reload, and shows only the user given in the URL', async ({
  view: { page, id },
}) => {
  const panel = page.getByRole('complementary', { name: 'Grant access' });
  const people = panel.locator('.tag', { has: page.getByRole('button', { name: /^Remove / }) });
  await page.goto('/applications/ledger?tab=grants&add=1');
  await panel.getByRole('combobox', { name: 'To', exact: true }).fill('ma');
  await page.keyboard.press('Enter');
  await expect(people).toHaveText([/^Maya Lindqvist/]);
  await page.reload();
  await expect(people).toHaveText([/^Maya Lindqvist/]);
  await expect(people.locator('.avatar')).toBeVisible();
  await page.goto(`/applications/ledger?tab=grants&add=1&to=${id('users', 'Tomasz Wójcik')}`);
  await expect(people).toHaveText([/^Tomasz Wójcik/]);
  await page.goto('/applications/ledger?tab=grants&add=1');
  await panel.getByRole('button', { name: 'Cancel' }).click();
});

test('Enter in the group filter selects the first result', async ({ view: { page } }) => {
  await page.goto('/users');
  await page.getByRole('button', { name: 'Group', exact: true }).click();
  await page.keyboard.type('fi');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/group=/);
});
