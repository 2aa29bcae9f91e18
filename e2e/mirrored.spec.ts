import { expect, type Page } from '@playwright/test';
import { cutOff, overlaps } from './layout-faults.ts';
import { administrator } from './licet.ts';
import { goTo, widths } from './looks.ts';
import { test } from './screens/view.testing.ts';
import { newVisitor, openAs, type Visitor } from './visitor.ts';

/** Tests the console from right to left: in the pseudo-language with Arabic letters, and with the browser's Arabic dates. */
let visitor: Visitor;
let page: Page;

test.beforeAll(async ({ browser, view }) => {
  visitor = await newVisitor(browser, { baseURL: view.licet.url, reducedMotion: 'reduce' });
  page = visitor.page;
  await openAs(page, view.licet.url, administrator.email, administrator.password);
  await page.evaluate(() => localStorage.setItem('licet.language', 'pseudo-rtl'));
  await page.reload(); // Sets the language. Later screens open inside the console.
});

test.afterEach(() => visitor.quiet());

test.afterAll(() => visitor?.leave());

test('in right-to-left layout, ten screens have no text that is cut off or overlaps', async ({ view: { id } }) => {
  const user = id('users', 'Tomasz Wójcik');
  for (const address of [
    '/',
    '/inbox',
    '/users',
    `/users/${user}`,
    `/groups/${id('groups', 'Finance')}`,
    '/applications/ledger?tab=roles',
    '/applications/ledger?tab=grants',
    `/explain?ask=may&user=${user}&permission=invoices.refund&application=ledger`,
    '/audit',
    '/settings/policy',
  ])
    for (const width of widths) {
      await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
      await goTo(page, address, width);
      const faults = [...(await page.evaluate(cutOff)), ...(await page.evaluate(overlaps))];
      expect.soft(faults, `${address} at ${width} px`).toEqual([]);
    }
});

test('in right-to-left layout, the navigation is at the right, arrows are mirrored, and menus open to the left', async () => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await goTo(page, '/users');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.locator('nav.nav')).toBeVisible();
  const nav = await page.locator('nav.nav').boundingBox();
  expect((nav?.x ?? 0) + (nav?.width ?? 0)).toBe(1440);
  const sort = page.locator('.tools .button, .tools button').last();
  await sort.click();
  const menu = page.locator('.menu, [role="dialog"]').last();
  await expect(menu).toBeVisible();
  const [box, button] = await Promise.all([menu.boundingBox(), sort.boundingBox()]);
  expect(Math.abs((box?.x ?? 0) - (button?.x ?? 0)), 'px between the ends of the menu and of its button').toBeLessThan(
    12,
  );
  await page.keyboard.press('Escape');
  await goTo(page, '/');
  await expect(page.locator('.directional').first()).toHaveCSS('scale', '-1 1');
});

test('code and charts run from left to right on a right-to-left page', async () => {
  await goTo(page, '/applications/ledger?tab=integration');
  await expect(page.locator('pre').first()).toHaveCSS('direction', 'ltr');
  await goTo(page, '/');
  for (const picture of await page.locator('.chart-picture, .bars-plot').all())
    await expect(picture).toHaveCSS('direction', 'ltr');
});
