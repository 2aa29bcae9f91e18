import { expect } from '@playwright/test';
import { lookBefore, wholeLooks } from '../looks.ts';
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
