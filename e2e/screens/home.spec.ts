import { expect } from '@playwright/test';
import { test } from './view.testing.ts';

test('home and my account', async ({ view: { visitor, page, looks, at } }) => {
  visitor.mayBeRefused(404);
  await looks({
    home: at('/'),
    me: at('/me'),
    'me-access': at('/me?tab=access'),
    'me-sessions': at('/me?tab=sessions'),
    'me-activity': at('/me?tab=activity'),
    'account-menu': at('/', () => page.getByRole('button', { name: /^Account of/ }).click()),
    palette: at('/', async () => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').fill('le');
      await expect(page.getByRole('option').nth(2)).toBeVisible();
    }),
    'palette-nothing': at('/', async () => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').fill('zzzz');
      await expect(page.getByText('Nothing by that name.')).toBeVisible();
    }),
    'phone-more': at('/', async (width) => {
      if (width === 1440) return;
      await page.getByRole('button', { name: 'More', exact: true }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    }),
    'not-found': at('/nowhere'),
  });
});
