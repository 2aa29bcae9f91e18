import { expect, type Page } from '@playwright/test';

/** Opens the filters of a list, which are behind a button on phones. */
export async function openFilters(page: Page): Promise<void> {
  const button = page.locator('.filters-button');
  await button.waitFor({ state: 'attached' });
  await expect(async () => {
    if ((await button.isVisible()) && (await button.getAttribute('aria-expanded')) === 'false') await button.click();
    await expect(page.locator('.filters > *').first()).toBeVisible();
  }).toPass();
}
