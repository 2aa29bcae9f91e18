import { expect, type Locator } from '@playwright/test';
import { test } from './screens/view.testing.ts';

test.beforeEach(({ view }) => view.page.setViewportSize({ width: 390, height: 844 }));

test('a phone shows seven users without scrolling', async ({ view: { page } }) => {
  await page.goto('/users');
  const rows = page
    .getByRole('grid', { name: 'Users' })
    .getByRole('row')
    .filter({ has: page.getByRole('link') });
  await expect(rows.nth(6)).toBeInViewport();
  const footer = await page.locator('.foot').boundingBox();
  const seventh = await rows.nth(6).boundingBox();
  expect((seventh?.y ?? 0) + (seventh?.height ?? 0)).toBeLessThanOrEqual(footer?.y ?? 0);
});

test('on a phone, one button opens the filters of a list and counts those that are set', async ({ view: { page } }) => {
  await page.goto('/users?missing=second_factor');
  const status = page.getByRole('button', { name: 'Status', exact: true });
  await expect(page.getByRole('button', { name: 'Filter (1)' })).toBeVisible();
  await expect(status).toBeHidden();
  await page.getByRole('button', { name: 'Filter (1)' }).click();
  await expect(status).toBeVisible();
  await page.getByRole('button', { name: 'Application', exact: true }).click();
  await page.getByRole('option', { name: /^Ledger/ }).click();
  await expect(page).toHaveURL(/application=ledger/);
  await expect(page.getByRole('button', { name: 'Filter (2)' })).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(page.getByRole('button', { name: 'Filter (2)' })).toBeHidden();
  await expect(page.getByText('no second factor')).toBeVisible();
});

test('the phone navigation marks More on screens that only its menu lists', async ({ view: { page } }) => {
  const more = page.getByRole('navigation').getByRole('button', { name: 'More' });
  for (const address of ['/applications/ledger?tab=roles', '/settings/organisation', '/audit']) {
    await page.goto(address);
    await expect(more).toHaveAttribute('aria-current', 'page');
  }
  await page.goto('/users');
  await expect(more).not.toHaveAttribute('aria-current', 'page');
});

test('an on-screen keyboard covers neither the buttons of a dialog nor the focused field', async ({
  view: { page },
}) => {
  await page.goto('/applications/ledger?tab=grants&import=1');
  const buttons = page.locator('.dialog footer');
  await expect(buttons).toBeVisible();
  // Chromium shows no keyboard in tests. A keyboard only reduces the visual viewport.
  await page.evaluate((height) => {
    Object.defineProperty(visualViewport, 'height', { get: () => height });
    visualViewport?.dispatchEvent(new Event('resize'));
  }, 430);
  const bottomOf = async (it: Locator) => {
    const box = await it.boundingBox();
    return box ? box.y + box.height : Number.NaN;
  };
  await expect.poll(() => bottomOf(buttons)).toBeLessThanOrEqual(430);
  const last = page.getByRole('radio').last();
  await last.focus();
  expect(await bottomOf(last)).toBeLessThanOrEqual((await buttons.boundingBox())?.y ?? 0);
  await page.getByRole('radio').first().focus();
  await page.locator('.dialog-inner').evaluate((inner) => inner.scrollTo(0, inner.scrollHeight));
  expect(await page.locator('.dialog header').boundingBox()).toMatchObject({ y: 8 });
});
