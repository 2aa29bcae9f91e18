import { expect, test } from '@playwright/test';
import { applyPlan, planOf } from '../packages/cli/src/configuration/long-plan.ts';
import { endAll } from './end-all.ts';
import { administrator, type RunningLicet } from './licet.ts';
import { look, opening } from './looks.ts';
import { startWithAdministrator } from './made-once.ts';
import { newVisitor, openAs } from './visitor.ts';

let licet: RunningLicet;
let set: number;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  licet = await startWithAdministrator();
  set = await applied(1100);
});
test.afterAll(() => endAll(licet));

test('a change set with over a thousand changes has paged and searchable effects and events', async ({ browser }) => {
  const { page, leave } = await newVisitor(browser, { baseURL: licet.url, reducedMotion: 'reduce' });
  await openAs(page, licet.url, administrator.email, administrator.password, `/changes/${set}`);
  const section = (name: string) =>
    page.locator('section').filter({ has: page.getByRole('heading', { name, exact: true }) });
  const [effects, events] = [section('Effects'), section('Its changes')];
  await expect(effects.getByRole('listitem')).toHaveCount(50);
  await expect(effects.getByRole('listitem').first()).toContainText(/^Person 0000 gains the role seller 0 in Shop/);
  await look(page, 'change-set-large', opening(page, `/changes/${set}`));
  await effects.getByRole('button', { name: 'Show more' }).click();
  await expect(effects.getByRole('listitem')).toHaveCount(100);
  await effects.getByRole('searchbox').fill('person 0571');
  await expect(effects.getByRole('listitem')).toHaveText([/^Person 0571 gains the role seller 571 in Shop/]);
  await effects.getByRole('searchbox').fill('nothing like it');
  await expect(effects).toContainText('Nothing matches this search.');
  await events.getByRole('searchbox').fill('person 0571');
  await expect(events.getByRole('link')).not.toHaveCount(0);
  await expect(events).toContainText('Person 0571');
  await expect(events).not.toContainText('Person 0570');
  await leave();
});

test('a change set with over a thousand changes is reverted after its page has shown the effects', async ({
  browser,
}) => {
  const { page, leave } = await newVisitor(browser, { baseURL: licet.url, reducedMotion: 'reduce' });
  await openAs(page, licet.url, administrator.email, administrator.password, `/changes/${set}`);
  await page.getByRole('button', { name: 'Revert…' }).click();
  const section = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: /^Effects of reverting it/ }) });
  await expect(section.getByRole('listitem')).toHaveCount(50, { timeout: 60_000 });
  await expect(section.getByRole('listitem').first()).toContainText(/loses the role .* in Shop/);
  await expect(section).toContainText('50 of 1,100');
  await section.getByRole('button', { name: 'Show more' }).click();
  await expect(section.getByRole('listitem')).toHaveCount(100);
  // Nothing changes until the button is pressed.
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(section).toHaveCount(0);
  await page.getByRole('button', { name: 'Revert…' }).click();
  await page.getByLabel('Reason').fill('Imported by mistake');
  await page.getByRole('button', { name: 'Apply 1,101 changes' }).click();
  await expect(page.getByText('1,101 changes were applied.')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('Imported by mistake')).toBeVisible();
  const { items } = await licet.operator.users.list({ query: { q: 'Person' } });
  expect(items).toEqual([]);
  await leave();
});

/**
 * Applies a change set that creates users and grants each user a different role, so that each user has a line.
 * @returns the number of the change set
 */
async function applied(people: number): Promise<number> {
  const id = (n: number) => `00000000-0000-8000-8000-${n.toString(16).padStart(12, '0')}`;
  const each = (change: (n: number) => object) => Array.from({ length: people }, (_, n) => change(n));
  const called = (n: number) => `Person ${String(n).padStart(4, '0')}`;
  const params = { application: 'shop' };
  const changes = [
    { call: 'applications.create', as: id(1), body: { id: 'shop', name: 'Shop' } },
    ...each((n) => ({ call: 'roles.create', as: id(5000 + n), params, body: { name: `seller ${n}` } })),
    ...each((n) => ({ call: 'users.create', as: id(16 + n), body: { name: called(n), username: `person.${n}` } })),
    ...each((n) => {
      const body = { principal: { kind: 'user', id: id(16 + n) }, gives: { kind: 'role', id: id(5000 + n) } };
      return { call: 'grants.create', params, body };
    }),
  ] as Parameters<typeof planOf>[1];
  const { digest } = await planOf(licet.operator, changes);
  return (await applyPlan(licet.operator, { changes, digest })).last;
}
