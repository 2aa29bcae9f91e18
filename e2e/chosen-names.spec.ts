import { expect, type Page, test } from '@playwright/test';
import { endAll } from './end-all.ts';
import { administrator, type RunningLicet } from './licet.ts';
import { startSample } from './made-once.ts';
import { newVisitor, openAs, type Visitor } from './visitor.ts';

// Users choose their own names. Zed chose Maya's address, and Yan chose Helena's username.
const maya = 'maya.lindqvist@aurelia.example';
const helena = 'helena.quist@aurelia.example';
let licet: RunningLicet;
let visitor: Visitor;
let page: Page;

test.beforeAll(async ({ browser }) => {
  const sample = await startSample('requests');
  licet = sample.licet;
  const add = (username: string, email: string, name: string) =>
    licet.operator.users.create({ body: { username, email, name } });
  await add('zed', 'zed@gmail.example', `${maya} as`);
  await add('zoe', 'zoe@gmail.example', maya);
  await add('yan', 'yan@gmail.example', 'hquist');
  await add('hquist', helena, 'Helena Quist');
  visitor = await newVisitor(browser, { baseURL: licet.url });
  page = visitor.page;
  await openAs(page, licet.url, administrator.email, administrator.password, '/');
});

test.afterAll(() => endAll(visitor, licet));

async function type(text: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.keyboard.type(text);
  await expect(page.getByRole('combobox')).toHaveValue(text);
}

const chosen = () => page.getByRole('option', { selected: true });
const meanings = () => page.getByRole('group', { name: 'Did you mean' }).getByRole('option');

test('the palette asks which user is meant if another user’s name equals the typed username', async () => {
  for (const text of [`grant ${maya} as invoices.refund 2h`, `grant ${maya} invoices.refund 2h`]) {
    await type(text);
    await expect(chosen()).toContainText('Several fit. Choose one below.');
    await expect(chosen()).toHaveAttribute('aria-disabled', 'true');
    await expect(meanings().first()).toContainText(`Maya Lindqvist ${maya}`);
    await page.keyboard.press('Escape');
  }
});

test('if a typed address is another user’s name, the palette answers only after a user is chosen', async () => {
  await type(`may ${maya} invoices.refund`);
  await expect(chosen()).toContainText(`Maya Lindqvist ${maya}`);
  await expect(page.getByRole('option', { name: /^(Yes|No|Grant)/ })).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(chosen()).toContainText('No. Maya Lindqvist may not refund an invoice in Ledger.');
  await expect(chosen()).toContainText(maya);
  await page.keyboard.press('Escape');
});

test('the palette lists the user with a typed username among others, and opens the form without a holder', async () => {
  await type('grant hquist invoices.refund 2h');
  await expect(chosen()).toContainText('Several fit');
  await expect(meanings()).toHaveText([/Helena Quist helena/, /hquist yan/]);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('combobox', { name: 'To', exact: true })).toBeVisible();
  await expect(page).toHaveURL(/permission=/);
  await expect(page).not.toHaveURL(/[?&]to=/);
});

test('a picker takes the user with the typed address or username, and shows the address', async () => {
  for (const [typed, name, address] of [
    [maya, 'Maya Lindqvist', maya],
    ['hquist', 'Helena Quist', helena],
  ] as const) {
    await page.goto('/applications/ledger?tab=grants&add=1');
    const to = page.getByRole('combobox', { name: 'To', exact: true });
    await to.fill(typed);
    await expect(page.getByRole('option').first()).toContainText(address);
    await to.press('Enter');
    await expect(page.locator('.input-box', { has: to })).toContainText(`${name}${address}`);
  }
});
