import { expect } from '@playwright/test';
import { look, settled } from '../looks.ts';
import { test } from './view.testing.ts';

const former = {
  overview: 'Overview',
  roles: 'Roles',
  permissions: 'Roles',
  matrix: 'Roles',
  grants: 'Access',
  usage: 'Usage',
  details: 'Settings',
  clients: 'Settings',
  'sign-in': 'Settings',
  integration: 'Settings',
};

test('an application has five tabs, and each former URL opens the tab that now has its content', async ({
  view: { page },
}) => {
  await page.goto('/applications/ledger');
  const tabs = page.getByRole('navigation', { name: 'Ledger', exact: true });
  await expect(tabs.getByRole('link')).toHaveText(['Overview', /^Roles\d+$/, /^Access\d+$/, 'Usage', 'Settings']);
  for (const [part, tab] of Object.entries(former)) {
    await page.goto(`/applications/ledger?tab=${part}`);
    await expect(tabs.locator('[aria-current="page"]'), `the tab of ${part}`).toHaveText(new RegExp(`^${tab}\\d*$`));
    // Usage that an earlier test has reported changes what the tab shows.
    const content = page.getByRole('main').locator('button, [role="grid"], h2').filter({ visible: true }).first();
    await expect(content, `the content of ${part}`).toBeVisible();
  }
});

test('the arrow keys select a view of the roles and a section of the settings, and the focus stays', async ({
  view: { page },
}) => {
  const focused = page.locator(':focus');
  await page.goto('/applications/ledger?tab=roles&q=clerk');
  await page.getByRole('radio', { name: /^Roles/ }).focus();
  for (const [key, tab, grid] of [
    ['ArrowRight', 'permissions', 'Permissions of Ledger'],
    ['ArrowRight', 'matrix', 'People and permissions of Ledger'],
    ['ArrowLeft', 'permissions', 'Permissions of Ledger'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(page.getByRole('grid', { name: grid })).toBeAttached();
    await expect(page).toHaveURL(`/applications/ledger?tab=${tab}`);
    await expect(focused).toHaveAccessibleName(new RegExp(`^${tab}`, 'i'));
    await expect(focused).toBeChecked();
  }
  await page.goto('/applications/ledger?tab=details');
  await page.getByRole('radio', { name: 'Details' }).focus();
  for (const [tab, name] of [
    ['clients', /^Clients/],
    ['sign-in', 'Sign-in'],
    ['integration', 'Integration'],
  ] as const) {
    await page.keyboard.press('ArrowRight');
    await expect(page).toHaveURL(`/applications/ledger?tab=${tab}`);
    await expect(focused).toHaveAccessibleName(name);
  }
});

test('each tab has at most one primary action, and that of the overview opens the form for a grant', async ({
  view: { page },
}) => {
  const primary = page.locator('#main .button.primary');
  for (const [part, action] of Object.entries({
    overview: 'Grant access',
    roles: 'New role',
    permissions: 'New permission',
    grants: 'Grant access',
    details: undefined,
    clients: 'Register client',
    'sign-in': 'Save changes',
  })) {
    await page.goto(`/applications/ledger?tab=${part}`);
    await settled(page);
    await expect(primary, part).toHaveText(action === undefined ? [] : [action]);
  }
  await page.goto('/applications/ledger');
  await page.getByRole('link', { name: 'Grant access' }).press('Enter');
  await expect(page.getByRole('complementary', { name: 'Grant access' })).toBeVisible();
  await expect(page).toHaveURL('/applications/ledger?tab=grants&add=1');
});

test('the figures of the overview agree with the lists that they link to', async ({ view: { page, licet } }) => {
  const { operator } = licet;
  const people = await operator.users.list({ query: { application: 'ledger', limit: 1 } });
  const ending = await operator.endings.list({ query: { application: 'ledger', limit: 1 } });
  const admin = await operator.roles.list({ params: { application: 'ledger' }, query: { q: 'admin' } });
  const figures = page.getByRole('navigation', { name: 'In figures' });
  await page.goto('/applications/ledger');
  await expect(figures.getByRole('link', { name: /^People/ })).toHaveAccessibleName(
    new RegExp(`^People ${people.total} `),
  );
  await expect(figures.getByRole('link', { name: /^Ends in 7 days/ })).toHaveAccessibleName(
    new RegExp(`^Ends in 7 days ${ending.total} `),
  );
  await figures.getByRole('link', { name: /^Administrators/ }).click();
  await expect(page).toHaveURL(`/applications/ledger?tab=grants&role=${admin.items[0]?.id}`);
  await expect(page.getByRole('button', { name: /^Role/ })).toContainText('admin');
});

test('the overview counts, for each role, the permissions that no user has used', async ({
  view: { page, licet, id },
}) => {
  const params = { application: 'ledger', role: id('roles', 'ledger/approver') };
  const own = await licet.operator.roles.items({ params, query: { own: 'true' } });
  const { permissions } = await licet.operator.roles.get({ params });
  const items = own.items.slice(0, 2).map(({ id, name, title }) => ({
    role: { id: params.role, name: 'approver', title: '' },
    permission: { id, name, title },
    holders: 3,
    last: null,
  }));
  const days = { days: 90, from: new Date(0).toISOString(), seen: true };
  const reported = { reportedSince: new Date(0).toISOString(), lastReport: new Date().toISOString() };
  await page.route('**/api/v1/applications/ledger/unused-in-roles*', (route) =>
    route.fulfill({ json: { items, next: null, total: 2, atLeast: false, ...days, ...reported } }),
  );
  await page.route('**/api/v1/applications/ledger/unused?*', (route) =>
    route.fulfill({ json: { items: [], next: null, total: 155, atLeast: false, ...days, ...reported } }),
  );
  await look(page, 'application-used', async () => {
    await page.goto('/applications/ledger');
    await expect(page.getByRole('link', { name: /^Unused access/ })).toHaveAccessibleName(
      'Unused access 155 grants not used in 90 days',
    );
  });
  await page.getByRole('link', { name: `approver ${permissions - 2} of ${permissions} used` }).click();
  await expect(page).toHaveURL(`/applications/ledger?tab=usage&unusedIn=90&role=${params.role}`);
  await page.unroute('**/api/v1/applications/ledger/unused-in-roles*');
  await page.unroute('**/api/v1/applications/ledger/unused?*');
});

test('two roles are chosen in the list and compared', async ({ view: { page, choice } }) => {
  await page.goto('/applications/ledger?tab=roles');
  await page.getByRole('button', { name: 'Compare two roles…' }).click();
  await choice('Role', 'clerk');
  await page.getByRole('option').first().click();
  await look(page, 'roles-compare-two');
  await choice('Compare with the role', 'approver');
  await page.getByRole('option').first().click();
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Only in clerk' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Only in approver' })).toBeVisible();
});

test('a permission lists its holders, and leads to all with their paths', async ({ view: { page, row } }) => {
  await page.goto('/applications/ledger?tab=permissions&q=invoices.refund');
  await row('invoices.refund');
  const held = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Held by' }) });
  await expect(held.getByRole('listitem').first()).toBeVisible();
  await look(page, 'permission-holders');
  await held.getByRole('link', { name: 'All holders and their paths' }).click();
  await expect(page).toHaveURL(/\/explain\?.*ask=who/);
});
