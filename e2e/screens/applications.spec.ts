import { expect } from '@playwright/test';
import { look, opening } from '../looks.ts';
import { applicationStates } from './states/applications.ts';
import { test } from './view.testing.ts';

test('the list of applications and the tabs of an application are accessible', async ({ view }) => {
  view.visitor.mayBeRefused(404);
  await view.looks(applicationStates(view));
});

test('the usage tab of an application is accessible', async ({ view: { page } }) => {
  const use = (name: string, users: number, count: number, last: string | null) => ({
    permission: { id: crypto.randomUUID(), name, title: '' },
    users,
    count,
    last,
  });
  const reported = {
    items: [use('invoices.read', 412, 18_204, new Date().toISOString()), use('invoices.refund', 0, 0, null)],
    next: null,
    total: 2,
    atLeast: false,
    since: new Date(Date.now() - 12 * 86_400_000).toISOString(),
  };
  await page.route('**/api/v1/applications/ledger/usage*', (route) => route.fulfill({ json: reported }));
  await look(page, 'usage-reported', async () => {
    await page.goto('/applications/ledger?tab=usage');
    await expect(page.getByText('18,204')).toBeVisible();
  });
  await page.unroute('**/api/v1/applications/ledger/usage*');
});

test('access and usage over time are shown as charts and as tables', async ({ view: { page } }) => {
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  const points = Array.from({ length: 90 }, (_, place) => ({
    day: day(89 - place),
    count: place < 40 ? 0 : 1200 + ((place * 7919) % 700),
  }));
  // Returns an earlier creation time for the application. The sample has just created it, and a chart starts no earlier
  // than its application.
  await page.route('**/api/v1/applications/ledger', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), createdAt: `${day(400)}T00:00:00.000Z` } });
  });
  await page.route('**/api/v1/applications/ledger/usage/series*', (route) =>
    route.fulfill({ json: { by: 'day', points } }),
  );
  await look(page, 'over-time', async () => {
    await page.goto('/applications/ledger');
    await expect(page.getByText('in 90 days, as the application reported')).toBeVisible();
    const table = page.getByText('The same as a table');
    await table.last().scrollIntoViewIfNeeded();
    await table.last().press('Enter');
    await expect(page.getByRole('columnheader', { name: 'Times exercised' })).toBeVisible();
  });
  await page
    .locator('.chart-ground')
    .last()
    .hover({ position: { x: 3, y: 20 } });
  await expect(page.getByText('Times exercised 0', { exact: true })).toBeVisible();
  await page.unroute('**/api/v1/applications/ledger/usage/series*');
  const answer = page.waitForResponse('**/access/series*');
  await page.goto('/applications/ledger');
  await page.getByText('A year').first().click();
  expect((await answer).status()).toBe(200);
  await expect(page.getByText('No use was reported in this period')).toBeVisible();
  await expect(page.getByText(/people have access here/)).toBeVisible();
  await page.unroute('**/api/v1/applications/ledger');
});

test('the home page shows sign-ins over time', async ({ view: { page } }) => {
  await look(page, 'home-sign-ins', async () => {
    await page.goto('/');
    await expect(page.getByText(/sign-ins? (succeeded|use)/).first()).toBeVisible();
  });
});

test('unused grants and unused permissions of roles are added to a plan', async ({ view: { page, licet, id } }) => {
  const listed = page.waitForResponse('**/api/v1/applications/ledger/grants*');
  await page.goto('/applications/ledger?tab=grants');
  const { items } = await (await listed).json();
  const usage = {
    items,
    next: null,
    total: items.length,
    atLeast: false,
    days: 30,
    from: new Date(Date.now() - 30 * 86_400_000).toISOString(),
    reportedSince: new Date(Date.now() - 60 * 86_400_000).toISOString(),
    lastReport: new Date().toISOString(),
    seen: true,
  };
  await page.route('**/api/v1/applications/ledger/unused*', (route) => {
    const days = Number(new URL(route.request().url()).searchParams.get('days'));
    const seen = days < 60;
    return route.fulfill({ json: { ...usage, days, seen, items: seen ? items : [] } });
  });
  await look(page, 'unused-not-seen', async () => {
    await page.goto('/applications/ledger?tab=usage&unused=90');
    await expect(page.getByText('it is not yet known')).toBeVisible();
  });
  await look(page, 'unused', async () => {
    await page.goto('/applications/ledger?tab=usage&unused=30');
    await expect(page.getByText('less than a quarter')).toBeVisible();
  });
  await page.getByRole('grid').getByRole('checkbox').nth(1).click({ force: true });
  await page.getByRole('button', { name: 'Plan to revoke 1' }).click();
  await expect(page.getByText('Revoke a grant in Ledger that nobody used for 30 days', { exact: true })).toBeVisible();

  const role = id('roles', 'ledger/approver');
  const own = await licet.operator.roles.items({ params: { application: 'ledger', role }, query: { own: 'true' } });
  const pairs = own.items.map((permission, index) => ({
    role: { id: role, name: 'approver', title: 'Approves' },
    permission: { id: permission.id, name: permission.name, title: permission.title },
    holders: 3,
    last: index === 0 ? null : new Date(Date.now() - 120 * 86_400_000).toISOString(),
  }));
  let seen = pairs;
  await page.route('**/api/v1/applications/ledger/unused-in-roles*', (route) =>
    route.fulfill({ json: { ...usage, days: 90, items: seen, total: seen.length } }),
  );
  const roles = '/applications/ledger?tab=usage&unusedIn=90';
  await look(
    page,
    'unused-in-roles',
    opening(page, roles, () => expect(page.getByText('Never').first()).toBeVisible()),
  );
  await page.goto(roles);
  await page.getByRole('grid').getByRole('checkbox').nth(1).press('Space');
  await page.getByRole('button', { name: 'Plan to remove 1' }).press('Enter');
  await expect(
    page.getByText('Remove a permission from approver that nobody used for 90 days', { exact: true }),
  ).toBeVisible();
  await expect(page.getByText(new RegExp(`loses? ${pairs[0]?.permission.name}`))).toBeVisible();
  seen = [];
  await look(
    page,
    'unused-in-roles-none',
    opening(page, `${roles}&q=nothing`, () =>
      expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible(),
    ),
  );
});
