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
  const asked = decides.getByRole('link', { name: 'Decide' });
  await expect(asked).toHaveAttribute('href', /\/inbox\?.*request=/);
  const next = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Ask next' }) });
  await expect(next.getByRole('link', { name: /^What may Maya Lindqvist do in Ledger\?/ })).toBeVisible();
  await expect(next.getByRole('link', { name: 'Which roles in Ledger allow it?' })).toBeVisible();
  await next.getByRole('link', { name: /^Who may .* in Ledger\?$/ }).click();
  await expect(page).toHaveURL(/ask=who/);
  await expect(page.getByRole('heading', { name: /have access$/ })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/ask=may/);
});
