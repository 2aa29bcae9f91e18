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
