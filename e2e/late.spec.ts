import { expect, type Page, test } from '@playwright/test';
import { endAll } from './end-all.ts';
import { administrator, type RunningLicet } from './licet.ts';
import { lookBefore } from './looks.ts';
import { startSample } from './made-once.ts';
import { newVisitor, openAs, type Visitor } from './visitor.ts';

// The screens of access over time while what they show is on its way, and when it does not come.

let licet: RunningLicet;
let visitor: Visitor;
let page: Page;
let review: string;

test.beforeAll(async ({ browser }) => {
  licet = (await startSample('organisation')).licet;
  const body = {
    name: 'Ledger, fourth quarter',
    scope: { kind: 'application' as const, application: 'ledger' },
    reviewers: { kind: 'owners' as const },
    endsAt: new Date(Date.now() + 600_000_000).toISOString(),
    undecided: 'keep' as const,
  };
  review = (await licet.operator.reviews.open({ body })).id;
  visitor = await newVisitor(browser, { baseURL: licet.url, reducedMotion: 'reduce' });
  page = visitor.page;
  await openAs(page, licet.url, administrator.email, administrator.password);
  visitor.mayBeRefused(500);
});
test.afterEach(() => visitor.quiet());
test.afterAll(() => endAll(visitor, licet));

const lastWeek = new Date(Date.now() - 7 * 86_400_000).toISOString();

/** A screen, how the paths end whose answers are late, and its address. */
const screens: readonly (readonly [name: string, path: string, address: () => string])[] = [
  ['ending', '/endings', () => '/ending'],
  ['differences', '/differences', () => `/differences?application=ledger&from=${lastWeek}`],
  ['reviews', '/reviews', () => '/reviews'],
  ['review-lines', '/items', () => `/reviews/${review}`],
  ['emergencies', '/break-glass', () => '/emergencies'],
  ['separations', '/separations/violations', () => '/separations'],
  ['changes-applied', '/plans/applied', () => '/changes?tab=applied'],
  ['catalogue', '/requests/catalogue', () => '/requests?view=catalogue'],
];

for (const [name, path, address] of screens)
  test(`${name}: on its way, not there, and there after another try`, async () => {
    await lookBefore(page, name, path, async () => void (await page.goto(address())));
    await page.getByRole('button', { name: 'Try again' }).first().click();
    await expect(page.getByRole('alert')).toBeHidden();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  });
