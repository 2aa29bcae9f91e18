import { expect, test } from '@playwright/test';
import { corp, corpSettings, dnOf, person, reader } from '../packages/server/src/identity/directories/corp.testing.ts';
import { type Manager, managerOf } from '../packages/server/src/identity/directories/manager.testing.ts';
import { missing, type Slapd, startSlapd } from '../scripts/debian-slapd.ts';
import { endAll } from './end-all.ts';
import { administrator, type RunningLicet, startLicet } from './licet.ts';
import { look } from './looks.ts';
import { copySample } from './made-once.ts';
import { enter, newVisitor, type Visitor } from './visitor.ts';

// An administrator synchronises with a real directory: directly, with a plan, and with a confirmation.
test.describe.configure({ mode: 'serial' });
const why = missing();
test.skip(why !== undefined, why);

let slapd: Slapd;
let manager: Manager;
let licet: RunningLicet;
let ingrid: Visitor;
let connection = '';

test.beforeAll(async ({ browser }) => {
  slapd = await startSlapd([corp, ...Array.from({ length: 60 }, (_, index) => person(`worker${index}`))].join('\n'));
  manager = managerOf(slapd);
  const { dataDirectory } = await copySample('administrator');
  licet = await startLicet({ dataDirectory, environment: { LICET_ALLOW_OUTGOING: '127.0.0.0/8,localhost' } });
  const { id } = await licet.operator.connections.create({
    body: { name: 'Corp', kind: 'ldap', secret: reader.password, directory: corpSettings(slapd) },
  });
  connection = id;
  ingrid = await newVisitor(browser, { baseURL: licet.url });
});

test.afterAll(() => endAll(ingrid, licet, slapd));

const part = () => ingrid.page.getByRole('group', { name: 'Synchronisation' }).first();
const again = async () => {
  await ingrid.page.goto(`/settings/connections?open=${connection}`);
  await expect(part().getByRole('button', { name: 'Synchronise now' })).toBeVisible();
};

test('a plan lists the users to be created, and a run creates them', async () => {
  const { page } = ingrid;
  await page.goto(`/settings/connections?open=${connection}`);
  await enter(page, administrator.username, administrator.password);
  await expect(part().getByText('No run yet.')).toBeVisible();
  await part().getByRole('button', { name: 'Show the plan' }).click();
  await expect(part().getByText('The plan: nothing was done yet')).toBeVisible();
  await expect(part().getByText('67 entries in the directory, 0 users linked')).toBeVisible();
  await look(page, 'sync-plan');
  await part().getByRole('button', { name: 'Synchronise now' }).click();
  await expect(part().getByText('What the last run did')).toBeVisible();
  await expect(part().getByText('Done', { exact: true })).toBeVisible();
});

test('a run suspends users whose entry is gone or locked, and lists each with the reason', async () => {
  await manager.remove(dnOf('worker0'));
  await manager.set(dnOf('worker1'), 'pwdAccountLockedTime', '000001010000Z');
  await manager.set(dnOf('ada'), 'cn', 'Ada King');
  await part().getByRole('button', { name: 'Synchronise now' }).click();
  await expect(part().getByText('worker0: no entry')).toBeVisible();
  await expect(part().getByText('worker1: entry disabled')).toBeVisible();
  await expect(part().getByText('ada: name: Ada King')).toBeVisible();
  await look(ingrid.page, 'sync-done');
  await manager.set(dnOf('worker1'), 'pwdAccountLockedTime');
  await part().getByRole('button', { name: 'Show the plan' }).click();
  await expect(part().getByText('Return: reactivated')).toBeVisible();
});

test('suspending many users at once requires a confirmation', async () => {
  const { page } = ingrid;
  for (let index = 10; index < 40; index += 1) await manager.remove(dnOf(`worker${index}`));
  await part().getByRole('button', { name: 'Synchronise now' }).click();
  await expect(part().getByText('30 of 63 users would be suspended. Nothing was done.')).toBeVisible();
  await look(page, 'sync-waits');
  await page.goto('/inbox');
  await page.locator('[data-item]').filter({ hasText: 'Corp would suspend 30 users' }).click();
  const pane = page.locator('section.panel');
  await expect(pane.getByRole('group', { name: 'Would be suspended and signed out' })).toContainText('worker10');
  await look(page, 'inbox-sync', () => expect(pane.getByText('worker10').first()).toBeVisible());
  await page.getByRole('heading', { name: 'Inbox', level: 1 }).click();
  await expect(async () => {
    await page.keyboard.press('a');
    await expect(part()).toBeVisible({ timeout: 3000 });
  }).toPass();
  await part().getByRole('button', { name: 'Suspend 30 users…' }).click();
  await look(page, 'sync-confirm');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Suspend 30 users' }).click();
  await expect(page.getByText('Synchronised with Corp.')).toBeVisible();
  await expect(part().getByText('What the last run did')).toBeVisible();
  const { total } = await licet.operator.users.list({ query: { status: 'suspended' } });
  expect(total).toBe(31);
});

test('a failed run shows its reason, and the form sets a schedule', async () => {
  const { page } = ingrid;
  ingrid.mayBeRefused(502, 503);
  await slapd.stop();
  await part().getByRole('button', { name: 'Synchronise now' }).click();
  await expect(part().getByText('The last run failed')).toBeVisible();
  await expect(
    part()
      .getByText(/Corp cannot be queried\./)
      .first(),
  ).toBeVisible();
  await look(page, 'sync-failed');
  await slapd.start();
  await again();
  await page.getByRole('button', { name: /Synchronise automatically$/ }).click();
  await page.getByRole('option', { name: 'Every hour' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Corp is saved.')).toBeVisible();
  await expect(part().getByText('No schedule')).toBeHidden();
  ingrid.quiet();
});
