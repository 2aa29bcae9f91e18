import { expect, type Page } from '@playwright/test';
import { settled } from './looks.ts';
import { test } from './screens/view.testing.ts';

const DAY = 86_400_000;
const refund = 'permission=invoices.refund&application=ledger';

/** Lets the bar reach back a year, because the users of the sample were created a moment ago. */
const asIfYearOld = (page: Page) =>
  page.route('**/applications/ledger/periods?**', async (route) => {
    const response = await route.fetch();
    // The proof of a repeated request may have been used before.
    if (!response.ok()) return route.fulfill({ response });
    const body = await response.json();
    await route.fulfill({ response, json: { ...body, from: new Date(Date.parse(body.at) - 365 * DAY).toISOString() } });
  });

const handleOf = (page: Page) => page.getByRole('slider', { name: 'Day of the question' });
const at = (page: Page) => Date.parse(new URL(page.url()).searchParams.get('at') ?? '');

test('the handle of the time bar stops at the creation of the user', async ({ view: { page, id } }) => {
  await page.goto(`/explain?ask=may&user=${id('users', 'Tomasz Wójcik')}&${refund}`);
  const handle = handleOf(page);
  await expect(handle).toHaveAttribute('aria-valuetext', /^Now: allowed/);
  const first = await handle.getAttribute('aria-valuemin');
  await handle.press('Home');
  await expect(handle).toHaveAttribute('aria-valuenow', first ?? '');
  await expect(page.getByRole('heading', { name: /^Yes\. Tomasz Wójcik/ })).toBeVisible();
});

test('arrow keys move the handle by a day, and with Shift by a month; letting go sets the date and keeps the focus', async ({
  view: { visitor, page, id },
}) => {
  visitor.mayBeRefused(401, 404);
  await asIfYearOld(page);
  await page.goto(`/explain?ask=may&user=${id('users', 'Tomasz Wójcik')}&${refund}`);
  const handle = handleOf(page);
  await expect(handle).toHaveAttribute('aria-valuetext', /^Now: allowed/);
  await handle.focus();
  await page.keyboard.down('ArrowLeft');
  await expect(handle).toHaveAttribute('aria-valuenow', '364');
  expect(at(page)).toBeNaN();
  await page.keyboard.up('ArrowLeft');
  await expect.poll(() => (Date.now() - at(page)) / DAY).toBeLessThan(2);
  const yesterday = at(page);
  await expect(page.getByRole('heading', { name: 'Not available on that date' })).toBeVisible();
  await expect(handle).toBeFocused();
  await page.keyboard.press('Shift+ArrowLeft');
  await expect.poll(() => Math.round((yesterday - at(page)) / DAY)).toBeGreaterThanOrEqual(28);
  expect(Math.round((yesterday - at(page)) / DAY)).toBeLessThanOrEqual(31);
  await expect(handle).toBeFocused();
  await page.keyboard.press('End');
  await expect(page.getByRole('heading', { name: /^Yes\. Tomasz Wójcik may .* in Ledger now\.$/ })).toBeVisible();
  expect(at(page)).toBeNaN();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('dragging the handle sets the shown day', async ({ view: { visitor, page, id } }) => {
  visitor.mayBeRefused(401, 404);
  await asIfYearOld(page);
  await page.goto(`/users/${id('users', 'Tomasz Wójcik')}?in=ledger&ask=invoices.refund`);
  const handle = handleOf(page);
  await expect(handle).toBeVisible();
  await settled(page);
  const box = await handle.boundingBox();
  if (!box) throw new Error('The bar has no box.');
  await page.mouse.move(box.x + box.width - 1, box.y + 11);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, box.y + 11, { steps: 5 });
  await expect(page.locator('.yearbar-day')).toHaveText(/: not allowed$/);
  await page.mouse.up();
  await expect.poll(() => Math.abs((Date.now() - at(page)) / DAY - 182.5)).toBeLessThan(3);
  // Ends the calls about that day, at which the user did not exist. They must not be refused in the next test.
  await page.goto('/inspect');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('the time bar on a user’s page starts with the permission that was checked last', async ({
  view: { page, id },
}) => {
  const user = id('users', 'Maya Lindqvist');
  const gap = page.getByRole('button', { name: /^Permission: / });
  await page.goto(`/users/${user}`);
  await expect(gap).toHaveText(/^use /);
  await page.goto(`/explain?ask=may&user=${id('users', 'Tomasz Wójcik')}&${refund}`);
  await expect(page.getByRole('heading', { name: /^Yes\. Tomasz/ })).toBeVisible();
  await page.goto(`/users/${user}`);
  await expect(gap).toHaveText(/invoices\.refund/);
  await gap.click();
  await page.getByRole('option', { name: 'use Ledger' }).click();
  await expect(page).toHaveURL(/[?&]in=ledger/);
  await expect(gap).toHaveText(/^use Ledger/);
});
