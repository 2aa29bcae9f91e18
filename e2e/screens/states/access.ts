import { settled } from '../../looks.ts';
import { openFilters } from '../../open-filters.ts';
import type { States, View } from '../view.ts';

/** Check: the question about one user, and about all holders. */
export function explainStates({ page, at, pick, id }: View): States {
  const refund = 'permission=invoices.refund&application=ledger';
  return {
    explain: at('/explain'),
    'explain-yes': at(`/explain?ask=may&user=${id('users', 'Tomasz Wójcik')}&${refund}`),
    'explain-no': at(`/explain?ask=may&user=${id('users', 'Maya Lindqvist')}&${refund}`),
    'explain-suspended': at(`/explain?ask=may&user=${id('users', 'Dmytro Kovalenko')}&${refund}`),
    'explain-past': at(`/explain?ask=may&user=${id('users', 'Tomasz Wójcik')}&${refund}&at=2026-01-01T12:00:00.000Z`),
    'explain-who': at(`/explain?ask=who&${refund}`),
    'explain-who-nobody': at('/explain?ask=who&permission=invoices.refnud&application=ledger'),
    'explain-person': at('/explain', () => pick(/^Person/, 'ma')),
    'explain-when': at(`/explain?ask=who&${refund}`, () => page.getByRole('button', { name: /^When/ }).click()),
  };
}

/** The audit log, its filters and menus. */
export function auditStates({ page, at, row, pick }: View): States {
  return {
    audit: at('/audit'),
    'audit-open': at('/audit?q=Dmytro', () => row(/suspended Dmytro Kovalenko/)),
    'audit-kind': at('/audit', () => pick('Kind', 'grant')),
    'audit-when': at('/audit', async () => {
      await openFilters(page);
      await page.getByRole('button', { name: 'When', exact: true }).click();
    }),
    'audit-download': at('/audit', () => page.getByRole('button', { name: 'Download' }).click()),
    'audit-none': at('/audit?q=nothing-by-this-name'),
    'audit-sign-ins': at('/audit?tab=sign-ins'),
    'audit-verified': at('/audit', async () => {
      await page.getByRole('button', { name: /verify/i }).click();
      await settled(page);
    }),
  };
}
