import { expect, test } from '@playwright/test';
import { endAll } from './end-all.ts';
import { administrator, type RunningLicet } from './licet.ts';
import { startWithAdministrator } from './made-once.ts';
import { newVisitor, openAs, type Visitor } from './visitor.ts';

let licet: RunningLicet;
let ingrid: Visitor;

test.beforeAll(async ({ browser }) => {
  licet = await startWithAdministrator();
  await licet.operator.applications.create({ body: { id: 'ledger', name: 'Ledger' } });
  ingrid = await newVisitor(browser, { baseURL: licet.url, reducedMotion: 'reduce' });
  await openAs(ingrid.page, licet.url, administrator.email, administrator.password, '/users');
});

test.afterAll(() => endAll(ingrid, licet));

test('each path to a permission has its own start, end and action, and Revoke names the path that remains', async () => {
  const { page } = ingrid;
  const { operator } = licet;
  const params = { application: 'ledger' };
  const person = await operator.users.create({ body: { name: 'Lea Novak', username: 'lea', email: null } });
  const desk = await operator.groups.create({ body: { name: 'Desk' } });
  const send = await operator.permissions.create({ params, body: { name: 'invoices.send' } });
  const give = (principal: { kind: 'user' | 'group'; id: string }, ends: string | null) =>
    operator.grants.create({
      params,
      body: { principal, gives: { kind: 'permission', id: send.id }, ends, reason: '' },
    });
  await give({ kind: 'group', id: desk.id }, null);
  await operator.groups.addMember({ params: { group: desk.id, member: person.id } });
  await give({ kind: 'user', id: person.id }, '2090-03-28T12:00:00Z');

  await page.goto(`/users/${person.id}`);
  const lines = page.getByRole('row').filter({ hasText: 'invoices.send' });
  await expect(lines).toHaveCount(2);
  await expect(lines.first()).toContainText(/Stays through Desk after .*2090.*granted directly.*the operator.*2090/);
  await expect(lines.last()).toContainText(/also invoices\.send.*Desk.*joined Desk.*No end/);
  await expect(lines.last().getByRole('button')).toHaveText(['Remove from Desk…']);
  await lines
    .first()
    .getByRole('button', { name: /^Revoke…/ })
    .click();
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  await expect(dialog).toContainText('Lea Novak keeps invoices.send through Desk.');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await lines.last().getByRole('button').click();
  await expect(dialog).toContainText('Remove Lea Novak from Desk?');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
});
