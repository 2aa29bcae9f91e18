import { expect, type Page, test } from '@playwright/test';
import { endAll } from './end-all.ts';
import { administrator, type RunningLicet } from './licet.ts';
import { lookBefore, wholeLooks } from './looks.ts';
import { startSample } from './made-once.ts';
import { newVisitor, openAs, type Visitor } from './visitor.ts';

// Tests the screens of access over time while their answers are late, and when they fail.

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

/** Lists that differ from another one here only in their columns; the long run looks at them too. */
const alike = ['ending', 'reviews', 'emergencies', 'changes-applied'];

/** The name of a screen, the end of the paths whose answers are late, and its address. */
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

for (const [name, path, address] of screens.filter(([name]) => wholeLooks || !alike.includes(name)))
  test(`${name}: loading, failed, and shown after another attempt`, async () => {
    await lookBefore(page, name, path, async () => void (await page.goto(address())));
    await page.getByRole('button', { name: 'Try again' }).first().click();
    await expect(page.getByRole('alert')).toBeHidden();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  });
