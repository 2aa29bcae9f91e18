import { expect } from '@playwright/test';
import type { States, View } from '../view.ts';

/** The forms and menus of the settings. */
export function settingsStates({ page, at }: View): States {
  return {
    'settings-connections-menu': at('/settings/connections', () =>
      page.getByRole('button', { name: /^Add/ }).first().click(),
    ),
    'settings-connections-form': at('/settings/connections?add=google', () =>
      expect(page.getByRole('complementary')).toBeVisible(),
    ),
    'settings-directory-form': at('/settings/connections?add=ldap', () =>
      expect(page.getByRole('complementary')).toBeVisible(),
    ),
    'settings-sign-in-changed': at('/settings/policy', async () => {
      await page.getByRole('switch').or(page.getByRole('checkbox')).first().click({ force: true });
    }),
  };
}
