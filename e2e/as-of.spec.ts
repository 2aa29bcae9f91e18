import { expect, test } from '@playwright/test';
import { endAll } from './end-all.ts';
import { administrator, type RunningLicet } from './licet.ts';
import { look, opening } from './looks.ts';
import { startWithAdministrator } from './made-once.ts';
import { newVisitor, openAs, type Visitor } from './visitor.ts';

let licet: RunningLicet;
let ingrid: Visitor;
let maya: string;
let sales: string;
let then: string;
const params = { application: 'ledger' };

test.describe.configure({ mode: 'serial' });

test.beforeAll(async ({ browser }) => {
  licet = await startWithAdministrator();
  const { operator } = licet;
  await operator.applications.create({ body: { id: 'ledger', name: 'Ledger' } });
  const read = await operator.permissions.create({ params, body: { name: 'invoices.read' } });
  const clerk = await operator.roles.create({ params, body: { name: 'clerk', permissions: [read.id] } });
  maya = (await operator.users.create({ body: { name: 'Maya Then', username: 'maya', email: null } })).id;
  const omar = await operator.users.create({ body: { name: 'Omar Haddad', username: 'omar', email: null } });
  sales = (await operator.groups.create({ body: { name: 'Sales' } })).id;
  for (const member of [maya, omar.id]) await operator.groups.addMember({ params: { group: sales, member } });
  const gives = { kind: 'role' as const, id: clerk.id };
  await operator.grants.create({ params, body: { principal: { kind: 'group', id: sales }, gives } });
  then = new Date().toISOString();
  await operator.users.update({ params: { user: maya }, body: { name: 'Maya Now' } });
  await operator.users.remove({ params: { user: omar.id } });
  await operator.groups.remove({ params: { group: sales } });
  ingrid = await newVisitor(browser, { baseURL: licet.url, reducedMotion: 'reduce' });
  await openAs(ingrid.page, licet.url, administrator.email, administrator.password, '/users');
});

test.afterAll(() => endAll(ingrid, licet));

test('with a past instant in the URL, the console shows that state, keeps it in links and disables changes', async () => {
  const { page } = ingrid;
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  await expect(row('Maya Now')).toBeVisible();
  await expect(page.getByRole('button', { name: 'New user' })).toBeVisible();

  await page.goto(`/users?at=${then}`);
  await expect(page.getByText('Read only. The past cannot be changed.')).toBeVisible();
  await expect(row('Maya Then')).toContainText('Sales');
  await expect(row('Omar Haddad')).toBeVisible();
  await expect(page.getByRole('button', { name: 'New user' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Import' })).toBeHidden();

  await page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link', { name: 'Access' }).click();
  await expect(page).toHaveURL((url) => url.pathname === '/explain' && url.searchParams.get('at') === then);
  await page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link', { name: 'People' }).click();
  await page.getByRole('navigation', { name: 'People' }).getByRole('link', { name: 'Groups' }).click();
  await expect(page).toHaveURL((url) => url.pathname === '/groups' && url.searchParams.get('at') === then);
  await expect(page).toHaveTitle('Groups · Licet');
  await row('Sales').click();
  await expect(row('Maya Then')).toBeVisible();

  await page.goto(`/users/${maya}?at=${then}`);
  await expect(page.getByRole('heading', { name: 'Maya Then' })).toBeVisible();
  await expect(page.getByText('Maya Now', { exact: true })).toBeVisible();

  await page.goto(`/applications/ledger?tab=grants&at=${then}`);
  await expect(row('Sales')).toContainText('clerk');
  await expect(page.getByRole('button', { name: 'Grant access' })).toBeHidden();

  await page.goto(`/applications/ledger?at=${then}`);
  const figures = page.getByRole('navigation', { name: 'In figures' }).getByRole('link');
  await expect(figures).toHaveText([/^People/, /^Ends in 7 days/, /^Administrators/]);
  await expect(page.getByRole('link', { name: 'Grant access' })).toBeHidden();

  await page.goto(`/inbox?at=${then}`);
  await expect(page.getByText('This page shows the present.')).toBeVisible();
});

test('from a past day, the user can return to the present, move to the next day or pick another day', async () => {
  const { page } = ingrid;
  await page.goto(`/users?at=${then}`);
  await page.getByRole('button', { name: 'Back to now' }).click();
  await expect(page).toHaveURL((url) => !url.searchParams.has('at'));
  await expect(page.getByRole('row').filter({ hasText: 'Maya Now' })).toBeVisible();
  await expect(page.getByText('Omar Haddad')).toBeHidden();

  await page.getByRole('button', { name: /view another day/ }).click();
  await page.getByRole('button', { name: 'Yesterday' }).click();
  await expect(page.getByText('Read only. The past cannot be changed.')).toBeVisible();
  await expect(page.getByText('Maya')).toBeHidden();
  await page.getByRole('button', { name: 'Next day' }).click();
  await page.getByRole('button', { name: 'Next day' }).click();
  await expect(page.getByText('Read only. This shows what is scheduled at present.')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Maya Now' })).toBeVisible();
});

test('lists and pages at a past instant are accessible in every theme', async () => {
  const { page } = ingrid;
  const row = page.getByRole('row').filter({ hasText: 'Maya Then' });
  const at = (address: string) =>
    opening(page, `${address}at=${then}`, () => expect(page.locator('.is-past')).toBeVisible());
  await look(
    page,
    'as-of-users',
    opening(page, `/users?at=${then}`, () => expect(row).toBeVisible()),
  );
  await look(page, 'as-of-user', at(`/users/${maya}?`));
  await look(page, 'as-of-group', at(`/groups/${sales}?`));
  await look(page, 'as-of-application', at('/applications/ledger?'));
  await look(page, 'as-of-grants', at('/applications/ledger?tab=grants&'));
  await look(page, 'as-of-roles', at('/applications/ledger?tab=roles&'));
  await look(page, 'as-of-requests', at('/inbox?'));
  await look(
    page,
    'as-of-choice',
    opening(page, '/users', () => page.getByRole('button', { name: /view another day/ }).click()),
  );
});
