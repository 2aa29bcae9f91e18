import { limits } from '@licet/contract';
import { expect, type Page, test } from '@playwright/test';
import { idOf, type Organisation } from '../examples/ledger/sample/organisation.ts';
import { applyPlan, planOf } from '../packages/cli/src/configuration/long-plan.ts';
import { endAll } from './end-all.ts';
import { administrator, type RunningLicet } from './licet.ts';
import { look, lookBefore, opening } from './looks.ts';
import { startSample } from './made-once.ts';
import { newVisitor, openAs, type Visitor } from './visitor.ts';

let licet: RunningLicet;
let organisation: Organisation;
let ingrid: Visitor;
let regional: string;
let approver: string;
const params = { application: 'ledger' };

test.describe.configure({ mode: 'serial' });

test.beforeAll(async ({ browser }) => {
  ({ licet, organisation } = await startSample('organisation'));
  approver = idOf(organisation.roles, 'ledger/approver');
  const named = (name: string) => idOf(organisation.permissions, name);
  const made = await licet.operator.roles.create({
    params,
    body: {
      name: 'regional approver',
      title: 'Approves in Bergen and Tromsø',
      permissions: [named('invoices.approve'), named('invoices.refund')],
      includes: [idOf(organisation.roles, 'ledger/clerk')],
    },
  });
  regional = made.id;
  for (const name of ['Maya Lindqvist', 'Kenji Morimoto'])
    await licet.operator.grants.create({
      params,
      body: {
        principal: { kind: 'user', id: idOf(organisation.users, name) },
        gives: { kind: 'role', id: regional },
      },
    });
  ingrid = await newVisitor(browser, { baseURL: licet.url, reducedMotion: 'reduce' });
  await openAs(ingrid.page, licet.url, administrator.email, administrator.password, '/');
});

test.afterAll(() => endAll(ingrid, licet));

const pageOf = (role: string, rest = '') => `/applications/ledger/roles/${role}${rest}`;
const tree = (page: Page) => page.getByRole('tree', { name: 'Permissions' });
const row = (page: Page, name: RegExp | string) => tree(page).getByRole('treeitem', { name });
const bar = (page: Page) => page.getByRole('region', { name: 'Unsaved changes' });
const ownOf = async (role: string) => {
  const { items } = await licet.operator.roles.items({
    params: { ...params, role },
    query: { own: 'true', limit: 200 },
  });
  return items.map(({ name }) => name);
};

/**
 * Answers the calls as if the application had reported its use for a quarter of a year. The sample begins without
 * reports.
 */
async function withUse(page: Page): Promise<void> {
  const period = { days: limits.usageWindow.value, seen: true, reportedSince: '2020-01-01T00:00:00.000Z' };
  await page.route('**/api/v1/applications/ledger/use-of-roles*', async (route) => {
    const { items } = await licet.operator.roles.list({ params, query: { limit: 200 } });
    const answer = await route.fetch();
    const found = items.map(({ id, holders }, place) => ({
      role: id,
      holders,
      used: Math.floor((holders * ((place * 37) % 100)) / 100),
    }));
    await route.fulfill({ response: answer, json: { ...(await answer.json()), ...period, items: found } });
  });
  await page.route('**/api/v1/applications/ledger/roles/*/use', async (route) => {
    const answer = await route.fetch();
    const role = new URL(route.request().url()).pathname.split('/').at(-2) ?? '';
    const { holders } = await licet.operator.roles.get({ params: { ...params, role } });
    const { items } = await licet.operator.roles.items({ params: { ...params, role }, query: { limit: 200 } });
    const found = items
      .filter(({ name }) => name !== 'invoices.void')
      .map(({ id }, place) => ({ permission: id, used: holders - (place % holders) }));
    await route.fulfill({
      response: answer,
      json: { ...(await answer.json()), ...period, holders, used: holders - 1, items: found },
    });
  });
}

test('the roles and the page of a role show use, holders and overlap, and are accessible', async () => {
  const { page } = ingrid;
  await look(
    page,
    'role-not-measured',
    opening(page, pageOf(approver), () => expect(page.getByText('has not reported use for 90 days yet')).toBeVisible()),
  );
  await withUse(page);
  await page.reload(); // discards the cached answers, which contain no reported use
  await look(
    page,
    'roles-used',
    opening(page, '/applications/ledger?tab=roles', () => expect(page.getByRole('meter').first()).toBeVisible()),
  );
  await expect(page.getByRole('row', { name: /regional approver/ }).last()).toContainText('All in approver');
  await look(
    page,
    'role',
    opening(page, pageOf(approver), () =>
      expect(page.getByText(/holders used approver in the last 90 days/)).toBeVisible(),
    ),
  );
  await expect(row(page, /^invoices\.void, Void an invoice, used by 0 of/)).toContainText('Never');
  await expect(row(page, /^customers, 2 of 2$/)).toHaveAttribute('aria-disabled', 'true');
  await expect(row(page, /^invoices\.read, See invoices, from clerk, used by/)).toHaveAttribute('aria-checked', 'true');
  await page.getByRole('radio', { name: /^Unused/ }).check({ force: true });
  await expect(tree(page).getByRole('treeitem')).toHaveText([/^invoices\.void/]);
  await expect(page).toHaveURL(/show=unused/);
  ingrid.mayBeRefused(500);
  await lookBefore(page, 'role', '/matrix/roles', async () => {
    await page.goto(pageOf(approver));
  });
  ingrid.expectsNoRefusal();
  await look(page, 'role-admin', opening(page, pageOf(idOf(organisation.roles, 'ledger/admin'))));
  await page.unrouteAll();
});

test('the permission tree works by keyboard; changes apply to the role’s holders and can be undone', async () => {
  const { page } = ingrid;
  await page.goto(pageOf(approver));
  await row(page, /^customers, /).waitFor();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(row(page, /^customers, 2 of 2/)).toBeFocused();
  await page.keyboard.press('j');
  await expect(row(page, /^customers\.read, /)).toBeFocused();
  await page.keyboard.press('Space'); // locked, because it comes from clerk
  await expect(row(page, /^customers\.read, /)).toHaveAttribute('aria-checked', 'true');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(row(page, /^customers, /)).toHaveAttribute('aria-expanded', 'false');
  await expect(row(page, /^customers\.read, /)).toHaveCount(0);
  await page.keyboard.press('ArrowRight');
  await expect(row(page, /^customers\.read, /)).toBeVisible();
  await page.keyboard.press('End');
  await page.keyboard.press('k');
  await page.keyboard.press('ArrowLeft');
  const reports = row(page, /^reports, /);
  await expect(reports).toBeFocused();
  await expect(reports).toHaveAttribute('aria-checked', 'mixed');
  await page.keyboard.press('x');
  await expect(reports).toHaveAttribute('aria-checked', 'true');
  await expect(row(page, /^reports\.export, Export reports, new$/)).toBeVisible();
  await expect(bar(page)).toContainText('1 permission added');
  const { holders } = await licet.operator.roles.get({ params: { ...params, role: approver } });
  const apply = bar(page).getByRole('button', { name: /^Apply to \d+ people$/ });
  await expect(apply).toBeVisible();
  await look(page, 'role-changed');
  await bar(page).getByRole('button', { name: 'Show the effects' }).click();
  await expect(page.getByRole('region', { name: 'What this changes' }).getByRole('listitem').first()).toContainText(
    'reports.export',
  );
  await look(page, 'role-effects');
  expect(holders).toBeGreaterThan(2);
  await apply.click();
  await expect(page.getByText('The role approver is saved.')).toBeVisible();
  await expect(bar(page)).toHaveCount(0);
  expect(await ownOf(approver)).toContain('reports.export');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row(page, /^reports, 1 of 2/)).toBeVisible();
  expect(await ownOf(approver)).not.toContain('reports.export');
});

test('pasted names are ticked, unknown names are listed, and the changes survive a reload until they are discarded', async () => {
  const { page } = ingrid;
  await page.goto(pageOf(approver));
  await page.getByRole('button', { name: 'Paste…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Paste permissions' });
  await dialog.getByRole('textbox').fill('settings.write, reports.*\ninvoices.shred');
  await expect(dialog).toContainText('3 permissions found, 1 already in the role.');
  await expect(dialog).toContainText('1 name is not in the catalogue:invoices.shred');
  await look(page, 'role-paste');
  await dialog.getByRole('button', { name: 'Add 2 permissions' }).click();
  await expect(bar(page)).toContainText('2 permissions added');
  await page.reload();
  await expect(row(page, /^settings\.write, .*, new$/)).toHaveAttribute('aria-checked', 'true');
  await row(page, /^invoices\.void, /).click();
  await expect(row(page, /^invoices\.void, .*removed$/)).toHaveAttribute('aria-checked', 'false');
  await expect(bar(page)).toContainText('2 permissions added and 1 permission removed.');
  await bar(page).getByRole('button', { name: 'Discard' }).click();
  await expect(bar(page)).toHaveCount(0);
  await expect(row(page, /^invoices\.void, /)).toHaveAttribute('aria-checked', 'true');
});

test('the bar of changes closes when the last change is taken back', async () => {
  const { page } = ingrid;
  await page.goto(pageOf(approver));
  const voids = row(page, /^invoices\.void, /);
  await voids.click();
  await expect(bar(page)).toContainText('1 permission removed.');
  await voids.click();
  await expect(voids).toHaveAttribute('aria-checked', 'true');
  await expect(bar(page)).toHaveCount(0);
});

test('on a phone a tap ticks a permission, and the buttons of the bar are large enough for a finger', async ({
  browser,
}) => {
  const phone = await newVisitor(browser, {
    baseURL: licet.url,
    reducedMotion: 'reduce',
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  });
  const { page } = phone;
  await openAs(page, licet.url, administrator.email, administrator.password, pageOf(approver));
  await row(page, /^settings\.write, /).tap();
  await expect(row(page, /^settings\.write, /)).toHaveAttribute('aria-checked', 'true');
  for (const target of await page.locator('.change-bar .button, [role="treeitem"]').all())
    expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await phone.leave();
});

test('two roles are compared, and one replaces the other by a plan that can be undone', async () => {
  const { page } = ingrid;
  await withUse(page);
  await page.goto('/applications/ledger?tab=roles');
  await page
    .getByRole('row', { name: /regional approver/ })
    .last()
    .getByRole('link', { name: 'Compare with approver' })
    .click();
  await expect(page).toHaveURL(new RegExp(`${pageOf(regional)}\\?compare=${approver}$`));
  const only = page.getByRole('heading', { name: 'Only in approver' }).locator('../../..');
  await expect(only.getByRole('listitem')).toHaveText(['invoices.voidVoid an invoice']);
  const side = page.getByRole('region', { name: 'regional approver', exact: true });
  await expect(side).toContainText('With approver instead of regional approver: 1 permission more.');
  await look(
    page,
    'role-comparison',
    opening(page, pageOf(regional, `?compare=${approver}`), () => expect(side.getByRole('meter')).toBeVisible()),
  );
  await page.unrouteAll();
  await side.getByRole('button', { name: 'Replace regional approver with approver…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Replace regional approver with approver?' });
  await expect(dialog).toContainText('gain');
  await look(page, 'role-replace');
  await dialog.getByRole('button', { name: 'Replace role' }).click();
  await expect(page.getByText('approver replaces the role regional approver.')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${pageOf(approver)}$`));
  const names = async () => (await licet.operator.roles.list({ params, query: {} })).items.map(({ name }) => name);
  expect(await names()).not.toContain('regional approver');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('The role regional approver is back.')).toBeVisible();
  expect(await names()).toContain('regional approver');
});

test('a tree of 13,568 permissions renders fewer than 120 rows, and can be searched and ticked by branch', async () => {
  const { page } = ingrid;
  const cloud = { application: 'cloud' };
  const id = (kind: number, n: number) => `01900000-0000-7000-8000-${kind}${String(n).padStart(11, '0')}`;
  const verbs = ['get', 'list', 'create', 'update', 'delete', 'getIamPolicy', 'setIamPolicy', 'undelete'];
  const names = Array.from({ length: 13_568 }, (_, n) => {
    const resource = Math.floor(n / verbs.length);
    return `service${Math.floor(resource / 20)}.resource${resource % 20}.${verbs[n % verbs.length]}`;
  });
  const changes = [
    { call: 'applications.create', body: { id: 'cloud', name: 'Cloud' } },
    ...names.map((name, n) => ({ call: 'permissions.create', as: id(4, n), params: cloud, body: { name } })),
    {
      call: 'roles.create',
      as: id(5, 0),
      params: cloud,
      body: { name: 'owner', permissions: names.flatMap((_, n) => (n % 3 === 0 ? [id(4, n)] : [])) },
    },
  ] as Parameters<typeof planOf>[1];
  const { digest } = await planOf(licet.operator, changes);
  await applyPlan(licet.operator, { changes, digest });

  const role = (await licet.operator.roles.list({ params: cloud, query: { q: 'owner' } })).items[0]?.id ?? '';
  const rows = tree(page).getByRole('treeitem');
  await page.goto(`/applications/cloud/roles/${role}`);
  await expect(row(page, /^service0, 54 of 160$/)).toBeVisible();
  expect(await rows.count()).toBeLessThan(120);
  await row(page, /^service0, /).focus();
  await page.keyboard.press('*');
  await expect(row(page, /^service0\.resource0, /)).toBeVisible();
  expect(await rows.count()).toBeLessThan(120);
  await page.keyboard.press('End');
  await expect(row(page, /^service9\.resource9, /)).toBeFocused(); // the last one by name
  expect(await rows.count()).toBeLessThan(120);
  await page.getByRole('searchbox').fill('setIamPolicy');
  await expect(row(page, /^service0\.resource0\.setIamPolicy$/)).toBeVisible();
  expect(await rows.count()).toBeLessThan(120);
  await page.getByRole('searchbox').fill('service7.resource');
  await expect(row(page, /^service7\.resource0, /)).toBeVisible();
  await row(page, /^service7\.resource0, /)
    .locator('.permission-box')
    .click();
  await expect(row(page, /^service7\.resource0, 8 of 8/)).toHaveAttribute('aria-checked', 'true');
  await expect(bar(page)).toContainText('permissions added');
  await bar(page).getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('The role owner is saved.')).toBeVisible();
  await expect(row(page, /^service7\.resource0, 8 of 8/)).toBeVisible();
});
