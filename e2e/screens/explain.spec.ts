import { expect } from '@playwright/test';
import { auditStates, explainStates } from './states/access.ts';
import { test } from './view.testing.ts';

test('the Explain screens for one user and for all holders are accessible', async ({ view }) => {
  view.visitor.mayBeRefused(404);
  await view.looks(explainStates(view));
});

test('the audit screens are accessible', async ({ view }) => {
  await view.looks(auditStates(view));
});

test('the answer names who decides, and leads to the next questions', async ({ view: { visitor, page, id } }) => {
  visitor.mayBeRefused(404);
  const maya = id('users', 'Maya Lindqvist');
  await page.goto(`/explain?ask=may&user=${maya}&permission=invoices.refund&application=ledger`);
  const decides = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Who decides' }) });
  await expect(decides.getByText('Kwame Boateng')).toBeVisible();
  const asked = page.getByRole('link', { name: 'Decide the request' });
  await expect(asked).toHaveAttribute('href', /\/inbox\?.*request=/);
  await expect(page.locator('.button.primary:visible')).toHaveText(['Decide the request']);
  const ways = page.locator('section').filter({ has: page.getByRole('heading', { name: /^Ways to grant it/ }) });
  await ways.getByRole('button', { name: 'Add to Finance leads…' }).click();
  await expect(page.getByRole('alertdialog').or(page.getByRole('dialog'))).toContainText('What this changes');
  await page.getByRole('button', { name: 'Cancel' }).click();
  const next = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Ask next' }) });
  await expect(next.getByRole('link', { name: /^What may Maya Lindqvist do in Ledger\?/ })).toBeVisible();
  await expect(next.getByRole('link', { name: 'Which roles in Ledger allow it?' })).toBeVisible();
  await next.getByRole('link', { name: /^Who may .* in Ledger\?$/ }).click();
  await expect(page).toHaveURL(/ask=who/);
  await expect(page.getByRole('heading', { name: /people may$/ })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/ask=may/);
});

test('the list of holders counts them by path, and shows those of one path', async ({ view: { page } }) => {
  await page.goto('/explain?ask=who&application=ledger&permission=invoices.refund');
  const rows = page
    .getByRole('grid')
    .getByRole('row')
    .filter({ has: page.locator('.who') });
  await expect(page.getByRole('button', { name: /^Finance leads 3$/ })).toBeVisible();
  await expect(rows.first()).toContainText(/Remove from Finance leads…/);
  await page.getByRole('button', { name: /^Finance leads/ }).click();
  await expect(rows).toHaveCount(3);
  await expect(page).toHaveURL(({ searchParams }) => searchParams.has('through'));
  await page.getByRole('button', { name: /^admin/ }).click();
  await page
    .getByRole('row', { name: /Wei-Ling Chou/ })
    .getByRole('button', { name: /^Revoke admin…/ })
    .click();
  await expect(page.getByRole('alertdialog').or(page.getByRole('dialog'))).toContainText('Revoke admin from Wei-Ling');
  await page.getByRole('button', { name: 'Cancel' }).click();
});
