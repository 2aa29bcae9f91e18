import { expect, test } from '@playwright/test';
import {
  corp,
  corpPassword,
  groupsDn,
  peopleDn,
  reader,
} from '../packages/server/src/identity/directories/corp.testing.ts';
import { missing, type Slapd, startSlapd } from '../scripts/debian-slapd.ts';
import { endAll } from './end-all.ts';
import { administrator, type RunningLicet, startLicet } from './licet.ts';
import { look } from './looks.ts';
import { copySample } from './made-once.ts';
import { enter, leaveByMenu, newVisitor, type Visitor } from './visitor.ts';

// Administrators connect a real directory. Users sign in with the directory and link it.
test.describe.configure({ mode: 'serial' });
const why = missing();
test.skip(why !== undefined, why);

const password = 'maple kettle drifts over sand';
const wrong = 'The name or the password is wrong.';
let slapd: Slapd;
let licet: RunningLicet;
let person: Visitor;

test.beforeAll(async ({ browser }) => {
  slapd = await startSlapd(corp);
  const { dataDirectory } = await copySample('administrator');
  licet = await startLicet({ dataDirectory, environment: { LICET_ALLOW_OUTGOING: '127.0.0.0/8,localhost' } });
  await licet.operator.groups.create({ body: { name: 'Finance' } });
  person = await newVisitor(browser, { baseURL: licet.url });
});

test.afterAll(() => endAll(person, licet, slapd));

const type = async (login: string, typed: string) => {
  const { page } = person;
  await page.getByLabel('E-mail or username').fill(login);
  await page.getByLabel('Password', { exact: true }).fill(typed);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
};
const usernames = async () =>
  (await licet.operator.users.list({ query: {} })).items.map(({ username }) => username).sort();

test('an administrator connects the directory, and its test reports what it found', async ({ browser }) => {
  const ingrid = await newVisitor(browser, { baseURL: licet.url });
  const { page } = ingrid;
  await page.goto('/settings/connections');
  await enter(page, administrator.username, administrator.password);
  await page.getByRole('button', { name: 'Add a connection' }).click();
  await page.getByRole('menuitem', { name: 'LDAP directory' }).click();
  await page.getByText('OpenLDAP', { exact: true }).click();
  await page.getByLabel('Name', { exact: true }).fill('Corp');
  await page.getByLabel('Address', { exact: true }).fill(`ldaps://localhost:${slapd.tlsPort}`);
  await page.getByLabel('CA certificate').fill(slapd.authority);
  await page.getByLabel('Base DN', { exact: true }).fill(peopleDn);
  await page.getByLabel('Bind DN', { exact: true }).fill(reader.dn);
  await page.getByLabel('Password of the bind DN').fill(reader.password);
  await page.getByLabel('Create users at their first sign-in').check();
  await page.getByLabel('Only from these domains').fill('corp.example');
  await page.getByLabel('Domains that use this provider').fill('corp.example');
  await page.getByText('Search groups', { exact: true }).click();
  await page.getByLabel('Base DN of groups').fill(groupsDn);
  await page.getByRole('button', { name: 'Add a group' }).click();
  await page.getByLabel('Provider value, line 1').fill('finance');
  await page.getByRole('combobox', { name: /line 1/ }).fill('Fin');
  await page.getByRole('option', { name: 'Finance' }).click();
  await page.getByRole('complementary').getByRole('button', { name: 'Add the directory' }).click();
  await expect(page.getByRole('heading', { name: 'Corp' })).toBeVisible();
  await page.getByRole('button', { name: 'Test the connection' }).click();
  await expect(page.getByText('The directory works as expected.')).toBeVisible();
  await expect(page.getByText('TLSv1.3')).toBeVisible();
  await expect(page.getByText('finance, staff')).toBeVisible();
  ingrid.quiet();
  await ingrid.leave();
});

test('wrong passwords, locked entries, ambiguous names and empty passwords are refused without creating a user', async () => {
  const { page } = person;
  person.mayBeRefused(401, 429);
  await page.goto('/');
  for (const [login, typed] of [
    ['ada', 'wrong'],
    ['bob', corpPassword],
    ['twin@corp.example', corpPassword],
  ] as const) {
    await type(login, typed);
    await expect(page.getByText(wrong).first()).toBeVisible();
  }
  await type('ada', '');
  await expect(page.getByText('Enter your password.').first()).toBeVisible();
  expect(await usernames()).toEqual([administrator.username]);
});

test('signing in by name or by e-mail address leads to one new user, who joins the mapped group', async () => {
  const { page } = person;
  await type('ada', corpPassword);
  await expect(page.getByRole('button', { name: 'Account of ada of Corp' })).toBeVisible();
  const [group] = (await licet.operator.groups.list({ query: {} })).items;
  const members = await licet.operator.groups.members({ params: { group: group?.id ?? '' }, query: {} });
  expect(members.items.map((member) => member.name)).toEqual(['ada of Corp']);
  await leaveByMenu(page);
  await enter(page, 'ada@corp.example', corpPassword);
  expect(await usernames()).toEqual(['ada', administrator.username]);
  await leaveByMenu(page);
});

test('while the directory is unavailable, its users get an error, and users with a password here sign in', async () => {
  const { page } = person;
  person.mayBeRefused(502, 503);
  await slapd.stop();
  try {
    await type('cleo', corpPassword);
    await expect(page.getByText('Corp cannot be queried.').first()).toBeVisible();
    await enter(page, administrator.username, administrator.password);
    await leaveByMenu(page);
  } finally {
    await slapd.start();
  }
  expect(await usernames()).toEqual(['ada', administrator.username]);
});

test('an existing user links a directory entry in My account, signs in with it, and unlinks it', async () => {
  const { page } = person;
  const { id } = await licet.operator.users.create({ body: { username: 'maya', name: 'Maya Lindqvist' } });
  const { url } = await licet.operator.users.passwordLink({ params: { user: id } });
  await page.goto(url);
  await page.getByLabel('New password').fill(password);
  await page.getByRole('button', { name: 'Set the password' }).click();
  await enter(page, 'maya', password);
  await page.goto('/me?tab=credentials');
  const corpLine = page.locator('.lines > div').filter({ hasText: 'Corp' });
  await corpLine.getByRole('button', { name: 'Link' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Username in the directory')).toBeFocused();
  await page.keyboard.type('cleo');
  await page.keyboard.press('Tab');
  await page.keyboard.type('wrong');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('The name or the password for Corp is wrong.').first()).toBeVisible();
  await look(page, 'me-directory-refused');
  await dialog.getByLabel('Password in the directory').fill(corpPassword);
  await dialog.getByRole('button', { name: 'Link' }).click();
  await expect(page.getByText('cleo@corp.example')).toBeVisible();
  await leaveByMenu(page);
  await enter(page, 'cleo', corpPassword);
  await expect(page.getByRole('button', { name: 'Account of Maya Lindqvist' })).toBeVisible();
  await page.goto('/me?tab=credentials');
  await page.getByRole('button', { name: 'Unlink Corp' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Unlink it' }).click();
  await expect(page.getByText('Your account of Corp is unlinked.')).toBeVisible();
  await leaveByMenu(page);
  await enter(page, 'maya', password);
  await leaveByMenu(page);
});

test('repeated wrong passwords make the user wait, and the page says so', async () => {
  const { page } = person;
  const waits = page.getByText(/^There were several wrong passwords\./);
  // Repeats the attempts. On a busy machine, the first waiting times end before the next attempt.
  for (let attempt = 0; attempt < 12 && (await waits.count()) === 0; attempt++) {
    await type('ada', `wrong ${attempt}`);
    await expect(waits.or(page.getByText(wrong)).first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeEnabled();
  }
  await expect(waits.first()).toBeVisible();
  person.quiet();
});
