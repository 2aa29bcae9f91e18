import { expect, type Page, test } from '@playwright/test';
import type { Organisation } from '../examples/ledger/sample/organisation.ts';
import { endAll } from './end-all.ts';
import { administrator, type RunningLicet } from './licet.ts';
import { look, opening } from './looks.ts';
import { startSample } from './made-once.ts';
import { newVisitor, openAs, type Visitor } from './visitor.ts';

// Tests separation rules in the console. Rules are created, violated, enforced, and suspended by an exception.
test.describe.configure({ mode: 'serial' });

let licet: RunningLicet;
let organisation: Organisation;
let ingrid: Visitor;

test.beforeAll(async ({ browser }) => {
  ({ licet, organisation } = await startSample('organisation'));
  ingrid = await newVisitor(browser, { baseURL: licet.url, reducedMotion: 'reduce' });
  await openAs(ingrid.page, licet.url, administrator.email, administrator.password, '/settings/separations');
});
test.afterAll(() => endAll(ingrid, licet));

test('a separation rule is tested before it is turned on, and shows who violates it', async () => {
  const { page } = ingrid;
  await expect(page.getByText('No separation rules yet')).toBeVisible();
  await look(
    page,
    'separations-empty',
    opening(page, '/separations?tab=rules', async () => {
      await expect(page.getByText('No separation rules yet')).toBeVisible();
    }),
  );
  await page.getByRole('button', { name: 'Add rule' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Drafting and settings');
  await page.getByLabel('Why').fill('Whoever drafts invoices could hide them');
  await part(page, 'Part 1', 'invoices.write');
  await part(page, 'Part 2', 'settings.write');
  await expect(page.getByText(/^The rule finds \d+ people and programs$/)).toBeVisible();
  await look(page, 'separations-new');
  await page.getByRole('button', { name: 'Create rule' }).click();
  await expect(page.getByText('Drafting and settings is created.')).toBeVisible();
  await expect(page.getByText(/hold these together$/)).toBeVisible();
  await look(page, 'separations-rule');
});

test('users who break a rule are listed with their paths, and one gets an exception', async () => {
  const { page } = ingrid;
  await page.getByRole('link', { name: 'See who' }).click();
  const row = page.getByRole('row', { name: /Tomasz/ });
  await expect(row).toBeVisible();
  await look(page, 'separations-report');
  await row.click();
  await expect(page.getByText('Nobody may hold these together')).toBeVisible();
  await look(page, 'separations-violation');
  await page.getByRole('button', { name: 'Add exception' }).click();
  await page.getByLabel('Why').fill('Covers for Kwame until the new controller begins');
  await look(page, 'separations-except');
  await page.getByRole('button', { name: 'Add exception' }).last().click();
  await expect(page.getByText('Tomasz Wójcik has an exception.')).toBeVisible();
  await expect(page.getByText(/^Allowed until/)).toBeVisible();
  await look(page, 'separations-rules', opening(page, '/separations?tab=rules'));
  await look(page, 'separations-none', opening(page, '/separations?q=nothing-by-this-name'));
});

test('the page of a user shows violations, and a group membership that would violate a rule is refused', async () => {
  const { page } = ingrid;
  const id = organisation.users.get('Wei-Ling Chou') ?? '';
  await look(
    page,
    'separations-user',
    opening(page, `/users/${id}`, async () => {
      await expect(page.getByText('Holds roles that a separation rule keeps apart:')).toBeVisible();
    }),
  );
  const body = {
    principal: { kind: 'user' as const, id: organisation.users.get('Priya Raghunathan') ?? '' },
    gives: { kind: 'permission' as const, id: organisation.permissions.get('settings.write') ?? '' },
  };
  await licet.operator.grants.create({ params: { application: 'ledger' }, body });
  await page.goto(`/groups/${organisation.groups.get('Finance')}`);
  await page.getByRole('button', { name: 'Add member' }).first().click();
  await page.getByRole('combobox', { name: 'Person or group' }).fill('Priya');
  await page.getByRole('option', { name: /Priya/ }).click();
  await expect(
    page.getByText(/Priya Raghunathan would hold together what “Drafting and settings” keeps apart/),
  ).toBeVisible();
  await look(page, 'separations-refused');
});

test('a user who may only manage separation rules edits them without seeing any access', async ({ browser }) => {
  const rita = await newVisitor(browser, { baseURL: licet.url, reducedMotion: 'reduce' });
  const { id } = await licet.operator.users.create({ body: { username: 'rita', name: 'Rita Vass' } });
  const { items } = await licet.operator.permissions.list({
    params: { application: 'licet' },
    query: { q: 'separations.manage' },
  });
  await licet.operator.grants.create({
    params: { application: 'licet' },
    body: { principal: { kind: 'user', id }, gives: { kind: 'permission', id: items[0]?.id ?? '' } },
  });
  const password = 'maple kettle drifts over sand';
  const { url } = await licet.operator.users.passwordLink({ params: { user: id } });
  await licet.operator.passwords.set({ body: { token: new URL(url).hash.slice('#token='.length), password } });
  await openAs(rita.page, licet.url, 'rita', password, '/');
  await rita.page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link', { name: 'Access' }).click();
  await expect(rita.page.getByText('Drafting and settings')).toBeVisible();
  await expect(rita.page.getByRole('radio', { name: 'Violations' })).toBeHidden();
  await look(rita.page, 'separations-rules-alone', opening(rita.page, '/separations'));
  await rita.page.getByText('Drafting and settings').click();
  await rita.page.getByRole('textbox', { name: /^Why/ }).fill('Nobody should hide what they drafted');
  await rita.page.getByRole('button', { name: 'Add to draft' }).click();
  await rita.page.getByRole('link', { name: 'Changes, 1 in the draft' }).click();
  await expect(rita.page.getByText('Change separation rule: Drafting and settings', { exact: true })).toBeVisible();
  await look(rita.page, 'separations-in-draft');
  await rita.page.getByRole('button', { name: 'Apply 1 change' }).click();
  await expect(rita.page.getByText('1 change was applied.')).toBeVisible();
  rita.quiet();
  await rita.leave();
});

async function part(page: Page, label: string, name: string): Promise<void> {
  const field = page.getByRole('combobox', { name: label });
  await field.fill(name);
  await page
    .getByRole('option', { name: new RegExp(`^${name}`) })
    .first()
    .click();
  await field.press('Escape');
}
