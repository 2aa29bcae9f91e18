import { expect, test } from '@playwright/test';
import { callerFor } from '../examples/ledger/sample/members.ts';
import { endAll } from './end-all.ts';
import { administrator, type RunningLicet } from './licet.ts';
import { startWithAdministrator } from './made-once.ts';
import { newVisitor, openAs, type Visitor } from './visitor.ts';

/** One more than a plan can change in one request, so that the server streams its progress and the change can be cancelled. */
const count = 1001;
let licet: RunningLicet;
let ingrid: Visitor;

test.beforeAll(async ({ browser }) => {
  licet = await startWithAdministrator();
  const caller = await callerFor(licet.url, administrator.email, administrator.password);
  const numbers = Array.from({ length: count }, (_, n) => n + 1);
  for (const some of [numbers.slice(0, 500), numbers.slice(500, 1000), numbers.slice(1000)]) {
    const changes = some.map((n) => ({
      call: 'users.create' as const,
      as: crypto.randomUUID(),
      body: { username: `picker-${n}`, name: `Picker ${String(n).padStart(4, '0')}`, email: null },
    }));
    const [first, ...others] = changes;
    if (!first) continue;
    const { digest } = await caller.plans.make({ body: { changes: [first, ...others] } });
    await caller.plans.apply({ body: { changes: [first, ...others], digest } });
  }
  ingrid = await newVisitor(browser, { baseURL: licet.url, reducedMotion: 'reduce' });
  await openAs(ingrid.page, licet.url, administrator.email, administrator.password, '/users?q=Picker');
});
test.afterAll(() => endAll(ingrid, licet));

test('a long change to many users goes on while the list changes, and asks before the user leaves', async () => {
  const { page } = ingrid;
  const bar = page.getByRole('region', { name: 'Selected users' });
  await page.getByRole('checkbox', { name: 'Select Picker 0001' }).click();
  await bar.getByRole('button', { name: /^Select all/ }).click();
  await expect(bar).toContainText('1,001 selected');
  await bar.getByRole('button', { name: 'Suspend…' }).click();
  const go = page.getByRole('dialog').getByRole('button', { name: 'Suspend 1,001 users' });
  // The plan can take minutes beside other tests, because each suspension is planned by statements of its own.
  await expect(go).not.toHaveAttribute('aria-disabled', /./, { timeout: 300_000 });
  // The server does not answer, so the change is still in progress.
  await page.route('**/plans/application/long', () => undefined);
  await go.click();
  await expect(bar).toContainText('Suspending 1,001 users');

  await page.getByRole('searchbox').first().fill('Ingrid');
  await expect(page.getByRole('checkbox', { name: 'Select Picker 0001' })).toHaveCount(0);
  await expect(bar).toContainText('Suspending 1,001 users');

  const groups = page.getByRole('navigation').getByRole('link', { name: 'Groups' });
  await groups.click();
  const leaving = page.getByRole('dialog', { name: 'Leave and cancel?' });
  await expect(leaving).toContainText('Suspending 1,001 users is not finished.');
  await leaving.getByRole('button', { name: 'Stay' }).click();
  await expect(bar).toContainText('Suspending 1,001 users');

  // At another instant nothing can be changed.
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('as of last month');
  await expect(page.getByRole('option', { selected: true })).toContainText('View last month');
  await page.keyboard.press('Enter');
  await expect(leaving).toBeVisible();
  await leaving.getByRole('button', { name: 'Stay' }).click();
  await expect(page).not.toHaveURL(/[?&]at=/);
  await expect(bar).toContainText('Suspending 1,001 users');

  await groups.click();
  await leaving.getByRole('button', { name: 'Leave and cancel' }).click();
  await expect(page.getByText('Cancelled. Nothing was changed.')).toBeVisible();
  await expect(page).toHaveURL(/\/groups/);
  expect((await licet.operator.users.list({ query: { q: 'Picker', status: 'suspended' } })).total).toBe(0);
});
