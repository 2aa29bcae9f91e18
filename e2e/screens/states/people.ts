import { expect, type Page } from '@playwright/test';
import { openFilters } from '../../open-filters.ts';
import type { States, View } from '../view.ts';

/** The list of users, its menus, its selection and its forms. */
export function usersStates({ page, at, field, pick }: View): States {
  return {
    users: at('/users'),
    'users-nobody': at('/users?q=nobody-by-this-name', () => expect(page.getByText('No users match')).toBeVisible()),
    'users-new': at('/users?add=1'),
    'users-new-errors': at('/users?add=1', async () => {
      await page.getByRole('button', { name: 'Create user' }).click();
      await expect(field('Username')).toHaveAttribute('aria-invalid', 'true');
    }),
    'users-status': at('/users', async () => {
      await openFilters(page);
      await page.getByRole('button', { name: 'Status', exact: true }).click();
    }),
    'users-group': at('/users', () => pick('Group', 'fin')),
    'users-filtered': at(`/users?status=suspended`),
    'users-sort': at('/users', async () => {
      await openFilters(page);
      await page.getByRole('button', { name: /sort by$/ }).click();
    }),
    'users-import': at('/users', async (width) => {
      if (width === 390) return;
      await page.getByRole('button', { name: 'Import' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    }),
    'users-open': at('/users', async (width) => {
      if (width === 390) return;
      await page.getByRole('row', { name: /Maya Lindqvist/ }).click();
      await expect(page.getByRole('complementary').getByRole('heading', { name: 'Maya Lindqvist' })).toBeVisible();
    }),
    'users-selected': at('/users', () => select(page)),
    'users-selected-open': at('/users', async (width) => {
      await select(page);
      if (width === 390) return;
      await page.getByRole('gridcell', { name: /^Chiara Benedetti/ }).click();
      await expect(page.getByRole('complementary')).toBeVisible();
    }),
    'users-selected-actions': at('/users', async (width) => {
      await select(page);
      const bar = page.getByRole('region', { name: 'Selected users' });
      await bar.getByRole('button', { name: width === 390 ? 'Actions' : /^More/ }).click();
    }),
    'users-columns': at('/users', async (width) => {
      if (width === 390) return;
      await page.getByRole('button', { name: 'Columns and density' }).click();
    }),
    'users-view-save': at('/users?status=invited&sort=-name', async (width) => {
      if (width === 390) return;
      await page.getByRole('button', { name: 'Save view…' }).click();
    }),
    invite: at('/users/invite', async () => {
      await page.getByRole('textbox').first().fill('lea.ferrari@new.example\nanna.kowalska@aurelia');
      await expect(page.getByText('1 person is invited')).toBeVisible();
    }),
    'users-as-of': at(`/users?at=${new Date().toISOString()}`),
  };
}

/** The page of a user: its tabs, menus and dialogs. */
export function userStates({ page, at, pick, id }: View): States {
  const tomasz = `/users/${id('users', 'Tomasz Wójcik')}`;
  const more = () => page.getByRole('button', { name: /^More for/ }).click();
  const menu = async (entry: string) => {
    await more();
    await page.getByRole('menuitem', { name: entry }).click();
    await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toBeVisible();
  };
  return {
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
  };
}

/** The list of groups, and the page of a group with its forms. */
export function groupStates({ page, at, choice, id }: View): States {
  const finance = `/groups/${id('groups', 'Finance')}`;
  return {
    groups: at('/groups'),
    'groups-none': at('/groups?q=nothing-by-this-name'),
    'groups-new': at('/groups?add=1'),
    'group-members': at(finance),
    'group-grants': at(`${finance}?tab=grants`),
    'group-details': at(`${finance}?tab=details`),
    'group-add-member': at(finance, async () => {
      await page.getByRole('button', { name: 'Add member' }).first().click();
      await choice('Person or group', 'a');
    }),
    'group-add-member-chosen': at(finance, async () => {
      await page.getByRole('button', { name: 'Add member' }).first().click();
      await choice('Person or group', 'Wei');
      await page.getByRole('option', { name: /Wei-Ling Chou/ }).click();
      await expect(page.getByRole('dialog').getByRole('heading', { name: 'What this changes' })).toBeVisible();
    }),
    'group-remove-member': at(finance, async () => {
      await page
        .getByRole('row', { name: /Maya Lindqvist/ })
        .getByRole('button')
        .last()
        .click();
      await page
        .getByRole('menuitem', { name: /^Remove/ })
        .or(page.getByRole('dialog'))
        .first()
        .waitFor();
    }),
    'group-delete': at(finance, async () => {
      await page.getByRole('button', { name: 'More for Finance' }).click();
      await page.getByRole('menuitem', { name: 'Delete…' }).click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
    }),
  };
}

async function select(page: Page): Promise<void> {
  const boxes = page.locator('tbody').getByRole('checkbox');
  await boxes.first().click();
  await boxes.nth(1).click();
  await expect(page.getByRole('region', { name: 'Selected users' })).toContainText('2 selected');
}
