import { readFileSync } from 'node:fs';
import { expect, type Route, test } from '@playwright/test';
import { endAll } from './end-all.ts';
import { administrator, type RunningLicet } from './licet.ts';
import { look } from './looks.ts';
import { startWithAdministrator } from './made-once.ts';
import { newVisitor, openAs, type Visitor } from './visitor.ts';

let licet: RunningLicet;
let ingrid: Visitor;
let maya: string;
let omar: string;
const params = { application: 'ledger' };

test.describe.configure({ mode: 'serial' });

test.beforeAll(async ({ browser }) => {
  licet = await startWithAdministrator();
  const { operator } = licet;
  await operator.applications.create({ body: { id: 'ledger', name: 'Ledger' } });
  const made = await Promise.all(
    ['invoices.read', 'invoices.refund'].map((name) => operator.permissions.create({ params, body: { name } })),
  );
  const permissions = made.map(({ id }) => id);
  await operator.roles.create({ params, body: { name: 'clerk', permissions } });
  await operator.roles.create({ params, body: { name: 'reader', permissions: permissions.slice(0, 1) } });
  maya = (await operator.users.create({ body: { name: 'Maya Lindqvist', username: 'maya', email: null } })).id;
  omar = (await operator.users.create({ body: { name: 'Omar Haddad', username: 'omar', email: null } })).id;
  await give('clerk');
  ingrid = await newVisitor(browser, { baseURL: licet.url });
  await openAs(ingrid.page, licet.url, administrator.email, administrator.password, '/users');
});

test.afterAll(() => endAll(ingrid, licet));

test('the revoke dialog lists lost access, and access kept through another grant, each with its role', async () => {
  const { page } = ingrid;
  const revoke = page.getByRole('button', { name: 'Revoke', exact: true });
  await openGrant('clerk');
  const effects = page.getByRole('dialog').getByRole('listitem');
  await expect(effects).toHaveText([
    'Maya Lindqvist loses 2 permissions in Ledgerinvoices.read, invoices.refundWith the role clerkat once',
  ]);
  await give('reader');
  await expect(effects).toHaveText([
    'Maya Lindqvist loses invoices.refund in LedgerWith the role clerkat once',
    'Maya Lindqvist keeps invoices.read in LedgerThrough the role reader',
  ]);
  await revoke.click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByText('Maya Lindqvist no longer holds clerk through this grant.')).toBeVisible();
});

test('after a failed preview a revertible change can still be made, and the preview can be requested again', async () => {
  const { page } = ingrid;
  ingrid.mayBeRefused(500);
  await page.route('**/api/v1/plans', (route) =>
    route.fulfill({ status: 500, json: { code: 'internal', status: 500 } }),
  );
  await openGrant('reader');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('The effects could not be computed.');
  await expect(page.getByRole('button', { name: 'Revoke', exact: true })).toBeEnabled();
  await page.unroute('**/api/v1/plans');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(dialog.getByRole('listitem')).toContainText('Maya Lindqvist loses invoices.read in Ledger');
});

test('a changed form hides the effects of its earlier values, and requests the new effects once', async () => {
  const { page } = ingrid;
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const effects = page.getByRole('region', { name: 'What this changes' });
  await page.goto(`/applications/ledger?tab=grants&add=1&to=${omar}&role=${await roleId('reader')}`);
  await expect(effects).toContainText('Omar Haddad gains invoices.read in Ledger');
  let asked = 0;
  await page.route('**/api/v1/plans', async (route) => {
    asked += 1;
    await gate;
    await route.continue();
  });
  // Clicks within one task of the page. On a slow machine, separate clicks could be far enough apart to send a request each.
  await page.getByText(/^(2 h|Tonight|1 week)$/).evaluateAll(async (ends) => {
    for (const end of ends as HTMLElement[]) {
      end.click();
      await null; // Lets React render after each click.
    }
  });
  await expect(effects).not.toContainText('Omar');
  await expect.poll(() => asked).toBeGreaterThan(0);
  open();
  await expect(effects).toContainText('Omar Haddad gains invoices.read in Ledger');
  expect(asked).toBe(1);
  await page.unroute('**/api/v1/plans');
});

test('a form reports every refused change with the name of the affected user', async () => {
  const { page } = ingrid;
  await give('reader', omar);
  await page.goto(`/applications/ledger?tab=grants&add=1&to=${maya}&role=${await roleId('reader')}`);
  await page.getByRole('combobox', { name: 'To', exact: true }).fill('Omar');
  await page.getByRole('option', { name: /Omar Haddad/ }).click();
  const refusals = page.getByRole('region', { name: 'What this changes' }).getByRole('alert');
  await expect(refusals).toHaveCount(2);
  await expect(refusals.first()).toContainText('Maya Lindqvist: ');
  await expect(refusals.last()).toContainText('Omar Haddad: ');
});

test('the form of a role shows the affected users, and deletion waits until its effects are known', async () => {
  const { page } = ingrid;
  const role = `/applications/ledger?tab=roles&open=${await roleId('reader')}`;
  await page.goto(`${role}&edit=1`);
  await page.getByRole('treeitem', { name: 'invoices.refund' }).click();
  const effects = page.getByRole('region', { name: 'What this changes' });
  await expect(effects.getByRole('listitem')).toHaveText([
    'Maya Lindqvist and Omar Haddad gain invoices.refund in Ledgerat once',
  ]);
  ingrid.mayBeRefused(500);
  await page.route('**/api/v1/plans', (route) => route.fulfill({ status: 500, json: { code: 'internal' } }));
  await page.goto(role);
  await page.getByRole('button', { name: 'Delete role…' }).click();
  await expect(effects).toContainText('This cannot be reverted, so you can continue only when the effects are known.');
  await expect(page.getByRole('button', { name: 'Delete role', exact: true })).toBeDisabled();
  await page.unroute('**/api/v1/plans');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(effects.getByRole('listitem')).toHaveText([
    'Maya Lindqvist and Omar Haddad lose invoices.read in LedgerWith the role readerat once',
  ]);
  await page.getByRole('button', { name: 'Delete role', exact: true }).click();
  await expect(page.getByText('The role reader is deleted.')).toBeVisible();
});

test('many affected users are counted, and all of them can be listed', async () => {
  const { page } = ingrid;
  const { operator } = licet;
  const { id: group } = await operator.groups.create({ body: { name: 'Night shift' } });
  const guards = Array.from({ length: 103 }, (_, n) => 101 + n);
  await Promise.all(
    guards.map(async (n) => {
      const { id: member } = await operator.users.create({ body: { name: `Guard ${n}`, username: `guard${n}` } });
      await operator.groups.addMember({ params: { group, member } });
    }),
  );
  const body = { principal: { kind: 'group', id: group }, gives: { kind: 'role', id: await roleId('clerk') } } as const;
  await operator.grants.create({ params, body });
  await page.goto(`/groups/${group}`);
  await page.getByRole('button', { name: 'More for Night shift' }).click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  const effects = page.getByRole('region', { name: 'What this changes' });
  await expect(effects).toContainText('103 people or programs lose 2 permissions in Ledger');
  await effects.getByRole('button', { name: 'Show all 103' }).click();
  const names = effects.getByRole('list', { name: 'Show all 103' }).getByRole('listitem');
  await expect(names).toHaveCount(100);
  await effects.getByRole('button', { name: 'Show more' }).click();
  await expect(names).toHaveCount(103);
  await expect(names.last()).toContainText('Guard 203');
});

test('a draft collects changes of several screens, survives a reload, and is planned and applied as a whole', async () => {
  const { page } = ingrid;
  const { operator } = licet;
  const { id: role } = await operator.roles.create({ params, body: { name: 'auditor' } });
  await give('auditor');
  await give('clerk', omar);
  await openGrant('auditor');
  await page.getByRole('button', { name: 'Add to draft' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.goto(`/users/${omar}`);
  await page.getByRole('button', { name: 'More for Omar Haddad' }).click();
  await page.getByRole('menuitem', { name: 'Suspend…' }).click();
  await page.getByRole('button', { name: 'Add to draft' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.goto(`/applications/ledger?tab=roles&open=${role}`);
  await page.getByRole('button', { name: 'Delete role…' }).click();
  await page.getByRole('button', { name: 'Add to draft' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.reload();
  await page.getByRole('link', { name: 'Changes, 3 in the draft' }).click();
  const lines = page.getByRole('group', { name: 'In the draft' });
  await expect(lines.getByRole('button')).toHaveCount(3);
  const effects = page.getByRole('region', { name: 'What this changes' });
  await expect(effects).toContainText('Maya Lindqvist loses the role auditor in Ledger');
  await expect(effects).toContainText('Omar Haddad loses 2 permissions in Ledger');
  await lines
    .getByRole('button', { name: /auditor/ })
    .last()
    .click();
  await expect(lines.getByRole('button')).toHaveCount(2);
  await look(page, 'changes');
  await page.getByRole('button', { name: 'Apply 2 changes' }).click();
  await expect(page.getByText('2 changes were applied.')).toBeVisible();
  const toast = page.locator('.toast').filter({ hasText: '2 changes were applied.' });
  await toast.hover(); // Keeps the toast open.
  for (const width of [320, 360, 390]) {
    await page.setViewportSize({ width, height: 844 });
    const [shows, closes] = await toast
      .getByRole('button')
      .evaluateAll((all) => all.map((it) => it.getBoundingClientRect()));
    expect(closes?.top, `where a toast is closed at ${width} px`).toBeLessThan(shows?.bottom ?? 0);
  }
  await look(page, 'changes-toast');
  await expect(page.getByRole('heading', { name: 'The draft is empty' })).toBeVisible();
  expect((await operator.users.get({ params: { user: omar } })).status).toBe('suspended');
  await look(page, 'changes-none');
});

test('an applied change set is listed, shows its effects, and is reverted through the draft', async () => {
  const { page } = ingrid;
  await page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link', { name: 'Audit' }).click();
  await page.getByRole('link', { name: 'Change sets' }).click();
  await page.getByText('Applied', { exact: true }).click();
  const sets = page.getByRole('grid', { name: 'Applied' });
  await expect(sets.getByRole('row').nth(1)).toContainText('No reason given');
  await look(page, 'changes-applied');
  await sets.getByRole('row').nth(1).click();
  const heading = page.getByRole('heading', { level: 1, name: /^Change set/ });
  await expect(heading).toBeVisible();
  const [applied] = /\d+/.exec(await heading.innerText()) ?? [];
  await expect(page.getByText('Omar Haddad loses 2 permissions in Ledger')).toBeVisible();
  const events = page.getByRole('group', { name: 'Its changes' });
  await expect(events).toContainText('ingrid suspended Omar Haddad');
  await expect(events).toContainText(/ingrid revoked the role auditor from .* in Ledger/);
  await look(page, 'change-set');
  await page.getByRole('button', { name: 'Revert…' }).click();
  const lines = page.getByRole('group', { name: 'In the draft' });
  await expect(lines).toContainText('Reactivate: user Omar Haddad');
  await expect(page.getByRole('region', { name: 'What this changes' })).toContainText(
    'Omar Haddad gains 2 permissions',
  );
  await look(page, 'changes-revert');
  await page.getByRole('button', { name: /^Apply 2 changes/ }).click();
  await expect(page.getByRole('heading', { name: 'The draft is empty' })).toBeVisible();
  await page.goto('/changes?tab=applied');
  await sets.getByRole('row').nth(1).click();
  await expect(page.getByText('It reverts:')).toBeVisible();
  await expect(page.getByRole('link', { name: /^change set / })).toBeVisible();
  expect((await licet.operator.users.get({ params: { user: omar } })).status).toBe('invited');
  await page.goto('/audit');
  await page.getByRole('row').filter({ hasText: 'suspended Omar Haddad' }).click();
  await expect(page.getByRole('complementary', { name: 'ingrid suspended Omar Haddad' })).toBeVisible();
  await expect(page.getByRole('link', { name: String(applied), exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Revert…' }).click();
  await expect(page.getByRole('dialog', { name: 'There is nothing to revert' })).toBeVisible();
  await look(page, 'audit-revert');
});

test('the activity of a user links to their access changes, which can be downloaded', async () => {
  const { page } = ingrid;
  await page.goto(`/users/${omar}?tab=activity`);
  await page.getByRole('link', { name: 'What changed?' }).click();
  await expect(page.getByRole('combobox', { name: 'Whose access' })).toHaveValue('Omar Haddad');
  const rows = page.getByRole('grid', { name: 'What changed' }).getByRole('row');
  await expect(rows.nth(1)).toContainText(/Ledger.*Gained.*invoices\.read/);
  await look(page, 'differences');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  expect((await download).suggestedFilename()).toBe('Omar-Haddad.csv');
});

test('extended and shortened access shows its old end, its new end and its grant, on screen and in CSV', async () => {
  const { page } = ingrid;
  const { operator } = licet;
  const bela = await operator.users.create({ body: { name: 'Bela Cohen', username: 'bela', email: null } });
  const desk = await operator.groups.create({ body: { name: 'Front desk' } });
  await operator.groups.addMember({ params: { group: desk.id, member: bela.id } });
  const permissions = (await operator.permissions.list({ params })).items;
  const roles = await Promise.all(
    ['cashier', 'viewer'].map((name, place) =>
      operator.roles.create({
        params,
        body: { name, permissions: permissions.slice(0, 2 - place).map(({ id }) => id) },
      }),
    ),
  );
  const grant = (kind: 'user' | 'group', id: string, role: string, ends: string | null) => {
    const gives = { kind: 'role' as const, id: roles.find(({ name }) => name === role)?.id ?? '' };
    return operator.grants.create({ params, body: { principal: { kind, id }, gives, ends } });
  };
  const own = await grant('user', bela.id, 'cashier', '2090-06-01T12:00:00Z');
  const ofGroup = await grant('group', desk.id, 'viewer', null);
  const from = new Date().toISOString();
  const change = ({ id, version }: typeof own, ends: string, reason: string) =>
    operator.grants.update({ params: { ...params, grant: id }, body: { ends, reason }, ifMatch: version });
  await change(own, '2090-09-01T12:00:00Z', 'The audit takes longer');
  await change(ofGroup, '2090-03-01T12:00:00Z', 'The desk closes');
  await page.goto(`/differences?user=${bela.id}&from=${from}`);
  const rows = page.getByRole('grid', { name: 'What changed' }).getByRole('row');
  const extended = rows.filter({ hasText: 'The role cashier was extended' });
  await expect(extended).toContainText(
    /Granted directly.*until 1 Sept? 2090.*before: until 1 June? 2090.*The audit takes longer/,
  );
  const shortened = rows.filter({ hasText: 'The role viewer was shortened' });
  await expect(shortened).toContainText(/The group Front desk.*until 1 Mar 2090.*before: no end.*The desk closes/);
  await look(page, 'differences-moved');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const file = test.info().outputPath('differences.csv');
  await (await download).saveAs(file);
  const [head = '', ...lines] = readFileSync(file, 'utf8').split(/\r?\n/);
  expect(head).toContain(
    'who,username,application,what changed,role,permissions,through,valid since,valid until,until before',
  );
  expect(lines.find((line) => line.includes(',extended,cashier,'))).toContain(
    '2090-09-01T12:00:00.000000Z,2090-06-01T12:00:00.000000Z',
  );
});

test('a draft whose effects have changed is not applied, and the page shows the differences', async () => {
  const { page } = ingrid;
  ingrid.mayBeRefused(409, 412);
  if ((await licet.operator.users.get({ params: { user: omar } })).status === 'suspended') await operatorLetsIn(omar);
  await page.goto(`/users/${omar}`);
  await page.getByRole('button', { name: 'More for Omar Haddad' }).click();
  await page.getByRole('menuitem', { name: 'Suspend…' }).click();
  await page.getByRole('button', { name: 'Add to draft' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.goto('/changes');
  const effects = page.getByRole('region', { name: 'What this changes' });
  await expect(effects).toContainText('Omar Haddad loses 2 permissions in Ledger');
  // The change happens after the page was read and before the button press, so the page discovers the change only in the response.
  const meanwhile = async (route: Route) => {
    const { items } = await licet.operator.users.grants({ params: { user: omar }, query: { state: 'active' } });
    for (const { id } of items) await licet.operator.grants.revoke({ params: { ...params, grant: id } });
    await route.continue();
  };
  await page.route('**/api/v1/plans/application', meanwhile, { times: 1 });
  await page.getByRole('button', { name: 'Apply 1 change' }).click();
  const moved = page.getByText('Nothing was applied.');
  await expect(moved).toBeVisible();
  await expect(page.getByRole('status').filter({ has: moved })).toContainText('Omar Haddad loses 2 permissions');
  await expect(effects).toContainText('Nobody gains or loses a role or permission, now or later.');
  await look(page, 'changes-moved');
  await page.getByRole('button', { name: 'Apply 1 change' }).click();
  await expect(page.getByText('1 change was applied.')).toBeVisible();
});

const operatorLetsIn = (user: string) => licet.operator.users.reactivate({ params: { user } });

async function openGrant(role: string): Promise<void> {
  const { page } = ingrid;
  await page.goto('/applications/ledger?tab=grants');
  await page.getByRole('row').filter({ hasText: role }).click();
  await page.getByRole('button', { name: 'Revoke…' }).click();
}

async function roleId(name: string): Promise<string> {
  const { items } = await licet.operator.roles.list({ params, query: { q: name } });
  return items.find((item) => item.name === name)?.id ?? '';
}

async function give(role: string, to = maya): Promise<void> {
  const body = { principal: { kind: 'user', id: to }, gives: { kind: 'role', id: await roleId(role) } } as const;
  await licet.operator.grants.create({ params, body });
}
