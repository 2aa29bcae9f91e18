import { expect, test } from '@playwright/test';
import { endAll } from './end-all.ts';
import { administrator, type RunningLicet } from './licet.ts';
import { look } from './looks.ts';
import { startWithAdministrator } from './made-once.ts';
import { newVisitor, openAs, type Visitor } from './visitor.ts';

let licet: RunningLicet;
let ingrid: Visitor;
let maya: string;
let sales: string;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async ({ browser }) => {
  licet = await startWithAdministrator();
  const { operator } = licet;
  await operator.applications.create({ body: { id: 'ledger', name: 'Ledger' } });
  await operator.roles.create({ params: { application: 'ledger' }, body: { name: 'clerk', permissions: [] } });
  maya = (await operator.users.create({ body: { name: 'Maya Lindqvist', username: 'maya.lindqvist', email: null } }))
    .id;
  sales = (await operator.groups.create({ body: { name: 'Sales' } })).id;
  ingrid = await newVisitor(browser, { baseURL: licet.url, reducedMotion: 'reduce' });
  await openAs(ingrid.page, licet.url, administrator.email, administrator.password, '/users');
});

test.afterAll(() => endAll(ingrid, licet));

for (const [kind, name, address] of [
  ['user', 'Maya Lindqvist', () => `/users/${maya}`],
  ['group', 'Sales', () => `/groups/${sales}`],
] as const)
  test(`Grant access on the page of a ${kind} adds the grant without leaving that page`, async () => {
    const { page } = ingrid;
    await page.goto(`${address()}?tab=grants`);
    const opener = page.getByRole('button', { name: 'Grant access' });
    await opener.click();
    await page.getByRole('option', { name: 'Ledger' }).click();
    const panel = page.getByRole('complementary', { name: 'Grant access' });
    await expect(panel).toContainText('Ledger');
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(page).toHaveURL((url) => url.pathname === address() && url.searchParams.get('grant') === 'ledger');
    await panel.getByRole('combobox', { name: 'Role' }).fill('clerk');
    await page.getByRole('option', { name: /clerk/ }).click();
    await panel.getByRole('button', { name: /^Grant to 1/ }).click();
    await expect(panel).toBeHidden();
    await expect(page.getByRole('row').filter({ hasText: 'clerk' })).toBeVisible();
    await expect(page).toHaveURL((url) => url.pathname === address() && !url.searchParams.has('grant'));
  });

test('an open dialog survives a reload, but does not open again on a later visit', async () => {
  const { page } = ingrid;
  await page.goto(`/users/${maya}`);
  await page.getByRole('button', { name: 'More for Maya Lindqvist' }).click();
  await page.getByRole('menuitem', { name: 'Create set-password link…' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Create link' })).toBeEnabled();
  await page.reload();
  await expect(dialog.getByRole('button', { name: 'Create link' })).toBeEnabled();
  await page.goto('/users');
  await page.getByRole('link', { name: 'Maya Lindqvist' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Maya Lindqvist' })).toBeVisible();
  // The menu opens only if no dialog covers the page.
  await page.getByRole('button', { name: 'More for Maya Lindqvist' }).click();
  await expect(page.getByRole('menuitem', { name: 'Create set-password link…' })).toBeVisible();
  await page.keyboard.press('Escape');
});

test('the dialog of a set-password link mentions the directory password that a user keeps', async () => {
  const { page } = ingrid;
  const body = { name: 'Noor Haddad', username: 'noor.haddad', email: null };
  const { id } = await licet.operator.users.create({ body });
  const open = async () => {
    await page.goto(`/users/${id}`);
    await page.getByRole('button', { name: 'More for Noor Haddad' }).click();
    await page.getByRole('menuitem', { name: 'Create set-password link…' }).click();
    await expect(page.getByRole('button', { name: 'Create link' })).toBeEnabled();
  };
  await open();
  await expect(page.getByRole('dialog')).not.toContainText('password of Corp');
  await page.getByRole('button', { name: 'Cancel' }).click();
  const directory = { url: 'ldaps://ldap.example', baseDn: 'ou=people,dc=example', bindDn: 'cn=licet,dc=example' };
  const secret = 'the password of the reader';
  await licet.operator.connections.create({ body: { name: 'Corp', kind: 'ldap', secret, directory } });
  await licet.inDatabase(
    `insert into identities (id, user_id, connection_id, issuer, subject, name, linked_at)
     select gen_random_uuid(), $1, c.id, 'ldaps://ldap.example', 'noor', 'noor', now() from connections c where c.name = 'Corp'`,
    [id],
  );
  await open();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('This user signs in with a password of Corp, which stays unchanged.');
  // The user has no password in Licet yet, so the dialog must not ask for it.
  await expect(dialog).not.toContainText('The current password');
  await page.getByRole('button', { name: 'Cancel' }).click();
});

test('the count of direct grants equals the listed rows, including future grants; the Access tab does not count roles', async () => {
  const { page } = ingrid;
  const role = (await licet.operator.roles.list({ params: { application: 'ledger' }, query: { q: 'clerk' } })).items[0];
  const starts = new Date(Date.now() + 8 * 86_400_000).toISOString();
  const counted = async (kind: 'user' | 'group', id: string) => {
    await licet.operator.grants.create({
      params: { application: 'ledger' },
      body: { principal: { kind, id }, gives: { kind: 'role', id: role?.id ?? '' }, starts, ends: null, reason: '' },
    });
    await page.goto(`/${kind}s/${id}?tab=grants`);
    await expect(page.getByRole('row').filter({ hasText: 'clerk' })).toHaveCount(2);
  };
  await counted('group', sales);
  await expect(page.getByRole('link', { name: /^Grants/ })).toHaveText('Grants2');
  await counted('user', maya);
  await expect(page.locator('label', { hasText: 'Granted directly' })).toHaveText('Granted directly2');
  await expect(page.getByRole('main').getByRole('link', { name: /^Access/ })).toHaveText('Access');
});

test('Access lists each permission with its path, its origin and its end, and changes only direct grants', async () => {
  const { page } = ingrid;
  const { operator } = licet;
  const params = { application: 'ledger' };
  const person = await operator.users.create({ body: { name: 'Omar Haddad', username: 'omar', email: null } });
  const finance = await operator.groups.create({ body: { name: 'Finance' } });
  await operator.groups.addMember({ params: { group: finance.id, member: person.id } });
  const [read, refund] = [
    await operator.permissions.create({ params, body: { name: 'invoices.read', title: 'See invoices' } }),
    await operator.permissions.create({ params, body: { name: 'invoices.refund', title: 'Refund invoices' } }),
  ];
  const reader = await operator.roles.create({ params, body: { name: 'reader', permissions: [read.id] } });
  const tomorrow = new Date(Date.now() + 26 * 3_600_000).toISOString();
  const give = (
    principal: { kind: 'user' | 'group'; id: string },
    gives: { kind: 'role' | 'permission'; id: string },
    ends: string | null,
  ) => operator.grants.create({ params, body: { principal, gives, ends, reason: 'Month end' } });
  await give({ kind: 'group', id: finance.id }, { kind: 'role', id: reader.id }, null);
  await give({ kind: 'user', id: person.id }, { kind: 'permission', id: refund.id }, tomorrow);

  await page.goto(`/users/${person.id}`);
  const line = (name: string) => page.getByRole('row').filter({ hasText: name });
  await expect(line('invoices.read')).toContainText(/See invoices.*Finance.*reader.*the operator.*No end/);
  await expect(line('invoices.read').getByRole('button')).toHaveText(['Remove from Finance…']);
  await expect(line('invoices.read').getByRole('link', { name: 'Finance' })).toHaveAttribute(
    'href',
    `/groups/${finance.id}`,
  );
  await expect(line('invoices.refund')).toContainText(/Refund invoices.*granted directly.*the operator/);
  await expect(line('invoices.refund').getByRole('button', { name: /^(Extend|Revoke)…/ })).toHaveCount(2);
  await expect(page.getByRole('region', { name: 'Ledger' })).toContainText(/2 permissions.*1 role in the token/);
  await expect(page.getByRole('radio')).toHaveCount(4);
  for (const [view, count] of [
    ['All', 2],
    ['Granted directly', 1],
    ['Ending', 1],
  ] as const)
    await expect(page.locator('.segmented label', { hasText: view })).toHaveText(`${view}${count}`);

  await page.getByRole('radio', { name: /^Ending/ }).check();
  await expect(page).toHaveURL((url) => url.searchParams.get('show') === 'ending');
  await expect(line('invoices.refund')).toBeVisible();
  await expect(line('invoices.read')).toHaveCount(0);
  await page.getByRole('radio', { name: /^Unused/ }).check();
  await expect(page.getByText('Use is not known')).toBeVisible();

  await page.setViewportSize({ width: 1100, height: 800 });
  await page.goto(`/users/${person.id}`);
  await expect(line('invoices.refund').getByText('granted directly')).toBeVisible();
  await expect(line('invoices.refund').getByText('the operator')).toBeHidden();
  await line('invoices.refund').press('Enter');
  const panel = page.getByRole('complementary', { name: 'invoices.refund' });
  await expect(panel).toContainText('the operator');
  await expect(panel).toContainText('Month end');
  await panel.getByRole('button', { name: /^Revoke…/ }).click();
  await page.getByRole('button', { name: 'Revoke', exact: true }).click();
  await expect(line('invoices.refund')).toHaveCount(0);
  await page.setViewportSize({ width: 1440, height: 900 });
});

test('the URL of the former grants tab opens the direct grants, including ended ones', async () => {
  const { page } = ingrid;
  await page.goto(`/users/${maya}?tab=grants&state=over`);
  await expect(page.getByRole('main').getByRole('link', { name: /^Access/ })).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('radio', { name: /^Granted directly/ })).toBeChecked();
  await expect(page.getByText('No ended grants')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Only ended' }).uncheck();
  await expect(page.getByRole('row').filter({ hasText: 'clerk' }).first()).toBeVisible();
  await page.getByRole('radio', { name: /^All/ }).check();
  await expect(page).toHaveURL((url) => url.searchParams.get('tab') === 'access' && !url.searchParams.has('show'));
});

test('a user has five tabs, and one line of details below the name', async () => {
  const { page } = ingrid;
  const { items } = await licet.operator.users.list({ query: { username: administrator.username } });
  const { id, name } = items[0] ?? { id: '', name: '' };
  await page.goto(`/users/${id}?tab=sessions`);
  const tabs = page.getByRole('navigation', { name }).getByRole('link');
  await expect(tabs).toContainText(['Access', 'Groups', 'Sign-ins and sessions', 'Activity', 'Details']);
  await expect(page.locator('.head-facts > li')).toContainText([/@/, 'Active', 'Password only', 'Signed in']);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.locator('.head-facts > li:visible')).toHaveCount(4);
  await expect(page.getByRole('link', { name: 'Check access' })).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(page.getByRole('complementary')).toHaveCount(0);
  await expect(page.getByRole('grid', { name: `Where ${name} is signed in` })).toContainText('this browser');
  await expect(page.getByRole('grid', { name: `Sign-ins of ${name}` })).toContainText('Signed in');
});

test('a username in the URL redirects to that user’s page and keeps the tab', async () => {
  const { page } = ingrid;
  await page.goto('/users/Maya.Lindqvist?tab=sessions');
  await expect(page.getByRole('heading', { level: 1, name: 'Maya Lindqvist' })).toBeVisible();
  await expect(page).toHaveURL(
    (url) => url.pathname === `/users/${maya}` && url.searchParams.get('tab') === 'sessions',
  );
});

test('the URL of an unknown user, group or review leads to a page that says so', async () => {
  const { page } = ingrid;
  await page.goto('/users/nobody.here');
  await expect(page.getByText('No user has the username “nobody.here”')).toBeVisible();
  await expect(page.locator('#main .skeleton'), 'what would still be loading').toHaveCount(0);
  await page.goto('/groups/nothing-here');
  await expect(page.getByText('There is nothing at this address')).toBeVisible();
  await page.goto('/reviews/nothing-here');
  await expect(page.getByText('There is nothing at this address')).toBeVisible();
});

test('Delete and Erase are separated in the menu of a user and look different from other actions', async () => {
  const { page } = ingrid;
  await page.goto(`/users/${maya}`);
  await page.getByRole('button', { name: 'More for Maya Lindqvist' }).click();
  const menu = page.getByRole('menu');
  const order = await menu.evaluate((list) =>
    [...list.querySelectorAll('[role=menuitem], [role=separator]')].slice(-4).map((line) => line.textContent),
  );
  expect(order).toEqual(['', 'Delete…', '', 'Erase permanently…']);
  const weight = (name: string) =>
    menu.getByRole('menuitem', { name }).evaluate((line) => Number(getComputedStyle(line).fontWeight));
  expect(await weight('Delete…')).toBeGreaterThan(await weight('Suspend…'));
  await menu.getByRole('menuitem', { name: 'Delete…' }).click();
  const ground = (name: string) =>
    page.getByRole('button', { name }).evaluate((button) => getComputedStyle(button).backgroundColor);
  await expect(page.getByRole('button', { name: 'Delete user' })).not.toHaveAttribute('aria-disabled');
  const final = await ground('Delete user');
  await page.getByRole('button', { name: 'Cancel' }).click();
  expect(final).not.toBe(await ground('Grant access'));
});

test('each row has an icon button with an accessible name for removing a user from a group', async () => {
  const { page } = ingrid;
  await licet.operator.groups.addMember({ params: { group: sales, member: maya } });
  await page.goto(`/users/${maya}?tab=groups`);
  const remove = page.getByRole('button', { name: 'Remove from Sales…' });
  await expect(remove).toHaveText('');
  await expect(remove).toHaveClass(/quiet/);
  // The button needs a cross, because a dash would look like an empty cell.
  await expect(remove.locator('path')).toHaveAttribute('d', 'M18 6 6 18M6 6l12 12');
  await page.goto(`/groups/${sales}`);
  const taken = page.getByRole('button', { name: /^Remove Maya Lindqvist/ });
  await expect(taken).toHaveText('');
  await expect(taken.locator('path')).toHaveAttribute('d', 'M18 6 6 18M6 6l12 12');
});

test('Undo reverts a grant, a revocation, a suspension and a removed member', async () => {
  const { page } = ingrid;
  const toasts = page.getByRole('region', { name: 'Notifications' });
  const undo = (said: string | RegExp) =>
    toasts.getByRole('status').filter({ hasText: said }).getByRole('button', { name: 'Undo' }).click();
  const row = page.getByRole('row').filter({ hasText: 'auditor' });
  await licet.operator.roles.create({ params: { application: 'ledger' }, body: { name: 'auditor', permissions: [] } });
  const grant = async () => {
    await page.goto(`/users/${maya}?show=direct&grant=ledger`);
    const panel = page.getByRole('complementary', { name: 'Grant access' });
    await panel.getByRole('combobox', { name: 'Role' }).fill('auditor');
    await page.getByRole('option', { name: /auditor/ }).click();
    await expect(panel.getByRole('radio', { name: '1 week' })).toBeChecked();
    await panel.getByRole('button', { name: /^Grant to 1/ }).click();
    await expect(row).toBeVisible();
  };
  await grant();
  await undo(/Maya Lindqvist holds auditor until .+\d\d:\d\d\./);
  await expect(row).toBeHidden();

  await grant();
  await row.getByRole('button', { name: /^Revoke…/ }).click();
  await page.getByRole('button', { name: 'Revoke', exact: true }).click();
  await expect(row).toBeHidden();
  await undo('no longer holds auditor');
  await expect(row).toBeVisible();

  await page.goto(`/users/${maya}?tab=groups`);
  await page.getByRole('button', { name: 'Remove from Sales…' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Remove/ })
    .click();
  await undo('is no longer in Sales');
  await expect(page.getByRole('button', { name: 'Remove from Sales…' })).toBeVisible();

  await page.getByRole('button', { name: 'More for Maya Lindqvist' }).click();
  await page.getByRole('menuitem', { name: 'Suspend…' }).click();
  await page.getByRole('button', { name: 'Suspend user' }).click();
  await undo('is suspended');
  await expect(toasts).toContainText('Maya Lindqvist can sign in again.');
  expect((await licet.operator.users.get({ params: { user: maya } })).status).toBe('invited');
});

test('Undo reverts a changed end, an added member, a reactivation, saved details and a draft', async () => {
  const { page } = ingrid;
  const { operator } = licet;
  const toasts = page.getByRole('region', { name: 'Notifications' });
  const undo = (said: string | RegExp) =>
    toasts.getByRole('status').filter({ hasText: said }).getByRole('button', { name: 'Undo' }).click();
  const granted = async () => {
    const { items } = await operator.users.grants({ params: { user: maya }, query: { state: 'active' } });
    return items.filter(({ gives }) => gives.name === 'auditor').map(({ ends }) => ends);
  };
  const before = await granted();

  await page.goto(`/users/${maya}?show=direct`);
  const row = page.getByRole('row').filter({ hasText: 'auditor' });
  await row.getByRole('button', { name: /^Extend…/ }).click();
  await page.getByRole('dialog').getByText('2 h', { exact: true }).click();
  await page.getByRole('button', { name: 'Change the end' }).click();
  await undo(/Maya Lindqvist holds auditor until \d\d:\d\d/);
  await expect(toasts).toContainText('The end of auditor for Maya Lindqvist is restored.');
  expect(await granted()).toEqual(before);

  await operator.groups.create({ body: { name: 'Audit' } });
  await page.goto(`/users/${maya}?tab=groups`);
  await page.getByRole('button', { name: 'Add to group' }).click();
  await page.getByRole('option', { name: 'Audit' }).click();
  await undo('Maya Lindqvist was added to Audit.');
  await expect(toasts).toContainText('Maya Lindqvist is no longer in Audit.');

  await operator.users.suspend({ params: { user: maya } });
  await page.goto(`/users/${maya}?tab=details`);
  await page.getByRole('button', { name: 'More for Maya Lindqvist' }).click();
  await page.getByRole('menuitem', { name: 'Reactivate…' }).click();
  await page.getByRole('button', { name: 'Reactivate' }).click();
  await undo('can sign in again');
  await expect(toasts).toContainText('is suspended');
  expect((await operator.users.get({ params: { user: maya } })).status).toBe('suspended');

  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  const title = page.getByRole('textbox', { name: /^Job title/ });
  await name.fill('Maya Lind');
  await title.fill('Clerk');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await undo('Maya Lind is saved.');
  await expect(name).toHaveValue('Maya Lindqvist');
  await expect(title).toHaveValue('');
  expect(await operator.users.get({ params: { user: maya } })).toMatchObject({
    name: 'Maya Lindqvist',
    jobTitle: null,
  });

  await title.fill('Head of reconciliation');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(toasts).toContainText('Maya Lindqvist is saved.');
  await page.goto('/users?q=lindqvist');
  await page.getByRole('grid').getByRole('link', { name: 'Maya Lindqvist' }).click();
  await page.getByRole('link', { name: /^Details/ }).click();
  await expect(title).toHaveValue('Head of reconciliation');
  await look(page, 'user-details-job-title');

  await page.getByRole('button', { name: 'More for Maya Lindqvist' }).click();
  await page.getByRole('menuitem', { name: 'Reactivate…' }).click();
  await page.getByRole('button', { name: 'Add to draft' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.goto('/changes');
  await page.getByRole('button', { name: 'Discard draft' }).click();
  await undo('The draft is discarded.');
  await page.getByRole('button', { name: 'Apply 1 change' }).click();
  await undo('1 change was applied.');
  await expect(toasts).toContainText('1 change is undone.');
  expect((await operator.users.get({ params: { user: maya } })).status).toBe('suspended');
});
