import { expect, test } from '@playwright/test';
import { endAll } from './end-all.ts';
import type { RunningLicet } from './licet.ts';
import { look } from './looks.ts';
import { startWithAdministrator } from './made-once.ts';

let licet: RunningLicet;

test.beforeAll(async () => {
  licet = await startWithAdministrator({ environment: { LICET_DOCS: 'on' } });
});
test.afterAll(() => endAll(licet));

test('the documentation is public, and can be searched by keyboard alone', async ({ page }) => {
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', ({ message }) => complaints.push(message));

  await page.goto(`${licet.url}/docs`);
  expect(page.url()).toBe(`${licet.url}/docs/`);
  await page.locator('.cards').getByRole('link', { name: 'Concepts' }).click();
  await expect(page.getByRole('heading', { name: 'The rule' })).toBeVisible();
  await expect.poll(() => page.evaluate(() => document.fonts.check('500 13px "Geist Variable"'))).toBe(true);
  // A text page with code, and a reference page with tables.
  await look(page, 'docs-start', async () => void (await page.goto(`${licet.url}/docs/start.html`)));
  await look(page, 'docs-api', async () => void (await page.goto(`${licet.url}/docs/reference/api/grants.html`)));

  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search the documentation' }).fill('LICET_TRUSTED_PROXIES');
  const first = page.getByRole('option').first();
  await expect(first).toHaveAttribute('aria-selected', 'true');
  const title = (await first.locator('.palette-title').textContent()) ?? '';
  await look(page, 'docs-search');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: title }).first()).toBeInViewport();

  await page.goto(`${licet.url}/docs/start.html`);
  await page.keyboard.press('/');
  await page.getByRole('combobox').fill('zzzzqqqq');
  await expect(page.getByRole('status')).toHaveText('Nothing has “zzzzqqqq” in it.');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('combobox')).toBeHidden();

  // The console and the documentation share the theme.
  await page.getByRole('button', { name: 'Theme: as the device' }).click();
  await page.getByRole('button', { name: 'Theme: light' }).click();
  await page.goto(`${licet.url}/inspect`);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');

  // The table of contents shows the current page. The page starts at its top.
  await page.goto(`${licet.url}/docs/decisions/0028-the-chain-covers-facts.html`);
  await expect(page.locator('.contents [aria-current]')).toBeInViewport();
  expect(await page.evaluate(() => scrollY)).toBe(0);

  expect(complaints).toEqual([]);
});

test('on a phone, contents and outline open over the page and close when an entry is chosen', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${licet.url}/docs/concepts.html`);
  const contents = page.getByRole('navigation', { name: 'Contents' });
  await expect(contents).toBeHidden();
  await page.getByRole('button', { name: 'On this page' }).click();
  await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Audit chain' }).click();
  await expect(page.getByRole('heading', { name: 'Audit chain' })).toBeInViewport();
  await expect(page.getByRole('navigation', { name: 'On this page' })).toBeHidden();
  await page.getByRole('button', { name: 'Contents' }).click();
  await contents.getByRole('link', { name: 'Start', exact: true }).click();
  await expect(page).toHaveURL(`${licet.url}/docs/start.html`);
});
