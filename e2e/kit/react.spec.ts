import { expect, type Page, test } from '@playwright/test';
import { axeFindings } from '../axe.ts';
import { widths } from '../looks.ts';
import { soundInBothThemes, startHost } from './react-host.ts';

// Tests the explained refusal in a host application under a strict content security policy.
let host: Awaited<ReturnType<typeof startHost>>;
test.beforeAll(async () => {
  host = await startHost();
});
test.afterAll(() => host.stop());

const WHY = 'Northgate paid twice.';
const button = (page: Page) => page.getByRole('button', { name: 'Refund' });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'You do not have the permission “Refund invoices”' });
const move = (page: Page, what: string) => page.evaluate(`move.${what}()`);
const open = async (page: Page, query = '') => {
  await page.goto(host.url + query);
  await button(page).focus();
  await page.keyboard.press('Enter');
};

test.beforeEach(({ page }) => {
  page.on('pageerror', (error) => expect(error.message).toBe(''));
  page.on('console', (message) => expect(`${message.type()} ${message.text()}`).not.toMatch(/^(error|warning)/));
});

test('a keyboard user opens the dialog, picks a duration, types a reason, sends the request and closes with Escape', async ({
  page,
}) => {
  await open(page);
  await expect(dialog(page)).toBeFocused();
  await expect(page.getByText('The roles approver and controller include it.')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Close' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('radio', { name: '1 day' })).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Tab');
  await page.keyboard.type(WHY);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Asked just now, for 2 hours')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(button(page)).toBeFocused();
  expect(await page.evaluate('pressed')).toBe(0);
});

test('the typed reason survives closing the dialog and a reload', async ({ page }) => {
  await open(page);
  await page.getByLabel('Why').fill(WHY);
  await page.mouse.click(10, 500);
  await expect(dialog(page)).toHaveCount(0);
  await page.reload();
  await button(page).click({ force: true });
  await expect(page.getByLabel('Why')).toHaveValue(WHY);
});

test('an empty reason is not sent', async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: 'Ask for access' }).click();
  await expect(page.getByRole('alert')).toHaveText(/Say why you need it/);
  await expect(page.getByLabel('Why')).toBeFocused();
});

for (const [where, size] of [
  ['on a short screen', { width: 844, height: 390 }],
  ['on a short phone', { width: 390, height: 300 }],
] as const)
  test(`${where}, the form scrolls below the close button`, async ({ page }) => {
    await page.setViewportSize(size);
    await open(page);
    const close = page.getByRole('button', { name: 'Close' });
    const spans = (await page.getByRole('radio', { name: '1 week' }).boundingBox())?.y ?? 0;
    await page
      .locator('licet-denied .scroll')
      .evaluate((scroll, by) => scroll.scrollBy(0, by), spans - ((await close.boundingBox())?.y ?? 0));
    await close.click();
    await expect(dialog(page)).toHaveCount(0);
  });

test('a permission granted while the user types is announced, keeps the text and enables the button', async ({
  page,
}) => {
  await open(page);
  await page.getByLabel('Why').fill(WHY);
  await move(page, 'permit');
  await expect(page.getByText('You now have the permission “Refund invoices”')).toBeVisible();
  await expect(button(page)).not.toHaveAttribute('aria-disabled');
  expect(await page.evaluate(() => Object.values(sessionStorage).join())).toContain(WHY);
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(button(page)).toBeFocused();
  await page.keyboard.press('Enter');
  expect(await page.evaluate('pressed')).toBe(1);
});

test('a dialog whose permission has arrived closes when the focus moves to the button', async ({ page }) => {
  await open(page);
  await move(page, 'permit');
  await button(page).focus();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(button(page)).toBeFocused();
});

test('a refusal shows its reason, and the user may ask again', async ({ page }) => {
  await open(page);
  await move(page, 'refuse');
  await expect(page.getByText('Refunds over 5,000 go through Kwame this week.')).toBeVisible();
  await page.getByRole('button', { name: 'Ask again' }).click();
  await expect(page.getByLabel('Why')).toBeVisible();
});

test("with another issuer's token the dialog names only the missing permission", async ({ page }) => {
  await open(page, '?own');
  await expect(page.getByRole('dialog')).toHaveText('You may not do thisIt requires the permission invoices.refund.');
});

test('the dialog takes no space in the row of the host page, closed or open', async ({ page }) => {
  await page.goto(host.url);
  const places = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('.acts, .acts > button')].map((each) => each.getBoundingClientRect().right),
    );
  const closed = await places();
  expect(closed[0]).toBe(closed.at(-1));
  await button(page).click({ force: true });
  await expect(dialog(page)).toBeVisible();
  expect(await places()).toEqual(closed);
});

test('while an expired token is renewed, an overlay covers the page, and the typed text and the focus are kept', async ({
  page,
}) => {
  await page.goto(`${host.url}?form`);
  const note = page.getByLabel('Note');
  await note.fill('Half a sentence');
  await note.focus();
  await move(page, 'runOut');
  const cover = page.getByRole('alertdialog', { name: 'Waiting for the sign-in to be renewed' });
  await expect(cover).toBeVisible();
  expect(await cover.boundingBox()).toEqual({ x: 0, y: 0, width: 1440, height: 900 });
  for (const key of ['Escape', 'Escape', 'x']) await page.keyboard.press(key);
  await expect(cover).toBeVisible();
  await expect(note).toHaveValue('Half a sentence');
  await note.evaluate((field) => field.focus());
  await expect(note, 'inert').not.toBeFocused();
  expect(await axeFindings(page, {})).toEqual([]);
  await move(page, 'renew');
  await expect(cover).toHaveCount(0);
  await expect(note).toHaveValue('Half a sentence');
  await expect(note).toBeFocused();
});

const SAID: Record<string, RegExp> = {
  pending: /^Asked/,
  refuse: /refused your request/,
  approve: /approved it/,
  permit: /You now have/,
};

for (const width of widths)
  test(`axe finds no fault in any state of the dialog at ${width} px`, async ({ page }) => {
    const sound = async (state: string) =>
      soundInBothThemes(page, `denied-${state}-${width}`, page.getByRole('dialog'), width);
    await page.setViewportSize({ width, height: 844 });
    await open(page);
    await expect(page.getByLabel('Why')).toBeVisible();
    await sound('asks');
    for (const deed of ['pending', 'refuse', 'approve', 'permit']) {
      await move(page, deed);
      await expect(page.getByText(SAID[deed] ?? '')).toBeVisible();
      await sound(deed);
    }
  });
