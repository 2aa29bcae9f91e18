import { expect, type Route } from '@playwright/test';
import { settled, take, widths } from '../looks.ts';
import { test } from './view.testing.ts';

test('the home page, My account and the palette are accessible', async ({ view: { visitor, page, looks, at } }) => {
  visitor.mayBeRefused(404);
  await looks({
    home: at('/'),
    me: at('/me'),
    'me-deletion': at('/me', () => page.getByRole('button', { name: 'Request deletion…' }).click()),
    'me-access': at('/me?tab=access'),
    'me-sessions': at('/me?tab=sessions'),
    'me-activity': at('/me?tab=activity'),
    'account-menu': at('/', () => page.getByRole('button', { name: /^Account of/ }).click()),
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
  });
});

test('while the console loads, its frame is visible and nothing moves', async ({ view: { page, visitor } }) => {
  const held: Route[] = [];
  const frame = async () => {
    const sheet = await page.locator('.sheet').filter({ visible: true }).boundingBox();
    const mark = await page.locator('.mark').filter({ visible: true }).boundingBox();
    return { sheet, mark };
  };
  for (const width of widths) {
    await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
    await page.route('**/assets/console-*.js', (route) => void held.push(route));
    await page.goto('/users', { waitUntil: 'commit' });
    await expect(page.locator('.sheet')).toBeVisible();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await take(page, `loading-${width}-${colorScheme}`);
    }
    const before = await frame();
    for (const route of held.splice(0)) await route.continue();
    await page.unroute('**/assets/console-*.js');
    await expect(page.getByRole('heading', { name: 'People' })).toBeVisible();
    await settled(page);
    expect(await frame()).toEqual(before);
  }
  visitor.quiet();
});
