import { expect } from '@playwright/test';
import type { States, View } from '../view.ts';

/** The list of applications, and the tabs of an application with their forms. */
export function applicationStates({ page, at, ledger, row, id }: View): States {
  return {
    applications: at('/applications'),
    'applications-new': at('/applications?add=1'),
    application: at('/applications/ledger'),
    'application-details': ledger('details'),
    'application-delete': ledger('details', async () => {
      await page.getByRole('button', { name: 'Delete application…' }).click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
    }),
    'application-export': at('/applications/ledger?tab=grants', (width) =>
      page
        .getByRole('main')
        .getByRole('button', { name: width === 390 ? 'More' : 'Export' })
        .click(),
    ),
    permissions: ledger('permissions'),
    'permissions-add': ledger('permissions&add=1'),
    'permissions-open': ledger('permissions', () => row(/invoices\.refund/)),
    roles: ledger('roles'),
    'roles-new': ledger('roles&add=1', () => expect(page.getByText('invoices.refund').first()).toBeVisible()),
    'roles-open': ledger(`roles&open=${id('roles', 'ledger/approver')}`),
    'roles-edit': ledger(`roles&open=${id('roles', 'ledger/approver')}&edit=1`),
    'roles-edit-changed': ledger(`roles&open=${id('roles', 'ledger/approver')}&edit=1`, async () => {
      await page.getByRole('treeitem', { name: /invoices\.approve/ }).click();
      await expect(page.getByText('at once').first()).toBeVisible();
    }),
    'roles-policy': ledger(`roles&open=${id('roles', 'ledger/approver')}&policy=1`, async () => {
      await page.getByRole('button', { name: 'Add a step' }).click();
      await page.getByRole('checkbox', { name: 'Allow emergency access' }).click({ force: true });
    }),
    'roles-delete': ledger(`roles&open=${id('roles', 'ledger/approver')}`, async () => {
      await page.getByRole('button', { name: 'Delete role…' }).click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
    }),
    clients: ledger('clients'),
    'clients-new': ledger('clients&add=1'),
    'clients-open': ledger('clients', () => row(/Ledger API/)),
    'clients-secret': ledger('clients', async () => {
      await page.getByRole('grid').getByText('Ledger API').click();
      await page.getByRole('button', { name: 'Create key' }).click();
      await page.getByRole('button', { name: 'Create secret' }).click();
      await expect(page.getByRole('dialog', { name: 'The secret of Ledger API' })).toBeVisible();
    }),
    integration: ledger('integration'),
    usage: ledger('usage', () => expect(page.getByText('No usage reported yet')).toBeVisible()),
    'licet-overview': at('/applications/licet'),
    'application-missing': at('/applications/nowhere'),
  };
}

/** The access to an application: grants, their forms and imports. */
export function grantStates({ visitor, page, ledger, row, choice, id }: View): States {
  return {
    grants: ledger('grants'),
    'grants-state': ledger('grants', () =>
      page
        .getByRole('button', { name: /^State/ })
        .first()
        .click(),
    ),
    'grants-open': ledger('grants', () => row('Camille Roussel')),
    'grants-revoke': ledger('grants', async () => {
      await row('Camille Roussel');
      await page.getByRole('button', { name: 'Revoke…' }).click();
      await expect(page.getByRole('dialog').getByText('at once')).toBeVisible();
    }),
    'grants-revoke-group': ledger('grants&q=Finance', async () => {
      await row('Finance');
      await page.getByRole('button', { name: 'Revoke…' }).click();
      await expect(page.getByRole('dialog').getByText('at once').first()).toBeVisible();
    }),
    'grants-add': ledger('grants&add=1'),
    'grants-add-to': ledger('grants&add=1', () => choice('To', 'ma')),
    'grants-add-role': ledger('grants&add=1', () => choice('Role', 'r')),
    'grants-add-filled': ledger(`grants&add=1&to=${id('users', 'Maya Lindqvist')}`, async () => {
      await choice('Role', 'approver');
      await page.getByRole('option', { name: 'approver' }).click();
      await expect(page.getByText(/invoices\.refund/).first()).toBeVisible();
    }),
    'grants-add-end': ledger('grants&add=1', async () => {
      await page.getByRole('radio', { name: 'On…' }).last().click({ force: true });
      await page.getByRole('button', { name: /calendar/i }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    }),
    import: ledger('grants&import=1'),
    'import-preview': ledger('grants&import=1', async () => {
      await page
        .getByLabel('Content', { exact: true })
        .fill('maya.lindqvist\tinvoices.refund\nnew.person\tinvoices.read');
      await page.getByRole('button', { name: 'Check the file' }).click();
      await expect(page.getByRole('button', { name: /^Import 2/ })).toBeVisible();
    }),
    'import-refused': ledger('grants&import=1', async () => {
      visitor.mayBeRefused(400, 422);
      await page.getByLabel('Content', { exact: true }).fill('maya.lindqvist\nnew person\t\n');
      await page.getByRole('button', { name: 'Check the file' }).click();
      await expect(page.getByRole('button', { name: 'Back to the file' })).toBeVisible();
    }),
  };
}
