import { settled } from '../looks.ts';
import { test } from './view.testing.ts';

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
