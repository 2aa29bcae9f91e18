import { expect } from '@playwright/test';
import { look } from '../looks.ts';
import { test } from './view.testing.ts';

test('the list of users and its dialogs are accessible', async ({ view: { page, looks, at, field, pick } }) => {
  await looks({
    users: at('/users'),
    'users-nobody': at('/users?q=nobody-by-this-name', () => expect(page.getByText('No users match')).toBeVisible()),
    'users-new': at('/users?add=1'),
    'users-new-errors': at('/users?add=1', async () => {
      await page.getByRole('button', { name: 'Create user' }).click();
      await expect(field('Username')).toHaveAttribute('aria-invalid', 'true');
    }),
    'users-status': at('/users', () => page.getByRole('button', { name: 'Status', exact: true }).click()),
    'users-group': at('/users', () => pick('Group', 'fin')),
    'users-filtered': at(`/users?status=suspended`),
    'users-sort': at('/users', () => page.getByRole('button', { name: /sort by$/ }).click()),
    'users-import': at('/users', async (width) => {
      if (width === 390) return;
      await page.getByRole('button', { name: 'Import' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    }),
  });
});

test('the tabs and dialogs of a user are accessible', async ({ view: { visitor, page, looks, at, pick, id } }) => {
  visitor.mayBeRefused(404);
  const tomasz = `/users/${id('users', 'Tomasz Wójcik')}`;
  const more = () => page.getByRole('button', { name: /^More for/ }).click();
  const menu = async (entry: string) => {
    await more();
    await page.getByRole('menuitem', { name: entry }).click();
    await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toBeVisible();
  };
  await looks({
    user: at(tomasz),
    'user-access-open': at(`${tomasz}?tab=access&application=ledger`),
    'user-groups': at(`${tomasz}?tab=groups`),
    'user-grants': at(`${tomasz}?show=direct`),
    'user-grants-ended': at(`${tomasz}?show=direct&state=over`),
    'user-ending': at(`${tomasz}?show=ending`),
    'user-unused': at(`${tomasz}?show=unused`),
    'user-access-line': at(tomasz, async () => {
      await page
        .getByRole('gridcell')
        .filter({ has: page.locator('time') })
        .first()
        .click();
      await expect(page.getByRole('complementary')).toBeVisible();
    }),
    'user-sessions': at(`${tomasz}?tab=sessions`),
    'user-activity': at(`${tomasz}?tab=activity`),
    'user-details': at(`${tomasz}?tab=details`),
    'user-suspended': at(`/users/${id('users', 'Dmytro Kovalenko')}`),
    'user-readmit': at(`/users/${id('users', 'Dmytro Kovalenko')}`, async () => {
      await page.getByRole('button', { name: 'Reactivate…' }).click();
      await expect(page.getByRole('dialog').getByRole('heading', { name: 'What this changes' })).toBeVisible();
    }),
    'user-long-name': at(`/users/${id('users', 'Ingeborg Thorvaldsen-Björklund af Nordenskiöld')}`),
    'user-menu': at(tomasz, more),
    'user-grant-access': at(tomasz, () => pick('Grant access', 'le')),
    'user-suspend': at(tomasz, () => menu('Suspend…')),
    'user-link': at(tomasz, () => menu('Create set-password link…')),
    'user-delete': at(tomasz, () => menu('Delete…')),
    'user-erase': at(tomasz, async () => {
      await menu('Erase permanently…');
      await expect(page.getByText('What stays')).toBeVisible();
    }),
    'user-erase-events': at(tomasz, async () => {
      await menu('Erase permanently…');
      await page.getByText('Show these events').click();
      await expect(page.getByRole('link', { name: /^Event / }).first()).toBeVisible();
    }),
    'user-missing': at('/users/00000000-0000-7000-8000-000000000000'),
  });
});

test('the list of users reports an unreachable server and can be retried', async ({ view: { visitor, page } }) => {
  visitor.mayBeRefused(503);
  const unavailable = {
    status: 503,
    contentType: 'application/problem+json',
    body: JSON.stringify({
      type: 'urn:licet:error:unavailable',
      title: 'Licet cannot reach its database.',
      status: 503,
      code: 'unavailable',
      detail: 'Nothing was changed. Try again in a moment.',
      errors: [],
    }),
  };
  await page.route('**/api/v1/users?*', (route) => route.fulfill(unavailable));
  await look(page, 'users-unavailable', async () => {
    await page.goto('/users');
    await expect(page.getByRole('alert')).toBeVisible({ timeout: 20_000 });
  });
  await page.unroute('**/api/v1/users?*');
  await page.getByRole('alert').getByRole('button').click();
  await expect(page.getByRole('grid').getByRole('link', { name: 'Chiara Benedetti' })).toBeVisible();
});
