import { expect } from '@playwright/test';
import { test } from './view.testing.ts';

test('the group screens are accessible', async ({ view: { page, looks, at, choice, id } }) => {
  const finance = `/groups/${id('groups', 'Finance')}`;
  await looks({
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
  });
});
