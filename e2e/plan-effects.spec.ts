import { expect, test } from '@playwright/test';
import { administrator, type RunningLicet, removeDataDirectory } from './licet.ts';
import { startWithAdministrator } from './made-once.ts';
import { newVisitor, openAs, type Visitor } from './visitor.ts';

let licet: RunningLicet;
let ingrid: Visitor;
let maya: string;
const params = { application: 'ledger' };
const soon = { timeout: 5000 };

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
  await give('clerk');
  ingrid = await newVisitor(browser, { baseURL: licet.url });
  await openAs(ingrid.page, licet.url, administrator.email, administrator.password, '/users');
});

test.afterAll(async () => {
  await ingrid?.leave();
  await licet?.stop();
  if (licet) removeDataDirectory(licet.dataDirectory);
});

test('revoking says who loses what; with a grant that is made meanwhile it says what they keep, and by which role', async () => {
  const { page } = ingrid;
  const revoke = page.getByRole('button', { name: 'Take away' });
  await openGrant('clerk');
  const effects = page.getByRole('dialog').getByRole('listitem');
  await expect(effects).toHaveText([
    'Maya Lindqvist loses 2 permissions in Ledgerinvoices.readinvoices.refundWith the role clerkat once',
  ]);
  await give('reader');
  await expect(effects).toHaveText(
    [
      'Maya Lindqvist loses invoices.refund in LedgerWith the role clerkat once',
      'Maya Lindqvist keeps invoices.read in LedgerBy the role reader',
    ],
    soon,
  );
  await revoke.click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByText('Maya Lindqvist no longer holds clerk by this grant.')).toBeVisible();
});

test('what nobody can say holds back nobody from what can be taken back, and is asked again', async () => {
  const { page } = ingrid;
  ingrid.mayBeRefused(500);
  await page.route('**/api/v1/plans', (route) =>
    route.fulfill({ status: 500, json: { code: 'internal', status: 500 } }),
  );
  await openGrant('reader');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('What this changes could not be worked out.');
  await expect(page.getByRole('button', { name: 'Take away' })).toBeEnabled();
  await page.unroute('**/api/v1/plans');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(dialog.getByRole('listitem')).toContainText('Maya Lindqvist loses invoices.read in Ledger');
});

async function openGrant(role: string): Promise<void> {
  const { page } = ingrid;
  await page.goto('/applications/ledger?tab=grants');
  await page.getByRole('row').filter({ hasText: role }).click();
  await page.getByRole('button', { name: 'Revoke grant…' }).click();
}

async function give(name: string): Promise<void> {
  const { items } = await licet.operator.roles.list({ params, query: { q: name } });
  const role = items.find((item) => item.name === name)?.id ?? '';
  const principal = { kind: 'user', id: maya } as const;
  await licet.operator.grants.create({ params, body: { principal, gives: { kind: 'role', id: role } } });
}
