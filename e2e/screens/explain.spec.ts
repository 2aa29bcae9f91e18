import { expect } from '@playwright/test';
import { settled } from '../looks.ts';
import { test } from './view.testing.ts';

test('the Explain screens for one user and for all holders are accessible', async ({
  view: { visitor, page, looks, at, pick, id },
}) => {
  visitor.mayBeRefused(404);
  const refund = 'permission=invoices.refund&application=ledger';
  await looks({
    explain: at('/explain'),
    'explain-yes': at(`/explain?ask=may&user=${id('users', 'Tomasz Wójcik')}&${refund}`),
    'explain-no': at(`/explain?ask=may&user=${id('users', 'Maya Lindqvist')}&${refund}`),
    'explain-suspended': at(`/explain?ask=may&user=${id('users', 'Dmytro Kovalenko')}&${refund}`),
    'explain-past': at(`/explain?ask=may&user=${id('users', 'Tomasz Wójcik')}&${refund}&at=2026-01-01T12:00:00.000Z`),
    'explain-who': at(`/explain?ask=who&${refund}`),
    'explain-who-nobody': at('/explain?ask=who&permission=invoices.refnud&application=ledger'),
    'explain-person': at('/explain', () => pick(/^Person/, 'ma')),
    'explain-when': at(`/explain?ask=who&${refund}`, () => page.getByRole('button', { name: /^When/ }).click()),
  });
});

test('the audit screens are accessible', async ({ view: { page, looks, at, row, pick } }) => {
  await looks({
    audit: at('/audit'),
    'audit-open': at('/audit?q=Dmytro', () => row(/suspended Dmytro Kovalenko/)),
    'audit-kind': at('/audit', () => pick('Kind', 'grant')),
    'audit-when': at('/audit', () => page.getByRole('button', { name: 'When', exact: true }).click()),
    'audit-download': at('/audit', () => page.getByRole('button', { name: 'Download' }).click()),
    'audit-none': at('/audit?q=nothing-by-this-name'),
    'audit-sign-ins': at('/audit?tab=sign-ins'),
    'audit-verified': at('/audit', async () => {
      await page.getByRole('button', { name: /verify/i }).click();
      await settled(page);
    }),
  });
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
