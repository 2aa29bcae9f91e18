import { expect, test } from '@playwright/test';
import { endAll } from './end-all.ts';
import { administrator, type RunningLicet } from './licet.ts';
import { startWithAdministrator } from './made-once.ts';
import { newVisitor, openAs, type Visitor } from './visitor.ts';

let licet: RunningLicet;
let ingrid: Visitor;
let ada: string;
let taker: string;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async ({ browser }) => {
  licet = await startWithAdministrator();
  const { operator } = licet;
  taker = (await operator.users.list({ query: { username: administrator.username } })).items[0]?.name ?? '';
  ada = (await operator.users.create({ body: { name: 'Ada Adler', username: 'ada.adler', email: null } })).id;
  for (const [id, name] of [
    ['ledger', 'Ledger'],
    ['payroll', 'Payroll'],
  ] as const) {
    await operator.applications.create({ body: { id, name } });
    await operator.applications.addOwner({ params: { application: id, user: ada } });
  }
  const role = await operator.roles.create({ params: { application: 'ledger' }, body: { name: 'clerk' } });
  await operator.roles.setPolicy({
    params: { application: 'ledger', role: role.id },
    body: {
      longestSeconds: null,
      reasonNeeded: false,
      requestable: true,
      secondApprover: false,
      breakGlass: null,
      approval: { steps: [{ approvers: { users: [ada], groups: [] }, needed: 1 }] },
    },
  });
  ingrid = await newVisitor(browser, {
    baseURL: licet.url,
    reducedMotion: 'reduce',
    viewport: { width: 1440, height: 900 },
  });
  await openAs(ingrid.page, licet.url, administrator.email, administrator.password, `/users/${ada}`);
});

test.afterAll(() => endAll(ingrid, licet));

const owners = async (application: string) =>
  (await licet.operator.applications.get({ params: { application } })).owners.map(({ name }) => name);

test('the suspend dialog lists the duties of the user, and hands them over in the same change set', async () => {
  const { page } = ingrid;
  await page.getByRole('button', { name: 'More for Ada Adler' }).click();
  await page.getByRole('menuitem', { name: 'Suspend…' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Owns 2 applications');
  await expect(dialog).toContainText('Ledger (has no other owner) and Payroll (has no other owner)');
  await expect(dialog).toContainText('clerk in Ledger');
  await dialog.getByRole('combobox', { name: 'Hand over to' }).fill(taker);
  await page.getByRole('option', { name: taker }).click();
  await expect(dialog).toContainText(`goes to ${taker}`);
  const act = dialog.getByRole('button', { name: 'Hand over and suspend' });
  await expect(act).not.toHaveAttribute('aria-disabled', 'true');
  if (process.env.PICTURE) await page.screenshot({ path: `${process.env.PICTURE}-after.png` });
  await act.click();
  await expect(dialog).toBeHidden();
  expect(await owners('ledger')).toEqual([taker]);
});

test('Undo reactivates the user and returns their duties', async () => {
  const { page } = ingrid;
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Ada Adler can sign in again.')).toBeVisible();
  expect(await owners('ledger')).toEqual(['Ada Adler']);
  expect((await licet.operator.users.get({ params: { user: ada } })).status).not.toBe('suspended');
});

test('the suspend dialog leaves the duties unchanged if no recipient is chosen', async () => {
  const { page } = ingrid;
  await page.getByRole('button', { name: 'More for Ada Adler' }).click();
  await page.getByRole('menuitem', { name: 'Suspend…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Suspend user' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  expect(await owners('payroll')).toEqual(['Ada Adler']);
});

test('the menu of a suspended user hands over their duties', async () => {
  const { page } = ingrid;
  await page.getByRole('button', { name: 'More for Ada Adler' }).click();
  await page.getByRole('menuitem', { name: 'Hand over duties…' }).click();
  const dialog = page.getByRole('dialog');
  const act = dialog.getByRole('button', { name: 'Hand over', exact: true });
  await expect(act).toHaveAttribute('aria-disabled', 'true');
  await dialog.getByRole('combobox', { name: 'Hand over to' }).fill(taker);
  await page.getByRole('option', { name: taker }).click();
  await expect(act).not.toHaveAttribute('aria-disabled', 'true');
  if (process.env.PICTURE) {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.screenshot({ path: `${process.env.PICTURE}-after-390-dark.png` });
  }
  await act.click();
  await expect(dialog).toBeHidden();
  expect(await owners('payroll')).toEqual([taker]);
});

test('the erase dialog hands over duties, and lists the policies that still name the user', async () => {
  const { page } = ingrid;
  const { operator } = licet;
  const bea = (await operator.users.create({ body: { name: 'Bea Baum', username: 'bea.baum', email: null } })).id;
  await operator.applications.addOwner({ params: { application: 'payroll', user: bea } });
  const takes = (await operator.users.list({ query: { username: administrator.username } })).items[0]?.id ?? '';
  const role = await operator.roles.create({ params: { application: 'payroll' }, body: { name: 'auditor' } });
  const step = (user: string) => ({ approvers: { users: [user], groups: [] }, needed: 1 });
  await operator.roles.setPolicy({
    params: { application: 'payroll', role: role.id },
    body: {
      longestSeconds: null,
      reasonNeeded: false,
      requestable: true,
      secondApprover: false,
      breakGlass: null,
      approval: { steps: [step(bea), step(takes)] },
    },
  });
  await page.setViewportSize({ width: 1440, height: 1000 });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(`${licet.url}/users/${bea}`);
  await page.getByRole('button', { name: 'More for Bea Baum' }).click();
  await page.getByRole('menuitem', { name: 'Erase permanently…' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('combobox', { name: 'Hand over to' }).fill(taker);
  await page.getByRole('option', { name: taker }).click();
  await expect(dialog).toContainText('The policies of these roles still name Bea Baum: payroll/auditor');
  await expect(dialog).toContainText('auditor in Payroll (still named there, see below)');
  if (process.env.PICTURE) {
    await page.screenshot({ path: `${process.env.PICTURE}-erase-after.png` });
    await dialog.getByText('The policies of these roles still name').scrollIntoViewIfNeeded();
    await page.screenshot({ path: `${process.env.PICTURE}-kept-after.png` });
  }
  await dialog.getByRole('textbox', { name: 'Type “bea.baum” to confirm' }).fill('bea.baum');
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes(bea)) sent.push(new URL(request.url()).pathname);
  });
  await dialog.getByRole('button', { name: 'Erase person' }).click();
  await expect(page.getByText('The person is erased.')).toBeVisible();
  expect(sent).toEqual([`/api/v1/users/${bea}/erasure`]);
  expect(await owners('payroll')).toEqual([taker]);
});
