import { expect, type Page, test } from '@playwright/test';
import { widths } from '../looks.ts';
import { soundInBothThemes, startHost } from './react-host.ts';

// Tests the devtools in a host application under a strict content security policy.
let host: Awaited<ReturnType<typeof startHost>>;
test.beforeAll(async () => {
  host = await startHost();
});
test.afterAll(() => host.stop());

const dock = (page: Page) => page.getByRole('dialog', { name: 'Licet devtools' });
const chips = (page: Page) => page.getByRole('list', { name: 'Guards on the page' });
const move = (page: Page, what: string) => page.evaluate(`move.${what}()`);

test.beforeEach(({ page }) => {
  page.on('pageerror', (error) => expect(error.message).toBe(''));
  page.on('console', (message) =>
    expect(`${message.type()} ${message.text()}`).not.toMatch(/^(error|warning) (?!Licet: the application)/),
  );
});

test('the devtools list every guard with its permission, refused guards first, and count both kinds', async ({
  page,
}) => {
  await page.goto(`${host.url}?devtools`);
  await expect(dock(page).getByText('6 guards: 4 refused, 2 permitted')).toBeVisible();
  const lines = dock(page).getByRole('region', { name: 'Guards' }).getByRole('listitem');
  await expect(lines).toHaveText([
    /Refused.*invoices\.refund.*<Denied>/,
    /Refused.*totals\.read.*usePermission in Totals/,
    /Refused.*payments\.match or payments\.write.*<Can>, shows nothing here/,
    /Refused.*invoices\.raed.*<Can>/,
    /Permitted.*invoices\.send.*<Can>/,
    /Permitted.*role clerk.*useRole in Totals/,
  ]);
  await expect(dock(page)).toContainText(/Signed in.*in [45]:\d\d.*maya.*412/);
  await dock(page).getByRole('searchbox').fill('refused totals');
  await expect(lines).toHaveCount(1);
});

test('the devtools outline each guarded element and update when its decision changes', async ({ page }) => {
  await page.goto(`${host.url}?devtools`);
  const chip = chips(page).getByRole('button', { name: 'invoices.refund' });
  await expect(chip).toHaveText('Refusedinvoices.refund');
  const button = await page.getByRole('button', { name: 'Refund', exact: true }).boundingBox();
  const mark = await page.locator('.mark').first().boundingBox();
  const send = await page.getByRole('button', { name: 'Send again' }).boundingBox();
  expect(mark?.x).toBeCloseTo((send?.x ?? 0) - 3, 0);
  expect(button).not.toBeNull();
  await move(page, 'permit');
  await expect(chip).toHaveText('Permittedinvoices.refund');
  await expect(dock(page).getByText('3 refused, 3 permitted')).toBeVisible();
});

test('the devtools open by shortcut, explain a guard by keyboard, and close with Escape', async ({ page }) => {
  await page.goto(`${host.url}?devtools=closed`);
  await expect(dock(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Record payment' }).focus();
  await page.keyboard.press('Control+Alt+L');
  await expect(dock(page).getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('send');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(dock(page).getByRole('heading', { name: 'Send invoices' })).toBeVisible();
  await expect(dock(page).getByRole('listitem')).toHaveText([
    'personyou',
    'groupCustomer desk',
    'roleclerk',
    'rolesender',
    'permissioninvoices.send',
  ]);
  await expect(dock(page)).toContainText('The token lists it.');
  await page.keyboard.press('Escape');
  await expect(dock(page).getByRole('searchbox')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dock(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Record payment' })).toBeFocused();
  await page.keyboard.press('Control+Alt+L');
  await expect(dock(page)).toBeVisible();
  await page.keyboard.press('Control+Alt+L');
  await expect(dock(page)).toHaveCount(0);
});

test('a refused guard lists the roles with its permission, and an unknown permission name is reported', async ({
  page,
}) => {
  await page.goto(`${host.url}?devtools`);
  await chips(page).getByRole('button', { name: 'invoices.refund' }).click();
  await expect(dock(page)).toContainText('The roles approver and controller include it.');
  await expect(dock(page)).toContainText('The name is in the application’s catalogue.');
  await expect(dock(page).getByRole('link', { name: 'All the reasons' })).toHaveAttribute(
    'href',
    'https://licet.example/explain?ask=may&user=maya&application=ledger&permission=invoices.refund',
  );
  await move(page, 'permit');
  await expect(dock(page)).toContainText('The token lists it.');
  await dock(page).getByRole('button', { name: 'All guards' }).click();
  await chips(page).getByRole('button', { name: 'invoices.raed' }).click();
  await expect(dock(page)).toContainText('The name is not in the application’s catalogue');
});

test("with another issuer's token the devtools show only what the token contains", async ({ page }) => {
  await page.goto(`${host.url}?devtools&own`);
  await chips(page).getByRole('button', { name: 'invoices.refund' }).click();
  await expect(dock(page)).toContainText('The token does not list it.');
  await expect(dock(page)).toContainText('Not known: this token’s issuer has none to ask here.');
  await expect(dock(page)).not.toContainText('says the server');
});

for (const width of widths)
  test(`axe finds nothing in the devtools at ${width} px`, async ({ page }) => {
    const sound = (name: string) => soundInBothThemes(page, `devtools-${name}-${width}`, dock(page), width);
    await page.setViewportSize({ width, height: 844 });
    await page.goto(`${host.url}?devtools`);
    await expect(dock(page).getByText('6 guards')).toBeVisible();
    await sound('list');
    await dock(page)
      .getByRole('button', { name: /invoices\.send/ })
      .click();
    await expect(dock(page).getByText('Customer desk')).toBeVisible();
    await sound('permitted');
    await page.keyboard.press('Escape');
    await dock(page)
      .getByRole('button', { name: /invoices\.refund/ })
      .click();
    await expect(dock(page).getByText('approver and controller')).toBeVisible();
    await sound('refused');
  });
