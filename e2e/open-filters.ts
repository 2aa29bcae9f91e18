import type { Page } from '@playwright/test';

/** Opens the filters of a list, which are behind a button on phones. */
export async function openFilters(page: Page): Promise<void> {
  const button = page.locator('.filters-button[aria-expanded="false"]');
  if (await button.isVisible()) await button.click();
}
