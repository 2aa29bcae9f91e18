import { expect } from '@playwright/test';
import type { States, View } from '../view.ts';

/** The home page, My account, the palette and the navigation. */
export function homeStates({ page, at }: View): States {
  return {
    home: at('/'),
    me: at('/me'),
    'me-deletion': at('/me', () => page.getByRole('button', { name: 'Request deletion…' }).click()),
    'me-access': at('/me?tab=access'),
    'me-sessions': at('/me?tab=sessions'),
    'me-activity': at('/me?tab=activity'),
    'account-menu': at('/', () => page.getByRole('button', { name: /^Account of/ }).click()),
    'palette-empty': at('/', async () => {
      await page.keyboard.press('Control+k');
      await expect(page.getByRole('option').first()).toBeVisible();
    }),
    'palette-grant': at('/', async () => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').fill('grant maya refund 2h');
      await expect(page.getByText('Maya Lindqvist gains invoices.refund in Ledger')).toBeVisible();
    }),
    'palette-answer': at('/', async () => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').fill('may maya refund');
      await expect(page.getByRole('option').first()).toContainText('No.');
    }),
    palette: at('/', async () => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').fill('le');
      await expect(page.getByRole('option').nth(2)).toBeVisible();
    }),
    'palette-nothing': at('/', async () => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').fill('zzzz');
      await expect(page.getByText('No matches.')).toBeVisible();
    }),
    'phone-more': at('/', async (width) => {
      if (width === 1440) return;
      await page.getByRole('button', { name: 'More', exact: true }).click();
      await expect(page.getByRole('menuitem', { name: 'Settings' })).toBeVisible();
    }),
    'not-found': at('/nowhere/at/all?q=1', async () => {
      await expect(page.getByRole('navigation').filter({ visible: true })).toBeVisible();
      await expect(page.getByText('There is nothing at /nowhere/at/all.')).toBeVisible();
      await expect(page).toHaveTitle('There is no such page · Licet');
    }),
  };
}
