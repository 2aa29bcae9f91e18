import { expect } from '@playwright/test';
import { administrator } from '../licet.ts';
import { lookBefore, wholeLooks } from '../looks.ts';
import { newVisitor, openAs } from '../visitor.ts';
import { test } from './view.testing.ts';

// Tests the screens that show access over time, while their responses are late and when the requests fail. reviews.spec.ts tests the lines
// of a review.

const lastWeek = new Date(Date.now() - 7 * 86_400_000).toISOString();

/** The name of a screen, the end of the API paths whose responses are late, and the URL of the screen. */
const screens: readonly (readonly [name: string, path: string, address: string])[] = [
  ['ending', '/endings', '/ending'],
  ['differences', '/differences', `/differences?application=ledger&from=${lastWeek}`],
  ['reviews', '/reviews', '/reviews'],
  ['emergencies', '/break-glass', '/emergencies'],
  ['separations', '/separations/violations', '/separations'],
  ['changes-applied', '/plans/applied', '/changes?tab=applied'],
  ['catalogue', '/requests/catalogue', '/inbox?view=catalogue'],
];

/** Screens that differ from a screen above only in their columns. Only the long run checks them. */
const alike = ['ending', 'reviews', 'emergencies', 'changes-applied'];

for (const [name, path, address] of screens.filter(([name]) => wholeLooks || !alike.includes(name)))
  test(`${name}: shows its loading and failure states, and its content after a retry`, async ({
    view: { visitor, page },
  }) => {
    visitor.mayBeRefused(500);
    await lookBefore(page, name, path, async () => void (await page.goto(address)));
    await page.getByRole('button', { name: 'Try again' }).first().click();
    await expect(page.getByRole('alert')).toBeHidden();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  });

test('says that the console could not be loaded if its code is missing, and loads it again', async ({
  browser,
  view: { licet },
}) => {
  const guest = await newVisitor(browser, { baseURL: licet.url });
  const { page } = guest;
  const missing = /\/assets\/(?:start|frame)-[^/]*\.js$/;
  await openAs(page, licet.url, administrator.email, administrator.password);
  await page.route(missing, (route) => route.abort());
  await page.goto('/users');
  await expect(page.getByRole('alert')).toHaveText('Licet could not be loaded completely.');
  await page.unroute(missing);
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await guest.leave();
});
