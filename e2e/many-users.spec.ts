import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { applyPlan, planOf } from '../packages/cli/src/configuration/long-plan.ts';
import { endAll } from './end-all.ts';
import { administrator, type RunningLicet } from './licet.ts';
import { look } from './looks.ts';
import { startWithAdministrator } from './made-once.ts';
import { enter, newVisitor, openAs, type Visitor } from './visitor.ts';

test.describe.configure({ mode: 'serial' });

let licet: RunningLicet;
let ingrid: Visitor;
let group: string;
const count = 120;

test.beforeAll(async ({ browser }) => {
  licet = await startWithAdministrator();
  for (let n = 1; n <= count; n += 1)
    await licet.operator.users.create({
      body: { username: `picker-${n}`, name: `Picker ${String(n).padStart(3, '0')}` },
    });
  group = (await licet.operator.groups.create({ body: { name: 'Night shift' } })).id;
  ingrid = await newVisitor(browser, { baseURL: licet.url, reducedMotion: 'reduce' });
  await openAs(ingrid.page, licet.url, administrator.email, administrator.password, '/users?q=Picker');
});
test.afterAll(() => endAll(ingrid, licet));

const bar = (page: Page) => page.getByRole('region', { name: 'Selected users' });
const box = (page: Page, n: number) =>
  page.getByRole('checkbox', { name: `Select Picker ${String(n).padStart(3, '0')}` });
const totalOf = async (query: object) => (await licet.operator.users.list({ query })).total;

test('two selected users are suspended by one plan, and Undo reactivates both', async () => {
  const { page } = ingrid;
  await page.goto('/users?q=Picker');
  await expect(bar(page)).toHaveCount(0);
  await box(page, 1).click();
  await box(page, 2).click({ modifiers: ['Shift'] });
  await expect(bar(page)).toContainText('2 selected');
  await bar(page).getByRole('button', { name: 'Suspend…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Suspend 2 users?' });
  await expect(dialog.getByRole('heading', { name: 'What this changes' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Suspend 2 users' }).click();
  await expect(page.getByText('2 users are suspended and signed out.')).toBeVisible();
  await expect(bar(page)).toHaveCount(0);
  expect(await totalOf({ q: 'Picker', status: 'suspended' })).toBe(2);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('2 users are reactivated.')).toBeVisible();
  expect(await totalOf({ q: 'Picker', status: 'suspended' })).toBe(0);
});

test('all users that match a filter are added to a group, except its members, and Undo removes only them', async () => {
  const { page } = ingrid;
  const { items } = await licet.operator.users.list({ query: { q: 'Picker 050' } });
  await licet.operator.groups.addMember({ params: { group, member: items[0]?.id ?? '' } });
  await page.goto('/users?q=Picker');
  await box(page, 3).click();
  await bar(page)
    .getByRole('button', { name: `Select all ${count} that match` })
    .click();
  await expect(bar(page)).toContainText(`${count} selected`);
  await expect(box(page, 4)).toBeChecked();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(box(page, 51)).toBeChecked();
  await box(page, 51).click();
  await expect(bar(page)).toContainText(`${count - 1} selected`);
  await bar(page).getByRole('button', { name: 'Add to group…' }).click();
  const dialog = page.getByRole('dialog', { name: `Add ${count - 1} users to a group` });
  await dialog.getByRole('combobox', { name: 'Group' }).fill('night');
  await page.getByRole('option', { name: /Night shift/ }).click();
  await expect(dialog.getByText('One stays unchanged:')).toBeVisible();
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Picker 050' })).toBeVisible();
  await look(page, 'users-many-group');
  await dialog.getByRole('button', { name: `Add ${count - 2} users` }).click();
  await expect(page.getByText(`${count - 2} users are now in Night shift.`)).toBeVisible();
  expect(await totalOf({ group })).toBe(count - 1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText(`${count - 2} users are no longer in Night shift.`)).toBeVisible();
  expect(await totalOf({ group })).toBe(1);
});

test('a role is granted to several users and revoked again by keyboard alone', async () => {
  const { page } = ingrid;
  await page.goto('/users?q=Picker');
  await expect(box(page, 1)).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('x');
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(bar(page)).toContainText('3 selected');
  const inBar = async (name: string) => {
    await page.keyboard.press('Tab');
    while (
      !(await bar(page)
        .getByRole('button', { name, exact: true })
        .evaluate((button) => button === document.activeElement))
    )
      await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
  };
  const choose = async (dialog: string, button: string) => {
    await expect(page.getByRole('dialog', { name: dialog })).toBeVisible();
    const field = page.getByRole('combobox', { name: 'Role or permission' });
    while (!(await field.evaluate((input) => input === document.activeElement))) await page.keyboard.press('Tab');
    await page.keyboard.type('auditor');
    await expect(page.getByRole('option', { name: /auditor/ })).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const action = page.getByRole('button', { name: button });
    await expect(action).not.toHaveAttribute('aria-disabled');
    while (!(await action.evaluate((own) => own === document.activeElement))) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
  };
  await inBar('Grant…');
  await choose('Grant access to 3 users', 'Grant to 3 users');
  await expect(page.getByText('3 users have auditor.')).toBeVisible();
  await expect(bar(page)).toHaveCount(0);
  await expect(page.locator('[data-row]:focus')).toHaveCount(1);
  await page.keyboard.press('x');
  await page.keyboard.press('Shift+ArrowUp');
  await page.keyboard.press('Shift+ArrowUp');
  await expect(bar(page)).toContainText('3 selected');
  await inBar('Revoke…');
  await choose('Revoke access from 3 users', 'Revoke 3 grants');
  await expect(page.getByText('auditor is revoked from 3 users.')).toBeVisible();
});

test('all members that match a search leave a group by one plan, and Undo brings them back', async () => {
  const { page } = ingrid;
  const { items } = await licet.operator.users.list({ query: { q: 'Picker 01' } });
  for (const { id } of items) await licet.operator.groups.addMember({ params: { group, member: id } });
  const members = async () => (await licet.operator.groups.members({ params: { group } })).total;
  const before = await members();
  const matching = await licet.operator.groups.members({ params: { group }, query: { q: 'Picker 01' } });
  await page.goto(`/groups/${group}?q=Picker+01`);
  await expect(box(page, 10)).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('x');
  const several = page.getByRole('region', { name: 'Selected members' });
  await expect(several).toContainText('1 selected');
  await several.getByRole('button', { name: `Select all ${matching.total} that match` }).click();
  await several.getByRole('button', { name: 'Remove from group…' }).click();
  const dialog = page.getByRole('dialog', { name: `Remove ${matching.total} members from Night shift?` });
  await look(page, 'members-many');
  await dialog.getByRole('button', { name: `Remove ${matching.total} members` }).click();
  await expect(page.getByText(`${matching.total} members left Night shift.`)).toBeVisible();
  expect(await members()).toBe(before - matching.total);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText(`${matching.total} members are in Night shift again.`)).toBeVisible();
  expect(await members()).toBe(before);
});

test('one plan changes the ends of several grants, another revokes them, and Undo reverts each', async () => {
  const { page } = ingrid;
  const params = { application: 'licet' };
  const role = (await licet.operator.roles.list({ params, query: { q: 'auditor' } })).items[0]?.id ?? '';
  const { items } = await licet.operator.users.list({ query: { q: 'Picker 00' } });
  for (const { id } of items)
    await licet.operator.grants.create({
      params,
      body: { principal: { kind: 'user', id }, gives: { kind: 'role', id: role }, ends: null, reason: '' },
    });
  const grants = async () =>
    (await licet.operator.grants.list({ params, query: { q: 'Picker 00', state: 'active' } })).items;
  await page.goto('/applications/licet?tab=grants&q=Picker+00');
  const several = page.getByRole('region', { name: 'Selected grants' });
  await page.getByRole('checkbox', { name: 'Select all' }).click();
  await expect(several).toContainText(`${items.length} selected`);
  await several.getByRole('button', { name: 'Change end…' }).click();
  const dialog = page.getByRole('dialog');
  await look(page, 'grants-many');
  await dialog.getByRole('button', { name: `Change ${items.length} grants` }).click();
  await expect(page.getByText(`${items.length} grants have a new end.`)).toBeVisible();
  expect((await grants()).every(({ ends }) => ends !== null)).toBe(true);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText(`${items.length} grants have the former end again.`)).toBeVisible();
  expect((await grants()).every(({ ends }) => ends === null)).toBe(true);
  await page.getByRole('checkbox', { name: 'Select all' }).click();
  await several.getByRole('button', { name: 'Revoke…' }).click();
  await dialog.getByRole('button', { name: `Revoke ${items.length} grants` }).click();
  await expect(page.getByText(`${items.length} grants are revoked.`)).toBeVisible();
  expect(await grants()).toEqual([]);
});

test('the selected users are saved as CSV in the order of the list', async () => {
  const { page } = ingrid;
  await page.goto('/users?q=Picker&sort=-name');
  for (const n of [118, 120]) await box(page, n).click();
  await bar(page).getByRole('button', { name: 'More actions' }).click();
  const saving = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Export CSV' }).click();
  const lines = readFileSync(await (await saving).path(), 'utf8')
    .trim()
    .split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[0]).toContain('Name,Username,E-mail');
  expect(lines[1]).toMatch(/^Picker 120,picker-120,/);
  expect(lines[2]).toMatch(/^Picker 118,picker-118,/);
});

test('the panel beside the list follows J and K, and is still open after Back', async () => {
  const { page } = ingrid;
  const panel = page.getByRole('complementary');
  await page.goto('/users?q=Picker');
  await expect(box(page, 1)).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect(panel.getByRole('heading', { name: 'Picker 003' })).toBeVisible();
  await expect(page).toHaveURL(/open=/);
  await page.keyboard.press('k');
  await expect(panel.getByRole('heading', { name: 'Picker 002' })).toBeVisible();
  await page.keyboard.press('x');
  await look(page, 'users-beside', async (width) => {
    if (width === 390) return;
    await page.keyboard.press('j');
  });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('row', { name: /Picker 005/ }).click();
  await expect(panel.getByRole('heading', { name: 'Picker 005' })).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Picker 006', level: 1 })).toBeVisible();
  await page.goBack();
  await expect(panel.getByRole('heading', { name: /Picker 00/ })).toBeVisible();
  await panel.getByRole('button', { name: 'Close' }).click();
  await expect(panel).toHaveCount(0);
});

test('the URL and the browser keep the viewer’s choice of columns and density', async () => {
  const { page } = ingrid;
  await page.goto('/users?q=Picker');
  const menu = page.getByRole('button', { name: 'Columns and density' });
  const heads = page.getByRole('columnheader');
  await expect(heads.filter({ hasText: 'Roles' })).toBeVisible();
  await menu.click();
  await page.getByRole('checkbox', { name: 'Roles' }).click();
  await page.getByRole('checkbox', { name: 'Created' }).click();
  await page.getByText('Compact').click();
  await expect(heads.filter({ hasText: 'Roles' })).toHaveCount(0);
  await expect(heads.filter({ hasText: 'Created' })).toBeVisible();
  await look(page, 'users-columns', async (width) => {
    if (width === 390) await page.keyboard.press('Escape');
  });
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(page).toHaveURL(/density=compact/);
  const height = async () => (await page.locator('[data-row]').first().boundingBox())?.height;
  expect(await height()).toBeLessThan(32);
  await page.goto('/users?q=Picker&status=invited');
  await expect(heads.filter({ hasText: 'Created' })).toBeVisible();
  await menu.click();
  await page.getByRole('button', { name: 'Reset' }).click();
  await page.keyboard.press('Escape');
  await expect(heads.filter({ hasText: 'Created' })).toHaveCount(0);
  await expect.poll(height).toBeGreaterThan(36);
});

test('a changed list is saved as a view, opened again and deleted', async () => {
  const { page } = ingrid;
  await page.goto('/users');
  await expect(page.getByRole('button', { name: 'Save view…' })).toHaveCount(0);
  await page.goto('/users?status=invited&sort=-name');
  await page.getByRole('button', { name: 'Save view…' }).click();
  await page.getByLabel('Name', { exact: true }).fill('No password');
  await look(page, 'users-view-save');
  await page.getByRole('button', { name: 'Save view', exact: true }).click();
  const view = page.getByRole('button', { name: /^View: / });
  await expect(view).toHaveText('No password');
  await expect(page.getByRole('button', { name: 'Save view…' })).toHaveCount(0);
  await page.goto('/users');
  await view.click();
  await page.getByRole('menuitem', { name: 'No password' }).click();
  await expect(page).toHaveURL(/status=invited/);
  await expect(page).toHaveURL(/sort=-name/);
  await page.getByRole('searchbox').fill('Picker 1');
  await expect(page.getByRole('button', { name: 'Save view…' })).toBeVisible();
  await look(page, 'users-view', async () => {
    if (!(await page.getByRole('menu').isVisible())) await view.click();
  });
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1440, height: 900 });
  await view.click();
  await page.getByRole('menuitem', { name: 'Delete the view No password' }).click();
  await expect(view).toHaveCount(0);
});

test('a view is shared with all readers of the list and deleted for all of them, and Undo restores it', async () => {
  const { page } = ingrid;
  const shared = async () => (await licet.operator.views.list()).items.map(({ name, address }) => [name, address]);
  await page.goto('/users?status=invited&sort=-name&q=Picker');
  await page.getByRole('button', { name: 'Save view…' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Never came');
  await page.getByRole('checkbox', { name: 'Share with everybody who sees this list' }).click();
  await look(page, 'users-view-share');
  await page.getByRole('button', { name: 'Save view', exact: true }).click();
  await expect(page.getByText('The view Never came is shared.')).toBeVisible();
  expect(await shared()).toEqual([['Never came', { status: 'invited', sort: '-name' }]]);
  await page.goto('/users');
  const view = page.getByRole('button', { name: /^View: / });
  await view.click();
  await page.getByRole('menuitem', { name: 'Never came' }).click();
  await expect(page).toHaveURL(/status=invited/);
  await expect(view).toHaveText('Never came');
  await view.click();
  await page.getByRole('menuitem', { name: 'Delete the view Never came' }).click();
  await expect(page.getByText('The view Never came is deleted for everybody.')).toBeVisible();
  expect(await shared()).toEqual([]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('The view Never came is shared.')).toBeVisible();
  expect(await shared()).toHaveLength(1);
});

test('suspending more users than one plan can hold runs as a stream; Cancel stops it, and Undo reverts it', async () => {
  const { page } = ingrid;
  const crowd = 1100;
  const changes = Array.from({ length: crowd }, (_, n) => {
    const body = { name: `Crowd ${n}`, username: `crowd-${n}` };
    return { call: 'users.create' as const, body };
  });
  const { digest } = await planOf(licet.operator, changes);
  await applyPlan(licet.operator, { changes, digest });
  /** Each plan takes seconds, and longer while other tests run. */
  const long = { timeout: 120_000 };
  const suspended = () => totalOf({ q: 'Crowd', status: 'suspended' });
  await page.goto('/users?q=Crowd');
  await page.getByRole('checkbox', { name: 'Select all' }).click();
  await bar(page).getByRole('button', { name: 'Select all 1,100 that match' }).click();
  await bar(page).getByRole('button', { name: 'Suspend…' }).click();
  const confirm = page.getByRole('button', { name: 'Suspend 1,100 users' });
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'What this changes' })).toBeVisible();
  const { promise: held, resolve: goOn } = Promise.withResolvers<void>();
  await page.route('**/plans/application/long', async (route) => {
    await held;
    await route.continue().catch(() => undefined); // The page has cancelled the request.
  });
  await confirm.click(long);
  await expect(bar(page).getByRole('progressbar')).toBeVisible();
  await bar(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(confirm).toBeVisible();
  goOn();
  await page.unroute('**/plans/application/long');
  expect(await suspended()).toBe(0);
  await expect(confirm).not.toHaveAttribute('aria-disabled', /./, long);
  await confirm.click();
  await expect(page.getByText('1,100 users are suspended and signed out.')).toBeVisible(long);
  expect(await suspended()).toBe(crowd);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('1,100 users are reactivated.')).toBeVisible(long);
  expect(await suspended()).toBe(0);
});

test('the selection bar offers only permitted actions, and a past instant allows no selection', async ({ browser }) => {
  const { page } = ingrid;
  await look(page, 'users-selected', async (width) => {
    await page.goto('/users?q=Picker');
    await box(page, 2).click();
    await box(page, 3).click();
    await expect(bar(page)).toBeVisible();
    if (width === 390) await expect(bar(page).getByRole('button', { name: 'Actions' })).toBeVisible();
  });
  await page.goto(`/users?q=Picker&at=${new Date(Date.now() - 1000).toISOString()}`);
  await expect(page.getByRole('gridcell', { name: /Picker 001/ })).toBeVisible();
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  const reader = await licet.operator.users.create({ body: { username: 'reader', name: 'Reader' } });
  const role = (await licet.operator.roles.list({ params: { application: 'licet' }, query: { q: 'auditor' } }))
    .items[0];
  await licet.operator.grants.create({
    params: { application: 'licet' },
    body: {
      principal: { kind: 'user', id: reader.id },
      gives: { kind: 'role', id: role?.id ?? '' },
      ends: null,
      reason: '',
    },
  });
  const { url } = await licet.operator.users.passwordLink({ params: { user: reader.id } });
  const auditor = await newVisitor(browser, { baseURL: licet.url });
  await auditor.page.goto(url);
  await auditor.page.getByLabel('New password').fill('a quiet rainy afternoon 42');
  await auditor.page.getByRole('button', { name: 'Set the password' }).click();
  await enter(auditor.page, 'reader', 'a quiet rainy afternoon 42');
  await auditor.page.goto('/users?q=Picker');
  await box(auditor.page, 1).click();
  await expect(bar(auditor.page).getByRole('button')).toHaveText([/Select all/, /^$/, /^$/]);
  await auditor.leave();
});
