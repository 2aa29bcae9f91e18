import { expect, type Page, test } from '@playwright/test';
import { take } from '../looks.ts';
import { startWorld, type World } from './client/world.ts';

let world: World;

test.beforeAll(async () => {
  world = await startWorld(0);
});

test.afterEach(() => Object.assign(world.options, { issuer: world.licet.url }));

test.afterAll(() => world?.stop());

const refusal = (page: Page) => page.locator('licet-denied').getByRole('region');

test('a guard reports that Licet is unreachable, and starts the sign-in once Licet is back', async ({ page }) => {
  const start = await world.away();
  await page.goto(`${world.page.origin}/guard`);
  await expect(refusal(page)).toContainText('The sign-in cannot start');
  await expect(refusal(page)).toContainText(`${new URL(world.licet.url).host} cannot be reached.`);
  await expect(refusal(page)).toContainText('This page continues by itself');
  await expect(page.getByText('One moment …')).toHaveCount(0);
  // The text must not move during an attempt.
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(refusal(page)).toContainText('cannot be reached.');
  await take(page, 'guard-away');
  await start();
  await expect(page).toHaveURL(/\/sign-in\//, { timeout: 40_000 });
});

test('a guard reports an unreachable Licet in German on a German page', async ({ browser }) => {
  world.options.issuer = 'http://localhost:9';
  const context = await browser.newContext({ locale: 'de-DE', viewport: { width: 390, height: 700 } });
  const page = await context.newPage();
  await page.goto(`${world.page.origin}/guard`);
  await expect(refusal(page)).toContainText('Die Anmeldung kann nicht beginnen');
  await expect(refusal(page)).toContainText('Licet antwortet nicht');
  await expect(page.getByRole('button', { name: 'Noch einmal versuchen' })).toBeVisible();
  await take(page, 'guard-de');
  await context.close();
});

test('a guard with a wrong issuer reports that address, and does not say that it will retry', async ({ page }) => {
  world.options.issuer = world.page.origin;
  await page.goto(`${world.page.origin}/guard`);
  await expect(refusal(page)).toContainText(`No Licet at ${world.page.origin}: set another issuer.`);
  await expect(refusal(page)).not.toContainText('continues by itself');
});

test('a guard reports that the browser blocks storage for its page', async ({ page }) => {
  await page.addInitScript(() => {
    // Imitates browsers that block the storage of a site.
    for (const name of ['sessionStorage', 'localStorage', 'indexedDB'])
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        },
      });
  });
  await page.goto(`${world.page.origin}/guard`);
  await expect(refusal(page)).toContainText('The browser keeps no data for this page.');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
});

test('a page without HTTPS is reported', async ({ page }) => {
  const plain = 'http://ledger.example';
  await page.route(`${plain}/**`, async (route) => {
    const response = await route.fetch({ url: route.request().url().replace(plain, world.page.origin) });
    await route.fulfill({ response });
  });
  await page.goto(`${plain}/guard`);
  await expect(refusal(page)).toContainText('Signing in needs HTTPS.');
});
