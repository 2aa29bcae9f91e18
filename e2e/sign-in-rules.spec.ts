import { expect, test } from '@playwright/test';
import { givePasswords, samplePassword } from '../examples/ledger/sample/members.ts';
import { endAll } from './end-all.ts';
import { administrator, type RunningLicet } from './licet.ts';
import { goTo, inGerman, look } from './looks.ts';
import { startWithAdministrator } from './made-once.ts';
import { enter, newVisitor, openAs, type Visitor } from './visitor.ts';

// Tests the sign-in rules in the settings. Before saving, the page shows the users whom the rules would lock out.
test.describe.configure({ mode: 'serial' });

let licet: RunningLicet;
let ingrid: Visitor;
let group: string;
let owner: string;

test.beforeAll(async ({ browser }) => {
  licet = await startWithAdministrator();
  const made = people.map(([username, name]) => licet.operator.users.create({ body: { username, name } }));
  const users = (await Promise.all(made)).map(({ id }) => id);
  await givePasswords(licet.operator, users);
  owner = users.at(-1) ?? '';
  group = (await licet.operator.groups.create({ body: { name: 'Treasury', description: '' } })).id;
  for (const member of users.slice(0, 3)) await licet.operator.groups.addMember({ params: { group, member } });
  await licet.inDatabase(`update set_up_windows set expires_at = expires_at - interval '1 hour'`);
  ingrid = await newVisitor(browser, { baseURL: licet.url });
  await openAs(ingrid.page, licet.url, administrator.email, administrator.password);
});

test.afterEach(() => ingrid.quiet());

test.afterAll(() => endAll(ingrid, licet));

test('the current sign-in rules block no user', async () => {
  const { page } = ingrid;
  await page.goto('/settings');
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Sign-in' }).click();
  await expect(page.getByRole('heading', { name: 'What the rules do now to 31 people' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Nobody is stopped' })).toBeVisible();
  await look(page, 'settings-sign-in');
});

test('users whom new rules would block are listed, and rules that block every administrator cannot be saved', async () => {
  const { page } = ingrid;
  ingrid.mayBeRefused(409);
  await page.getByRole('button', { name: 'Everybody', exact: true }).click();
  await expect(page.getByRole('row', { name: /^Stopped/ })).toContainText('300');
  await expect(page.getByText('1 to 25 of 31')).toBeVisible();
  const sideways = ({ scrollWidth, clientWidth }: Element) => scrollWidth - clientWidth;
  expect(await page.locator('#main .body').evaluate(sideways), 'how far a long name pushes the page').toBe(0);
  await page.getByRole('button', { name: /^Stopped/ }).click();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('26 to 30 of 30')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Find by name' }).fill('Yara');
  await expect(page.getByRole('gridcell', { name: /Yara Haddad/ })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Find by name' }).fill('');
  await expect(page.getByText('1 to 25 of 30')).toBeVisible();
  await look(page, 'settings-sign-in-locks-out');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Every administrator could be locked out.')).toBeVisible();
});

test('the names of blocked users are downloaded as a CSV file', async () => {
  test.skip(inGerman, 'This test looks at no page, so it needs no German.');
  const { page } = ingrid;
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save names as CSV' }).click();
  const chunks: Buffer[] = [];
  for await (const chunk of await (await download).createReadStream()) chunks.push(chunk as Buffer);
  const lines = Buffer.concat(chunks).toString().trim().split('\r\n');
  expect(lines).toHaveLength(31);
  expect(lines).toContain('Yara Haddad,yara.haddad,A second factor,,');
});

test('blocked users get a mail about the new rules, and the page shows its progress', async () => {
  const { page } = ingrid;
  await page.getByRole('button', { name: 'Mail them…' }).click();
  await expect(page.getByRole('heading', { name: 'Mail these 30 people?' })).toBeVisible();
  await look(page, 'settings-sign-in-mail');
  await page.getByRole('button', { name: 'Send by mail' }).click();
  const round = page.getByRole('region', { name: 'Mails about these rules' });
  await expect(round.getByText('Sent', { exact: true })).toBeVisible({ timeout: 30_000 });
  await expect(round.getByText(/people: no e-mail address\./)).toBeVisible();
  await look(page, 'settings-sign-in-mailed');
  expect((await licet.operator.policy.get()).secondFactor).toEqual([]);
});

test('one button gives everybody a deadline, so that the rules block no user', async () => {
  const { page } = ingrid;
  await page.getByRole('button', { name: /^Give everybody time until/ }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Nobody would be stopped.' })).toBeVisible();
  await expect(page.getByText('Every administrator could be locked out.')).toBeHidden();
  await expect(page.getByRole('row', { name: /^Still have time/ })).toContainText('310');
  await page.getByRole('button', { name: /^Still have time/ }).click();
  await look(page, 'settings-sign-in-time');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('The sign-in rules are changed.')).toBeVisible();
  await expect(page.getByRole('heading', { name: /^What the rules do now/ })).toBeVisible();
});

test('rules that block users are saved only after a confirmation that states their number', async () => {
  const { page } = ingrid;
  await page.getByRole('button', { name: 'No longer require it: Everybody' }).click();
  await page.getByRole('button', { name: 'A group', exact: true }).click();
  await page.getByRole('combobox', { name: 'Find a group' }).fill('Treas');
  await page.getByRole('option', { name: /Treasury/ }).click();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('heading', { name: 'Stop 3 people?' })).toBeVisible();
  await look(page, 'settings-sign-in-ask');
  await page.getByRole('button', { name: 'Back to the rules' }).click();
  expect((await licet.operator.policy.get()).secondFactor).toMatchObject([{ of: { kind: 'everybody' } }]);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByRole('button', { name: 'Save, and stop 3 people' }).click();
  await saved({ secondFactor: [{ of: { name: 'Treasury' } }] });
});

test('a change by another administrator is shown next to the form, and both changes can be kept', async () => {
  const { page } = ingrid;
  ingrid.mayBeRefused(412);
  await choose('Ask again in the same browser', 'After 7 days');
  await page.getByLabel('Domains of e-mail addresses').fill('Aurelia.example, aurelia.test');
  const { version, ...present } = await licet.operator.policy.get();
  const secondFactor = [{ of: { kind: 'group' as const, id: group }, graceUntil: null }];
  const others = { ...present, secondFactor, rememberedDays: 30, freshSignIn: 300 };
  await licet.operator.policy.update({ ifMatch: version, body: others });
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByRole('button', { name: 'Save, and stop 3 people' }).click();
  await expect(page.getByRole('row', { name: /After 30 days.*After 7 days/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Keep mine' })).toBeInViewport();
  await look(page, 'settings-sign-in-conflict');
  await page.getByRole('button', { name: 'Keep mine' }).click();
  await page.getByRole('button', { name: 'Save, and stop 3 people' }).click();
  await saved({
    rememberedDays: 7,
    freshSignIn: 300,
    emailDomains: ['aurelia.example', 'aurelia.test'],
  });
});

test('a user whose sign-in is too old signs in again, and the form keeps their choices', async () => {
  test.skip(inGerman, 'This test looks at no page, so it needs no German.');
  const { page } = ingrid;
  ingrid.mayBeRefused(401);
  await choose('Administrators', '4 hours');
  await licet.inDatabase(`update sessions set created_at = created_at - interval '11 minutes'`);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByRole('button', { name: 'Save, and stop 3 people' }).click();
  await page.getByRole('button', { name: 'Sign in again', exact: true }).click();
  await page.waitForURL(/\/sign-in\//);
  await enter(page, administrator.username, administrator.password);
  await expect(page.getByRole('button', { name: /^4 hours/ })).toBeVisible();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByRole('button', { name: 'Save, and stop 3 people' }).click();
  await saved({ sessions: { administrators: 4 * 3600 } });
});

test('the home page counts users without a second factor or a sign-in, and links to them', async () => {
  const { page } = ingrid;
  await look(page, 'home-health', (width) => goTo(page, '/', width));
  await page.getByRole('link', { name: /^31 people have no second factor/ }).click();
  await expect(page.getByText('1 to 31 of 31')).toBeVisible();
  await page.goBack();
  await page.getByRole('link', { name: /^30 people never signed in/ }).click();
  await expect(page.getByText('1 to 30 of 30')).toBeVisible();
  await look(page, 'users-lacking');
});

test('sign-in rules that fail to load are reported, and can be loaded again', async () => {
  const { page } = ingrid;
  ingrid.mayBeRefused(500);
  await page.route('**/api/v1/policy', (route) => route.fulfill({ status: 500, body: '' }));
  await look(page, 'settings-sign-in-failing', async () => {
    await page.goto('/settings/policy'); // Loads the page, so that no cached response is used.
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  });
  await page.unroute('**/api/v1/policy');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'How people sign in' })).toBeVisible();
});

test('stricter rules of an application list the blocked users before saving, and its owner can change them', async ({
  browser,
}) => {
  const { page } = ingrid;
  const params = { application: 'ledger' };
  await licet.operator.applications.create({ body: { id: 'ledger', name: 'Ledger' } });
  const role = await licet.operator.roles.create({ params, body: { name: 'reader' } });
  const principal = { kind: 'group' as const, id: group };
  await licet.operator.grants.create({ params, body: { principal, gives: { kind: 'role', id: role.id } } });
  await licet.operator.applications.addOwner({ params: { ...params, user: owner } });
  const { version, ...present } = await licet.operator.policy.get();
  const body = { ...present, ways: ['password' as const, 'passkey' as const], secondFactor: [] };
  await licet.operator.policy.update({ ifMatch: version, body });

  await goTo(page, '/applications/ledger?tab=sign-in');
  await expect(page.getByRole('heading', { name: 'What the rules do now to 4 people' })).toBeVisible();
  await page.getByLabel('Only some of them').check();
  await expect(page.getByRole('checkbox', { name: 'Other providers' })).toBeDisabled();
  await page.getByLabel('Everybody needs a second factor here').check();
  await choose('How old a sign-in may be', '8 hours');
  await page.getByRole('button', { name: /^Stopped/ }).click();
  await expect(page.getByRole('gridcell', { name: /Amina Haddad/ })).toBeVisible();
  await expect(page.getByRole('gridcell', { name: /Yara Quispe/ }), 'its owner, who holds nothing in it').toBeVisible();
  await look(page, 'application-sign-in');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(
    page.getByText('They cannot sign in to Ledger the next time they come to it. Elsewhere they stay signed in.'),
  ).toBeVisible();
  await look(page, 'application-sign-in-ask');
  await page.getByRole('button', { name: 'Save, and stop 4 people' }).click();
  const ways = ['password', 'passkey'];
  await expect
    .poll(() => licet.operator.policy.ofApplication({ params }))
    .toMatchObject({ ways, secondFactor: true, maxAge: 8 * 3600 });

  const german = await newVisitor(browser, { baseURL: licet.url, locale: 'de-DE' });
  await german.page.goto('/applications/ledger?tab=sign-in');
  await german.page.getByLabel('E-Mail oder Benutzername').fill('yara.quispe');
  await german.page.getByLabel('Passwort', { exact: true }).fill(samplePassword);
  await german.page.getByRole('button', { name: 'Anmelden', exact: true }).click();
  await german.page.getByRole('checkbox', { name: 'Passwort', exact: true }).uncheck();
  await look(german.page, 'application-sign-in-owner-de');
  await german.page.getByRole('button', { name: 'Änderungen speichern' }).click();
  await expect(german.page.getByText('Die Anmeldung bei Ledger ist geändert.')).toBeVisible();
  expect((await licet.operator.policy.ofApplication({ params })).ways).toEqual(['passkey']);
  german.quiet();
  await german.leave();
});

test('the sign-in rules are in German for a German browser', { tag: '@whole' }, async ({ browser }) => {
  const german = await newVisitor(browser, { baseURL: licet.url, locale: 'de-DE' });
  const { page } = german;
  await page.goto('/settings/policy');
  await page.getByLabel('E-Mail oder Benutzername').fill(administrator.username);
  await page.getByLabel('Passwort', { exact: true }).fill(administrator.password);
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
  await page.getByRole('button', { name: 'Alle', exact: true }).click();
  await page.getByRole('button', { name: /^Kommt nicht hinein/ }).click();
  await expect(page.getByText('Niemand aus der Administration ist auf diese Regeln vorbereitet').first()).toBeVisible();
  await look(page, 'settings-sign-in-de');
  german.quiet();
  await german.leave();
});

async function choose(field: string, value: string): Promise<void> {
  const { page } = ingrid;
  await page.getByRole('button', { name: new RegExp(`${field}$`) }).click();
  await page.getByRole('option', { name: value, exact: true }).click();
}

/** Compares the stored rules, because an earlier toast may still be visible. */
const saved = (expected: Record<string, unknown>) =>
  expect.poll(() => licet.operator.policy.get()).toMatchObject(expected);

const long = 'Thorvaldsen-Björklund af Nordenskiöld til Mustad';
const people = ['Haddad', 'Lindqvist', 'Okafor', 'Petrov', 'Quispe'].flatMap((last) =>
  ['Amina', 'Bruno', 'Chidi', 'Dilara', 'Emil', 'Yara'].map(
    (first) =>
      [`${first}.${last}`.toLowerCase(), first === 'Chidi' ? `${first} ${long} ${last}` : `${first} ${last}`] as const,
  ),
);
