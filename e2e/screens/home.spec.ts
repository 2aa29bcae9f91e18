import { expect, type Route } from '@playwright/test';
import { settled, take, widths } from '../looks.ts';
import { homeStates } from './states/home.ts';
import { test } from './view.testing.ts';

test('the home page, My account and the palette are accessible', async ({ view }) => {
  view.visitor.mayBeRefused(404);
  await view.looks(homeStates(view));
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
