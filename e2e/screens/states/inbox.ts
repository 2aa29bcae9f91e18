import type { Inbox } from '@licet/contract';
import { expect } from '@playwright/test';
import { settled } from '../../looks.ts';
import type { States, View } from '../view.ts';

/** The Inbox: each kind of item, its keys and the form that asks for access. */
export function inboxStates({ page, at }: View): States {
  const item = (text: string) =>
    at('/inbox', async () => {
      await page.locator('[data-item]').filter({ hasText: text }).first().click();
      await settled(page);
    });
  return {
    'inbox-request': item('Maya Lindqvist asks'),
    'inbox-deny': at('/inbox', async () => {
      await page.locator('[data-item]').filter({ hasText: 'Maya Lindqvist asks' }).first().click();
      await page.getByRole('button', { name: /^Deny/ }).last().click();
      await expect(page.getByRole('dialog')).toBeVisible();
    }),
    'inbox-ends': item(' ends for '),
    'inbox-keys-open': at('/inbox', async (width) => {
      if (width === 390) return;
      await page.keyboard.press('?');
      await expect(page.getByRole('dialog', { name: 'Keys of the Inbox' })).toBeVisible();
    }),
    'inbox-empty': async (width) => {
      await page.route('**/api/v1/me/inbox*', async (route) => {
        const response = await route.fetch();
        const kinds = Object.entries((await response.json()) as Inbox);
        const json = Object.fromEntries(kinds.map(([kind, one]) => [kind, { ...one, items: [], total: 0 }]));
        await route.fulfill({ response, json });
      });
      await at('/inbox', async () => page.reload())(width);
      await expect(page.getByText('Nothing waits for you')).toBeVisible();
      await page.unroute('**/api/v1/me/inbox*');
    },
    'inbox-mine': at('/inbox?view=mine'),
    'inbox-catalogue': at('/inbox?view=catalogue'),
    'inbox-decided-open': at('/inbox?view=decided', async () => {
      await page.getByText('Camille Roussel').first().click();
      await settled(page);
    }),
  };
}
