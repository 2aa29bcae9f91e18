import { expect } from '@playwright/test';
import { test } from './view.testing.ts';

test('the grants of an application, with their forms and imports, are accessible', async ({
  view: { visitor, page, looks, ledger, row, choice, id },
}) => {
  await looks({
    grants: ledger('grants'),
    'grants-state': ledger('grants', () =>
      page
        .getByRole('button', { name: /^State/ })
        .first()
        .click(),
    ),
    'grants-open': ledger('grants', () => row('Camille Roussel')),
    'grants-revoke': ledger('grants', async () => {
      await row('Camille Roussel');
      await page.getByRole('button', { name: 'Revoke…' }).click();
      await expect(page.getByRole('dialog').getByText('at once')).toBeVisible();
    }),
    'grants-revoke-group': ledger('grants&q=Finance', async () => {
      await row('Finance');
      await page.getByRole('button', { name: 'Revoke…' }).click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Show all/ })
        .first()
        .click();
    }),
    'grants-add': ledger('grants&add=1'),
    'grants-add-to': ledger('grants&add=1', () => choice('To', 'ma')),
    'grants-add-role': ledger('grants&add=1', () => choice('Role', 'r')),
    'grants-add-filled': ledger(`grants&add=1&to=${id('users', 'Maya Lindqvist')}`, async () => {
      await choice('Role', 'approver');
      await page.getByRole('option', { name: 'approver' }).click();
      await expect(page.getByText(/invoices\.refund/).first()).toBeVisible();
    }),
    'grants-add-end': ledger('grants&add=1', async () => {
      await page.getByRole('radio', { name: 'On…' }).last().click({ force: true });
      await page.getByRole('button', { name: /calendar/i }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    }),
    import: ledger('grants&import=1'),
    'import-preview': ledger('grants&import=1', async () => {
      await page
        .getByLabel('Content', { exact: true })
        .fill('maya.lindqvist\tinvoices.refund\nnew.person\tinvoices.read');
      await page.getByRole('button', { name: 'Check the file' }).click();
      await expect(page.getByRole('button', { name: /^Import 2/ })).toBeVisible();
    }),
    'import-refused': ledger('grants&import=1', async () => {
      visitor.mayBeRefused(400, 422);
      await page.getByLabel('Content', { exact: true }).fill('maya.lindqvist\nnew person\t\n');
      await page.getByRole('button', { name: 'Check the file' }).click();
      await expect(page.getByRole('button', { name: 'Back to the file' })).toBeVisible();
    }),
  });
});

test('on a phone, the checkboxes of grants with an end are large enough for a finger', async ({ view: { page } }) => {
  const { width, height } = page.viewportSize() ?? { width: 1440, height: 900 };
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/ending?within=31536000');
  const boxes = page.locator('tbody').getByRole('checkbox');
  await boxes.first().click();
  await boxes.nth(1).click();
  const bar = page.getByRole('region', { name: 'Selected access' });
  await expect(bar).toContainText('2 selected');
  const around = await boxes.first().locator('xpath=ancestor::label').boundingBox();
  expect([around?.width, around?.height]).toEqual([44, 44]);
  await bar.getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: 'Clear the selection' }).click();
  await expect(boxes.first()).not.toBeChecked();
  await page.setViewportSize({ width, height });
});
