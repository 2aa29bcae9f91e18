import { expect, type Page, type Route, test } from '@playwright/test';
import { applyPlan, planOf } from '../packages/cli/src/configuration/long-plan.ts';
import { endAll } from './end-all.ts';
import { administrator, type RunningLicet } from './licet.ts';
import { look, lookBefore, opening } from './looks.ts';
import { startWithAdministrator } from './made-once.ts';
import { newVisitor, openAs, type Visitor } from './visitor.ts';

// Two of the seven roles are redundant: the holders of `regional approver` are also approvers, and those of `month
// close` are also controllers.
const contents = {
  reader: ['invoices.read', 'payments.read', 'customers.read', 'reports.read'],
  clerk: ['invoices.write', 'invoices.send', 'payments.match', 'customers.write'],
  approver: ['invoices.approve', 'invoices.refund', 'invoices.void'],
  auditor: ['reports.export', 'audit.read'],
  controller: ['month.close', 'month.reopen'],
  'regional approver': ['invoices.approve'],
  'month close': ['month.close', 'month.reopen'],
};
const includes: Partial<Record<keyof typeof contents, readonly (keyof typeof contents)[]>> = {
  clerk: ['reader'],
  approver: ['clerk'],
  auditor: ['reader'],
  controller: ['approver', 'auditor'],
  'regional approver': ['clerk'],
};
const people: readonly (readonly [count: number, roles: readonly (keyof typeof contents)[]])[] = [
  [9, ['reader']],
  [7, ['clerk']],
  [4, ['approver']],
  [2, ['approver', 'regional approver']],
  [3, ['auditor']],
  [1, ['controller']],
  [2, ['controller', 'month close']],
];
const params = { application: 'ledger' };
const path = '/applications/ledger/fewest-roles';

let licet: RunningLicet;
let ingrid: Visitor;
const roles = new Map<string, string>();

test.describe.configure({ mode: 'serial' });

test.beforeAll(async ({ browser }) => {
  licet = await startWithAdministrator();
  const { operator } = licet;
  await operator.applications.create({ body: { id: 'ledger', name: 'Ledger' } });
  const permissions = new Map<string, string>();
  for (const name of new Set(Object.values(contents).flat()))
    permissions.set(name, (await operator.permissions.create({ params, body: { name } })).id);
  for (const [name, own] of Object.entries(contents)) {
    const included = includes[name as keyof typeof contents] ?? [];
    const body = {
      name,
      permissions: own.map((it) => permissions.get(it) ?? ''),
      includes: included.map((it) => roles.get(it) ?? ''),
    };
    roles.set(name, (await operator.roles.create({ params, body })).id);
  }
  let number = 0;
  for (const [count, held] of people)
    for (let n = 0; n < count; n += 1) {
      number += 1;
      const body = { name: `Person ${number}`, username: `person${number}`, email: null };
      const { id } = await operator.users.create({ body });
      for (const role of held)
        await operator.grants.create({
          params,
          body: { principal: { kind: 'user', id }, gives: { kind: 'role', id: roles.get(role) ?? '' } },
        });
    }
  ingrid = await newVisitor(browser, { baseURL: licet.url, reducedMotion: 'reduce' });
  await openAs(ingrid.page, licet.url, administrator.email, administrator.password, path);
});

test.afterAll(() => endAll(ingrid, licet));

const proof = (page: Page) => page.getByRole('heading', { name: 'Proven: 5 is the fewest' });
const points = (page: Page) => page.getByRole('radiogroup', { name: 'Number of roles' });
const rowsOf = (page: Page, name: string) => page.getByRole('grid', { name }).getByRole('row');
const holdings = async () => {
  const found = await licet.operator.access.export({ params, query: {} });
  return found.text();
};

test('the roles, the curve and the proof are accessible at each point of the curve', async () => {
  const { page } = ingrid;
  const at = (rest: string) => opening(page, `${path}${rest}`, () => expect(proof(page)).toBeVisible());
  await look(page, 'fewest-roles', at(''));
  await expect(rowsOf(page, 'The 5 roles')).toHaveCount(6);
  await expect(page.getByRole('heading', { name: '5 roles' }).locator('..')).toHaveText(/instead of 7/);
  await expect(rowsOf(page, 'Removed')).toHaveText([
    /Role/,
    /month close.*2 people.*Replaced by controller/,
    /regional approver.*2 people.*Replaced by approver/,
  ]);
  await look(page, 'fewest-roles-fewer', at('?roles=3'));
  await look(page, 'fewest-roles-table', at('?table=1'));
  await look(
    page,
    'fewest-roles-used',
    opening(page, `${path}?count=used`, () => expect(page.getByText('No use is reported')).toBeVisible()),
  );
  await page.getByRole('button', { name: 'Show what people hold' }).click();
  await expect(page).toHaveURL(new RegExp(`${path}$`));
  ingrid.mayBeRefused(500);
  await lookBefore(page, 'fewest-roles', '/matrix/roles', async () => {
    await page.goto(path);
  });
});

test('the list of roles marks roles that overlap, and links to the fewest roles', async () => {
  const { page } = ingrid;
  const row = (name: RegExp) => page.getByRole('row', { name });
  await look(
    page,
    'roles-overlap',
    opening(page, '/applications/ledger?tab=roles', () =>
      expect(row(/^month close/)).toContainText('All in controller'),
    ),
  );
  await expect(row(/^regional approver/)).toContainText('All in approver');
  await expect(row(/^reader/)).not.toContainText('in ');
  await page.getByRole('link', { name: 'Suggest fewer roles' }).click();
  await expect(proof(page)).toBeVisible();
});

test('the arrow keys move along the curve; each point shows its roles and the access that users lose', async () => {
  const { page } = ingrid;
  await page.goto(`${licet.url}${path}`);
  await points(page).getByRole('radio', { checked: true }).focus();
  await expect(points(page).getByRole('radio', { checked: true })).toHaveAccessibleName('5 roles, exactly the same');
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(/roles=4/);
  await expect(points(page).getByRole('radio', { checked: true })).toBeFocused();
  await expect(page.getByRole('heading', { name: /^Who loses what/ })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'lose' }).first()).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('heading', { name: /^Who loses what/ })).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`${path}$`));
});

test('a search can be cancelled and started again, and the page stays usable during the search', async () => {
  const { page } = ingrid;
  const held: Route[] = [];
  await page.route('**/fewest-roles.worker*.js', (route) => void held.push(route));
  await page.goto(`${licet.url}${path}`);
  await expect(page.getByRole('progressbar', { name: 'Searching for the fewest roles' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('The search was cancelled.')).toBeVisible();
  await page.unroute('**/fewest-roles.worker*.js');
  for (const route of held) await route.continue().catch(() => undefined);
  await look(page, 'fewest-roles-cancelled');
  await page.getByRole('button', { name: 'Compute again' }).click();
  await expect(proof(page)).toBeVisible();
});

test('a plan is not applied if its effect on access has changed meanwhile', async () => {
  const { page } = ingrid;
  const { operator } = licet;
  await page.goto(`${licet.url}${path}`);
  await expect(proof(page)).toBeVisible();
  // The page keeps the roles that it has computed, because the later data does not arrive.
  await page.route('**/applications/ledger/matrix/roles*', () => undefined);
  const role = roles.get('approver') ?? '';
  const { items } = await operator.roles.items({ params: { ...params, role }, query: { own: 'true' } });
  const own = items.map(({ id }) => id);
  const fewer = items.filter(({ name }) => name !== 'invoices.approve').map(({ id }) => id);
  await operator.roles.update({ params: { ...params, role }, body: { permissions: fewer } });
  const before = await holdings();
  await page.getByRole('button', { name: 'Take over as a plan' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('This plan is not made')).toBeVisible();
  await dialog.getByRole('button', { name: 'Make 2 changes' }).click();
  await expect(dialog.getByText('This plan is not made').first()).toBeVisible();
  expect(await holdings()).toBe(before);
  await page.unroute('**/applications/ledger/matrix/roles*');
  await operator.roles.update({ params: { ...params, role }, body: { permissions: own } });
});

test('the plan is applied by keyboard, changes nobody’s access, and can be undone', async () => {
  const { page } = ingrid;
  await page.goto(`${licet.url}${path}`);
  await expect(proof(page)).toBeVisible();
  const before = await holdings();
  await page.getByRole('button', { name: 'Take over as a plan' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Change to 5 roles?' });
  const make = dialog.getByRole('button', { name: 'Make 2 changes' });
  await expect(make).toBeEnabled();
  await expect(dialog).toContainText('lose the role month close');
  await look(page, 'fewest-roles-plan');
  await make.focus();
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('The application now has 2 fewer roles.')).toBeVisible();
  await expect(page.getByRole('grid', { name: 'Removed' })).toHaveCount(0);
  expect(await holdings()).toBe(before);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('The former roles are back.')).toBeVisible();
  await expect(rowsOf(page, 'Removed')).toHaveCount(3);
  expect(await holdings()).toBe(before);
});

test('a plan of over a thousand changes shows its progress and effects, and changes nobody’s access', async () => {
  const { page } = ingrid;
  const shop = { application: 'shop' };
  const id = (kind: number, n: number) => `01900000-0000-7000-8000-${kind}${String(n).padStart(11, '0')}`;
  const [sell, seller, vendor] = [id(1, 0), id(2, 0), id(2, 1)];
  const changes = [
    { call: 'applications.create', body: { id: 'shop', name: 'Shop' } },
    { call: 'permissions.create', as: sell, params: shop, body: { name: 'sell' } },
    { call: 'roles.create', as: seller, params: shop, body: { name: 'seller', permissions: [sell] } },
    { call: 'roles.create', as: vendor, params: shop, body: { name: 'vendor', permissions: [sell] } },
    ...Array.from({ length: 2100 }, (_, n) => [
      { call: 'users.create', as: id(3, n), body: { name: `Seller ${n}`, username: `seller${n}`, email: null } },
      {
        call: 'grants.create',
        params: shop,
        body: { principal: { kind: 'user', id: id(3, n) }, gives: { kind: 'role', id: n < 1020 ? vendor : seller } },
      },
    ]).flat(),
  ] as Parameters<typeof planOf>[1];
  const { digest } = await planOf(licet.operator, changes);
  await applyPlan(licet.operator, { changes, digest });
  const holdingsOfShop = async () => (await licet.operator.access.export({ params: shop, query: {} })).text();
  const before = await holdingsOfShop();

  await page.goto(`${licet.url}/applications/shop/fewest-roles`);
  await expect(page.getByRole('heading', { name: 'Proven: 1 is the fewest' })).toBeVisible();
  await page.getByRole('button', { name: 'Take over as a plan' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change to 1 role?' });
  await expect(dialog).toContainText('lose the role vendor in Shop');
  await look(page, 'fewest-roles-long-plan');
  await dialog.getByRole('button', { name: 'Make 1,021 changes' }).click();
  await expect(dialog).toHaveCount(0, { timeout: 60_000 });
  await expect(page.getByText('The application now has 1 fewer role.')).toBeVisible();
  expect(await holdingsOfShop()).toBe(before);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('The former roles are back.')).toBeVisible({ timeout: 60_000 });
  expect(await holdingsOfShop()).toBe(before);
  expect((await licet.operator.roles.list({ params: shop, query: {} })).items).toHaveLength(3);
});
