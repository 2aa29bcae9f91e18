import { expect, type Page, test } from '@playwright/test';
import { endAll } from './end-all.ts';
import { administrator, type RunningLicet } from './licet.ts';
import { look } from './looks.ts';
import { startWithAdministrator } from './made-once.ts';
import { enter, newVisitor, openAs, type Visitor } from './visitor.ts';

// Some changes require a recent sign-in. The console sends the user to the sign-in and back, and keeps the user's choices.
test.describe.configure({ mode: 'serial' });

let licet: RunningLicet;
let visitor: Visitor;
let page: Page;
let user: string;
let group: string;

test.beforeAll(async ({ browser }) => {
  licet = await startWithAdministrator();
  const made = await licet.operator.users.create({ body: { username: 'omar', name: 'Omar Haddad' } });
  user = made.id;
  group = (await licet.operator.groups.create({ body: { name: 'House', description: '' } })).id;
  const { items } = await licet.operator.roles.list({ params: { application: 'licet' }, query: { q: 'admin' } });
  const role = items.find(({ name }) => name === 'admin')?.id ?? '';
  const body = { principal: { kind: 'group' as const, id: group }, gives: { kind: 'role' as const, id: role } };
  await licet.operator.grants.create({ params: { application: 'licet' }, body });
  visitor = await newVisitor(browser, { baseURL: licet.url });
  page = visitor.page;
  visitor.mayBeRefused(401);
  await openAs(page, licet.url, administrator.username, administrator.password);
});

test.afterEach(() => visitor.quiet());

test.afterAll(() => endAll(visitor, licet));

test('adding a user to a group of administrators requires a recent sign-in', async () => {
  await someTimePasses();
  await page.goto(`/groups/${group}`);
  await page.getByRole('button', { name: 'Add member' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox').click();
  await dialog.getByRole('combobox').fill('Omar');
  await page.getByRole('option', { name: /Omar Haddad/ }).click();
  await dialog.getByRole('button', { name: 'Add to group' }).click();
  await expect(dialog.getByText('Sign in again to continue.')).toBeVisible();
  await look(page, 'step-up-dialog');
  await signInAgain(() => look(page, 'sign-in-again'));
  await expect(
    dialog
      .getByText(/Omar Haddad/)
      .or(dialog.locator('input[value*="Omar"]'))
      .first(),
  ).toBeVisible();
  await dialog.getByRole('button', { name: 'Add to group' }).click();
  await expect(page.getByRole('row', { name: /Omar Haddad/ })).toBeVisible();
});

test('a set-password link for a user with access to Licet requires a recent sign-in', async () => {
  await someTimePasses();
  await page.goto(`/users/${user}`);
  await page
    .getByRole('button', { name: /^More for/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: /set-password link/i }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create link' }).click();
  await expect(dialog.getByText('Sign in again to continue.')).toBeVisible();
  await signInAgain();
  await dialog.getByRole('button', { name: 'Create link' }).click();
  await expect(dialog.getByRole('textbox')).toHaveValue(/token=/);
  await dialog.getByRole('button', { name: 'Done' }).click();
});

test('granting the role admin of Licet requires a recent sign-in', async () => {
  const { id } = await licet.operator.users.create({ body: { username: 'noor', name: 'Noor Aziz' } });
  await someTimePasses();
  await page.goto(`/applications/licet?tab=grants&add=1&to=${id}`);
  await page.getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: /^admin/ }).click();
  await page.getByLabel(/^Reason/).fill('Looks after it in July');
  await page.getByRole('button', { name: 'Grant to 1 person' }).click();
  await expect(page.getByRole('button', { name: 'Sign in again' })).toBeVisible();
  await look(page, 'step-up-form');
  await signInAgain();
  await expect(page.getByLabel(/^Reason/)).toHaveValue('Looks after it in July');
  await expect(page.getByRole('combobox', { name: 'Role' })).toHaveValue('admin');
  await page.getByRole('button', { name: 'Grant to 1 person' }).click();
  await expect(page.getByRole('row', { name: /Noor Aziz/ })).toBeVisible();
});

test('erasing a user shows the effects, requires the username, and removes the name from list and log', async () => {
  const { id } = await licet.operator.users.create({ body: { username: 'kofi', name: 'Kofi Annor' } });
  await someTimePasses();
  // A 404 response still fails the test. The page behind the dialog receives the erasure as an event, so it must not
  // request the erased user.
  visitor.mayBeRefused(401);
  await page.goto(`/users/${id}`);
  await page.getByRole('button', { name: 'More for Kofi Annor' }).press('Enter');
  await page.keyboard.press('End');
  await expect(page.getByRole('menuitem', { name: 'Erase permanently…' })).toBeFocused();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('alertdialog', { name: 'Erase Kofi Annor permanently?' });
  const typed = dialog.getByRole('textbox', { name: 'Type “kofi” to confirm' });
  await expect(dialog.getByText('What stays')).toBeVisible();
  await expect(dialog.getByText('Nobody gains or loses a role or permission, now or later.')).toBeVisible();
  await typed.fill('kofi');
  await typed.press('Enter');
  await expect(dialog.getByText('Sign in again to continue.')).toBeVisible();
  await signInAgain();
  await expect(dialog.getByText('What stays')).toBeVisible();
  await expect(dialog.getByText('Nobody gains or loses a role or permission, now or later.')).toBeVisible();
  // The live change arrives before the response, as with many redacted rows or a slow network.
  await page.route(`**/users/${id}/erasure`, async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    const answer = await route.fetch();
    await page.waitForTimeout(1000);
    await route.fulfill({ response: answer });
  });
  await typed.fill('kofi');
  await typed.press('Enter');
  await expect(page.getByText('The person is erased.')).toBeVisible();
  await expect(page.getByRole('grid').getByRole('link', { name: 'Omar Haddad' })).toBeVisible();
  await expect(page.getByText('Kofi')).toHaveCount(0);
  await page.goto('/audit');
  await expect(page.getByText('erased a user permanently')).toBeVisible();
  await expect(page.getByText('Kofi')).toHaveCount(0);
});

/** Moves the start of all sessions eleven minutes into the past. */
const someTimePasses = () => licet.inDatabase(`update sessions set created_at = created_at - interval '11 minutes'`);

async function signInAgain(then?: () => Promise<void>): Promise<void> {
  await page.getByRole('button', { name: 'Sign in again' }).click();
  await page.waitForURL(/\/sign-in\//);
  await then?.();
  await enter(page, administrator.username, administrator.password);
}
