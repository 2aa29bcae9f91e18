import type { Client } from '@licet/contract/client';
import { expect, type Locator, type Page, type Route, test } from '@playwright/test';
import { callerFor, samplePassword } from '../examples/ledger/sample/members.ts';
import { idOf } from '../examples/ledger/sample/organisation.ts';
import { endAll } from './end-all.ts';
import { type LedgerWorld, startLedgerWorld } from './ledger-world.ts';
import { look, settled } from './looks.ts';
import { newVisitor, type Visitor } from './visitor.ts';

// Tests Ledger as a user who does not know Licet. Covers each page and each response, by mouse and keyboard, on a desktop and a phone.

/** The seconds after a sign-in in which large refunds are allowed. Short enough for a test to wait. */
const freshSignIn = 30;

let world: LedgerWorld;
let visitor: Visitor;
let page: Page;
let signedInAt: number;

test.beforeAll(async ({ browser }) => {
  world = await startLedgerWorld(1, freshSignIn);
  visitor = await newVisitor(browser, { baseURL: world.ledger, reducedMotion: 'reduce' });
  page = visitor.page;
  await page.goto('/');
  await signIn(page, 'maya.lindqvist');
  signedInAt = Date.now();
});

test.afterEach(() => visitor.quiet());

test.afterAll(() => endAll(visitor, world));

test('the sign-in page leads back to the requested page', async ({ browser }) => {
  const stranger = await newVisitor(browser, { baseURL: world.ledger, reducedMotion: 'reduce' });
  await look(stranger.page, 'ledger-door', async () => {
    await stranger.page.goto('/customers');
    await expect(stranger.page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  });
  await signIn(stranger.page, 'maya.lindqvist');
  await expect(stranger.page.getByRole('heading', { name: 'Customers' })).toBeVisible();
  await expect(stranger.page).toHaveURL(`${world.ledger}/customers`);
  stranger.quiet();
  await stranger.leave();
});

test('every page of the ledger shows its heading and is accessible', async () => {
  visitor.mayBeRefused(404);
  const pages = {
    invoices: ['/invoices', 'Invoices'],
    invoice: ['/invoices/2026-0417', 'Invoice 2026-0417'],
    'invoice-open': ['/invoices/2026-0428', 'Invoice 2026-0428'],
    customers: ['/customers', 'Customers'],
    reports: ['/reports', 'Reports'],
    missing: ['/invoices/1999-0001', 'Invoice 1999-0001'],
    nowhere: ['/nowhere', 'There is no such page'],
  } as const;
  for (const [name, [path, heading]] of Object.entries(pages))
    await test.step(name, () => look(page, `ledger-${name}`, () => open(path, heading)));
});

test('pages show loading and failure states', async () => {
  const held: Route[] = [];
  await page.route('**/api/invoices', (route) => void held.push(route));
  await look(page, 'ledger-loading', async () => {
    await page.goto('/invoices');
    await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible();
  });
  await page.unroute('**/api/invoices');
  for (const route of held) await route.abort().catch(() => undefined);

  visitor.mayBeRefused(503);
  await page.route('**/api/invoices', (route) => route.fulfill({ status: 503, body: '' }));
  await look(page, 'ledger-failing', async () => {
    await page.goto('/invoices');
    await expect(page.getByRole('alert')).toBeVisible();
  });
  await page.unroute('**/api/invoices');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('link', { name: '2026-0417' })).toBeVisible();

  await page.route('**/config.json', (route) => route.fulfill({ status: 503, body: '' }));
  await look(page, 'ledger-down', async () => {
    await page.goto('/invoices');
    await expect(page.getByRole('alert')).toBeVisible();
  });
  await page.unroute('**/config.json');
  loaded.clear(); // The page failed to load, so `open` must load it again.
});

test('a clerk sends and records invoices; the refund is refused with the reason', async () => {
  await open('/invoices/2026-0428', 'Invoice 2026-0428');
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByRole('status')).toHaveText('Sent again.');
  await expect(page.getByText('Sent twice.')).toBeVisible();
  await page.getByRole('button', { name: 'Record payment' }).click();
  await expect(page.getByRole('status')).toHaveText('The payment is recorded.');
  await expect(page.getByRole('button', { name: 'Record payment' })).toHaveCount(0);
  await expect(refund()).toHaveAttribute('aria-disabled', 'true');

  await open('/reports', 'Reports');
  await expect(page.getByRole('button', { name: /^Export/ })).toHaveAttribute('aria-disabled', 'true');

  await look(page, 'ledger-refusal', async () => {
    await open('/invoices/2026-0417', 'Invoice 2026-0417');
    await refund().click({ force: true }); // The button is disabled but still receives clicks.
    await expect(refusal()).toContainText('You do not have the permission “Refund an invoice”');
    await expect(refusal()).toContainText('The roles approver and controller include it.');
    await expect(refusal().getByLabel('Why')).toBeVisible();
  });
});

test('a guard refuses the whole page and offers to request access', async () => {
  await look(page, 'ledger-guard', async () => {
    await page.goto('/settings');
    await expect(page.getByText('You do not have the permission “Change the settings”')).toBeVisible();
    await expect(page.getByLabel('Why')).toBeVisible();
  });
});

test('a request made by keyboard is declined with a reason, and a later approval enables the button', async () => {
  await open('/invoices/2026-0417', 'Invoice 2026-0417');
  await tabTo(refund());
  await page.keyboard.press('Enter');
  await tabTo(refusal().getByLabel('1 day'));
  await page.keyboard.press('ArrowLeft');
  await expect(refusal().getByLabel('2 hours')).toBeChecked();
  await page.keyboard.press('Tab');
  await page.keyboard.type('Northgate paid 2026-0417 twice, their auditor is here today.');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(refusal()).toContainText('Asked just now, for 2 hours');
  await page.keyboard.press('Escape');
  await expect(refusal()).toHaveCount(0);
  await expect(refund()).toBeFocused();
  await look(page, 'ledger-asked', reopen('Asked just now'));

  const owner = await callerFor(world.issuer, 'chiara.benedetti');
  const first = await asked(owner);
  const reason = 'The bank sends the second one back by itself.';
  await owner.requests.deny({ params: { request: first.id }, body: { reason }, ifMatch: first.version });
  await expect(refusal()).toContainText('Chiara Benedetti refused your request');
  await look(page, 'ledger-denied', reopen(reason));

  await refusal().getByRole('button', { name: 'Ask again' }).click();
  await refusal().getByLabel('Why').fill('It did not; they called.');
  await refusal().getByRole('button', { name: 'Ask for access' }).click();
  await expect(refusal()).toContainText('Asked just now');
  const { id, version } = await asked(owner);
  await owner.requests.approve({ params: { request: id }, body: { seconds: 7200 }, ifMatch: version });
  await expect(live()).toBeEnabled();
  await look(page, 'ledger-approved');
  await page.keyboard.press('Escape');
  // For a large amount, the API requires a recent sign-in. Maya signs in and returns to the same page.
  visitor.mayBeRefused(401);
  await expect.poll(() => Date.now() - signedInAt, { timeout: freshSignIn * 2000 }).toBeGreaterThan(freshSignIn * 1000);
  await live().click();
  await page.waitForURL(/\/sign-in\//);
  await page.getByLabel('E-mail or username').fill('maya.lindqvist');
  await page.getByLabel('Password', { exact: true }).fill(samplePassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Invoice 2026-0417', level: 1 })).toBeVisible();
  await live().dblclick();
  await expect(page.getByText('It is on its way back.')).toBeVisible();
  await expect(page.getByText('−8,191.25')).toHaveCount(1);
  await look(page, 'ledger-refunded');
});

test('a second tab is signed in, and signing out in one signs out both', async () => {
  const second = await page.context().newPage();
  await second.goto('/invoices/2026-0420');
  await expect(second.getByRole('heading', { name: 'Invoice 2026-0420' })).toBeVisible();
  await second.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  // Licet's session ends when the second tab has returned. Until then, a sign-in would continue that session.
  await expect(second.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await signIn(page, 'chiara.benedetti');
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  await look(page, 'ledger-settings', () => open('/settings', 'Settings'));
});

test('a user with an emergency role takes it without leaving the page, which enables the button', async ({
  browser,
}) => {
  const params = { application: 'ledger', role: idOf(world.organisation.roles, 'ledger/approver') };
  const { version: _, ...policy } = await world.operator.roles.policy({ params });
  const breakGlass = { users: [idOf(world.organisation.users, 'Priya Raghunathan')], groups: [], seconds: 7200 };
  const steps = [{ approvers: 'owners' as const, needed: 1 }];
  await world.operator.roles.setPolicy({ params, body: { ...policy, approval: { steps }, breakGlass } });
  const priya = await newVisitor(browser, { baseURL: world.ledger, reducedMotion: 'reduce' });
  await priya.page.goto('/invoices/2026-0421');
  await signIn(priya.page, 'priya.raghunathan');
  const dialog = priya.page.getByRole('dialog');
  const button = priya.page.getByRole('button', { name: /^Refund/ });
  const offered = async () => {
    await priya.page.goto('/invoices/2026-0421');
    await button.click({ force: true });
    await expect(dialog).toContainText('You may take the role approver at once, for 2 hours.');
  };
  await look(priya.page, 'ledger-at-once', offered);
  await look(priya.page, 'ledger-at-once-open', async () => {
    await offered();
    await dialog.getByRole('button', { name: 'Take it now…' }).press('Enter');
  });
  await expect(dialog.getByLabel('Why it cannot wait')).toBeFocused();
  await priya.page.keyboard.type('The supplier waits for it, and nobody answers');
  await dialog.getByRole('button', { name: 'Take it now' }).press('Enter');
  await expect(dialog).toContainText('You now have the permission “Refund an invoice”');
  const { items } = await world.operator.breakGlass.list({ query: { state: 'unreviewed' } });
  expect(items[0]).toMatchObject({ user: { name: 'Priya Raghunathan' }, role: { name: 'approver' } });
  priya.quiet();
  await priya.leave();
});

const refund = () => page.getByRole('button', { name: /^Refund/ });
const live = () => page.getByRole('button', { name: 'Refund', exact: true });
const refusal = () => page.getByRole('dialog');

const reopen = (words: string) => async () => {
  await open('/invoices/2026-0417', 'Invoice 2026-0417');
  await refund().click({ force: true }); // The button is disabled but still receives clicks.
  await expect(refusal()).toContainText(words);
};

const loaded = new Set<string>();

/** Loads a page once. Later calls navigate inside Ledger through an empty page, so that no state remains. */
async function open(path: string, heading: string): Promise<void> {
  if (loaded.has(path)) {
    await goInside('/between');
    await expect(page.getByRole('heading', { name: 'There is no such page' })).toBeVisible();
    await goInside(path);
  } else await page.goto(path);
  loaded.add(path);
  await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
  await settled(page);
}

const goInside = (path: string) =>
  page.evaluate((next) => {
    history.pushState({}, '', next);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  }, path);

async function signIn(at: Page, login: string): Promise<void> {
  await at.getByRole('button', { name: 'Sign in' }).click();
  await at.getByLabel('E-mail or username').fill(login);
  await at.getByLabel('Password', { exact: true }).fill(samplePassword);
  await at.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(at.getByRole('button', { name: 'Sign out' })).toBeVisible();
}

async function tabTo(target: Locator): Promise<void> {
  for (let presses = 0; presses < 20; presses += 1) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((it) => it.matches(':focus'))) return;
  }
  throw new Error(`The keyboard does not reach ${target}.`);
}

/** Returns Maya's request as the owner sees it. */
async function asked(owner: Client) {
  const { items } = await owner.requests.list({ query: { view: 'waiting' } });
  const found = items.find(({ asks }) => asks.name === 'invoices.refund');
  if (!found) throw new Error('There is no request for the refund.');
  return found;
}
