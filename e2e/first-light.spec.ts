import { expect, type Page, test } from '@playwright/test';
import { endAll } from './end-all.ts';
import { type RunningLicet, startLicet } from './licet.ts';
import { inGerman, look } from './looks.ts';
import { enter, leaveByMenu, newVisitor, type Visitor } from './visitor.ts';

const first = { name: 'Ingrid Solberg', username: 'ingrid', password: 'cobalt otter paints nine doors' } as const;
const second = { name: 'Maya Lindqvist', username: 'maya', password: 'maple kettle drifts over sand' } as const;

test.describe.configure({ mode: 'serial' });

let licet: RunningLicet;
let ingrid: Visitor;
let maya: Visitor;
let link: string;

test.beforeAll(async ({ browser }) => {
  licet = await startLicet();
  [ingrid, maya] = [
    await newVisitor(browser, { baseURL: licet.url }),
    await newVisitor(browser, { baseURL: licet.url }),
  ];
});

test.afterEach(() => {
  ingrid.quiet();
  maya.quiet();
});

test.afterAll(() => endAll(ingrid, maya, licet));

test('the first administrator is created at the printed address with the printed code', async () => {
  const { page } = ingrid;
  const address = /http:\/\/\S+\/setup/.exec(licet.output())?.[0] ?? '';
  expect(address).toBe(`${licet.url}/setup`);
  expect(licet.setupCode).toBeDefined();
  await page.goto(address);
  await expect(page.getByRole('heading', { name: 'Create the first administrator' })).toBeVisible();
  await look(page, 'setup');
  ingrid.mayBeRefused(400, 401, 403, 422);

  const make = page.getByRole('button', { name: 'Create the administrator' });
  const code = page.getByLabel('Code from the server');
  const password = page.getByLabel('Password', { exact: true });
  await password.fill('short');
  await make.click();
  // The page reports all invalid entries together.
  for (const entry of [code, page.getByLabel('Your name'), page.getByLabel('Username'), password])
    await expect(entry).toHaveAttribute('aria-invalid', 'true');
  await expect(password).toHaveAccessibleDescription(/too short/);
  await code.fill('AAAA-AAAA-AAAA-AAAA');
  await make.click();
  await expect(code).toHaveAccessibleDescription(/not the code that the server printed/);
  await expect(page.getByLabel('Your name')).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('Your name').fill(first.name);
  await page.getByLabel('Username').fill(first.username);
  await page.getByLabel('E-mail').fill('ingrid@aurelia.example');
  await password.fill(first.password);
  await make.click();
  await expect(code).toHaveAccessibleDescription(/not the code that the server printed\. Copy the newest code/);
  await expect(code).toBeFocused();

  await code.fill(licet.setupCode ?? '');
  await password.fill('short');
  await make.click();
  await expect(password).toHaveAccessibleDescription(/has 5 characters; it needs at least 15/);
  await expect(password).toHaveAttribute('aria-invalid', 'true');
  await look(page, 'setup-refused');

  await password.fill(first.password);
  await make.click();
  await expect(page.getByRole('heading', { name: 'Welcome, Ingrid' })).toBeVisible();
  await look(page, 'home-guide');
  await expect(page.getByRole('button', { name: 'Close the guide' })).toBeVisible();
});

test('the console’s guide leads the administrator, button by button, to a first guarded application', async () => {
  const { page } = ingrid;
  // The screens check whether a name is free and whether an application exists. The response to both can be 404.
  ingrid.mayBeRefused(404);

  await nextStep(page, 0, 'Register an application');
  await expect(field(page, 'Name')).toBeFocused();
  await field(page, 'Name').fill('Ledger');
  await expect(field(page, 'Identifier')).toHaveValue('ledger');
  await page.getByRole('button', { name: 'Register application' }).click();
  await expect(page.getByRole('heading', { name: 'Ledger', level: 1 })).toBeVisible();

  await nextStep(page, 1, 'Add its permissions');
  await field(page, 'Permissions').fill('invoices.read, See invoices\ninvoices.refund, Give money back');
  await page.getByRole('button', { name: 'Add 2 permissions' }).click();
  await expect(page.getByRole('grid').getByText('invoices.refund')).toBeVisible();

  await nextStep(page, 2, 'Create a role');
  await field(page, 'Name').fill('clerk');
  await page.getByText('invoices.read', { exact: true }).click();
  await page.getByText('invoices.refund', { exact: true }).click();
  await expect(page.getByText('2 permissions selected')).toBeVisible();
  await page.getByRole('button', { name: 'Create role' }).click();
  await expect(page.getByRole('grid').getByText('clerk', { exact: true })).toBeVisible();

  await nextStep(page, 3, 'Add a user');
  await expect(field(page, 'Name')).toBeFocused();
  await field(page, 'Name').fill(second.name);
  await field(page, 'Username').fill(second.username);
  await page.getByRole('button', { name: 'Create user' }).click();
  link = await page.getByLabel('One-time link').inputValue();
  expect(link).toMatch(new RegExp(`^${licet.url}/set-password`));

  await look(page, 'users-created');

  await nextStep(page, 4, 'Grant the role');
  await choose(page, 'To', second.name);
  await choose(page, 'Role', 'clerk');
  await page.getByRole('button', { name: 'Grant to 1 person' }).click();
  await expect(page.getByRole('grid').getByRole('link', { name: second.name })).toBeVisible();

  await nextStep(page, 5, 'See the token');
  const token = page.getByRole('main');
  await expect(token.getByRole('combobox', { name: 'Whose' })).toHaveValue(second.name);
  await expect(token.getByText(/invoices\.refund/)).toBeVisible();
  await expect(token.getByText(/ of .* kB/).first()).toBeVisible();

  await nextStep(page, 6, 'Add the integration code');
  await page.getByRole('button', { name: 'What you have' }).click();
  await page.getByRole('option', { name: 'Next.js' }).click();
  await page.getByRole('button', { name: 'Register one for http://localhost:3000' }).click();
  const id = await page.getByLabel('Client id of Ledger web').inputValue();
  await expect(page.getByRole('region', { name: 'app/access.tsx' })).toContainText(`clientId: '${id}'`);

  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome' })).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Gained and lost' })).toBeVisible();
  await expect(page.getByText('First steps')).toBeHidden();
});

test('the administrator signs out and in again, and the setup page is closed for good', async () => {
  const { page } = ingrid;
  await leaveByMenu(page);
  await enter(page, 'ingrid@aurelia.example', first.password);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto('/setup');
  await expect(page.getByRole('heading', { name: 'Licet is set up' })).toBeVisible();
  await expect(page.getByText(/this page is closed/)).toBeVisible();
  await look(page, 'setup-closed');
  await page.goto('/');
});

test('a new user sets a password with the one-time link, and sees only what they may do', async () => {
  const { page } = maya;
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Choose how you sign in' })).toBeVisible();
  await expect(page.getByText(second.name)).toBeVisible();
  await expect(page.getByLabel('New password')).toBeFocused();
  await page.getByLabel('New password').fill(second.password);
  await page.getByRole('button', { name: 'Set the password' }).click();
  await expect(page.getByText('Your password is set. Sign in with it now.')).toBeVisible();
  await look(page, 'sign-in-password-set');
  await enter(page, second.username, second.password);

  await expect(page.getByRole('heading', { name: 'What you may do' })).toBeVisible();
  const navigation = page.getByRole('navigation', { name: 'Main', exact: true });
  await expect(navigation.getByRole('link')).toHaveText(['Inbox', 'Home']);
  await page.getByRole('main').getByRole('link', { name: 'Ledger', exact: true }).click();
  await expect(page.getByText('invoices.refund')).toBeVisible();
});

test('the one-time link does not work twice', async ({ browser }) => {
  const third = await newVisitor(browser);
  third.mayBeRefused(400, 404, 409, 410, 422);
  await third.page.goto(link);
  await expect(third.page.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
  third.quiet();
  await third.leave();
});

test('signing in continues at the requested deep link', async ({ browser }) => {
  const again = await newVisitor(browser, { baseURL: licet.url });
  await again.page.goto('/applications/ledger?tab=grants');
  await enter(again.page, first.username, first.password);
  await expect(again.page).toHaveURL(`${licet.url}/applications/ledger?tab=grants`);
  await expect(again.page.getByRole('grid').getByRole('link', { name: second.name })).toBeVisible();
  again.quiet();
  await again.leave();
});

test('signing in and creating a user work by keyboard alone', async ({ browser }) => {
  const hands = await newVisitor(browser, { baseURL: licet.url });
  const { page } = hands;
  const { keyboard } = page;
  await page.goto('/');
  await expect(page.getByLabel('E-mail or username')).toBeFocused();
  await keyboard.type(first.username);
  await tabTo(page, 'Password');
  await keyboard.type(first.password);
  await keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible();

  await keyboard.press('Control+k');
  const find = page.getByRole('combobox', { name: 'Find' });
  await expect(find).toBeFocused();
  await keyboard.type('Users');
  // Results from the server appear above this option and shift the selection. So this presses the arrow key until the
  // option is selected.
  await expect(page.getByRole('option', { name: /^users\.read/ })).toBeVisible();
  for (let step = 0; step < 20 && !(await isChosen(page, 'Users')); step += 1) await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'People', level: 1 })).toBeVisible();

  await tabTo(page, 'New user');
  await keyboard.press('Space');
  await expect(field(page, 'Name')).toBeFocused();
  await keyboard.type('Kenji Morimoto');
  await tabTo(page, 'Username');
  await keyboard.type('kenji');
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Kenji Morimoto was created' })).toBeVisible();
  hands.quiet();
  await hands.leave();
});

test('the open window of a suspended user reports the suspension, and signing in again is refused', async () => {
  const { page } = maya;
  const { items } = await licet.operator.users.list({ query: { q: second.username } });
  maya.mayBeRefused(400, 401, 403);
  await licet.operator.users.suspend({ params: { user: items[0]?.id ?? '' } });
  const cover = page.getByRole('alertdialog', { name: 'You are signed out' });
  await expect(cover).toBeVisible();
  await expect(cover).toContainText('an administrator ended it or suspended your account');
  await look(page, 'signed-out');
  await cover.getByRole('button', { name: 'Sign in again' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();

  const tab = await page.context().newPage();
  await tab.goto(licet.url);
  await expect(tab.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
  const password = tab.getByLabel('Password', { exact: true });
  await tab.getByLabel('E-mail or username').fill(second.username);
  await password.fill(second.password);
  await tab.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(password).toHaveAccessibleDescription(/\./);
});

/** Opens the home page, expects the number of finished steps, and presses the button of the next step. */
async function nextStep(page: Page, done: number, title: string): Promise<void> {
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await expect(page.getByText(`${done} of 7 done`)).toBeVisible();
  const step = page.getByRole('main').getByRole('listitem').filter({ hasText: title }).filter({ hasText: ', next' });
  await step.getByRole('link').first().click();
}

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

async function choose(page: Page, label: string, name: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).fill(name);
  await page.getByRole('option', { name }).first().click();
}

async function tabTo(page: Page, name: string): Promise<void> {
  const target = page
    .getByLabel(name, { exact: true })
    .or(page.getByRole('button', { name, exact: true }))
    .first();
  if (inGerman) return target.focus();
  for (let step = 0; step < 40; step += 1) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`Tab does not reach “${name}”.`);
}

async function isChosen(page: Page, name: string): Promise<boolean> {
  return (await page.getByRole('option', { name, selected: true, exact: true }).count()) > 0;
}
