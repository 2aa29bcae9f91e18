import { expect, type Page, test } from '@playwright/test';
import { idOf, type Organisation } from '../examples/ledger/sample/organisation.ts';
import { endAll } from './end-all.ts';
import { administrator, type RunningLicet } from './licet.ts';
import { look } from './looks.ts';
import { startSample } from './made-once.ts';
import { newVisitor, openAs, type Visitor } from './visitor.ts';

let licet: RunningLicet;
let organisation: Organisation;
let visitor: Visitor;
let page: Page;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async ({ browser }) => {
  ({ licet, organisation } = await startSample('requests'));
  visitor = await newVisitor(browser, { baseURL: licet.url, reducedMotion: 'reduce' });
  page = visitor.page;
  await openAs(page, licet.url, administrator.email, administrator.password, '/users');
});

test.afterEach(() => visitor.quiet());

test.afterAll(() => endAll(visitor, licet));

const addresses = () => page.getByLabel('Addresses');
const who = () => page.getByRole('region', { name: 'Who is invited' });
const button = (count: number) => page.getByRole('button', { name: `Invite ${count} people`, exact: true });

const pasted = `lea.ferrari@new.example
Balogun, Tunde <tunde.balogun@new.example>; "Sofia Marín" <sofia.marin@new.example>
LEA.FERRARI@new.example
anna.kowalska@aurelia
Jörg Müller <joerg@bücher.example>`;

test('the palette opens the invite screen, which lists pasted addresses and marks repeated and invalid ones', async () => {
  await page.keyboard.press('Control+k');
  await page.keyboard.type('invite');
  await page.getByRole('option', { name: 'Invite people' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Invite people');
  await expect(page).toHaveURL(/\/users\/invite$/);
  const { items } = await licet.operator.users.list({ query: { q: 'Maya Lindqvist' } });
  const known = items[0];
  if (!known) throw new Error('The sample has no Maya Lindqvist.');
  await licet.operator.users.update({
    params: { user: known.id },
    body: { email: 'maya@aurelia.example' },
    ifMatch: known.version,
  });
  await addresses().fill(`${pasted}\nmaya@aurelia.example`);
  await expect(page.getByText('7 addresses found.', { exact: false })).toBeVisible();
  await expect(who()).toContainText('4 people are invited');
  await expect(who()).toContainText(
    /Lea Ferrari lea\.ferrari@.*, Tunde Balogun .*, Sofia Marín .*, Jörg Müller joerg@bücher\.example/,
  );
  await expect(who()).toContainText('maya@aurelia.example has an account');
  await expect(who().getByRole('link', { name: 'Maya Lindqvist' })).toBeVisible();
  await expect(who()).toContainText('1 address is there twice');
  await expect(page.getByText('anna.kowalska@aurelia has no domain ending.')).toBeVisible();
  await page.getByRole('button', { name: 'Fix it' }).click();
  await expect(addresses()).toBeFocused();
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('anna.kowalska@aurelia');
  await page.reload();
  await expect(who()).toContainText('4 people are invited');
});

test('groups and roles show their effects, one button creates and invites the users, and Undo reverts the access', async () => {
  const { operator } = licet;
  const group = page.getByRole('combobox', { name: /^Groups/ });
  await group.fill('Finance');
  await page
    .getByRole('option', { name: /^Finance \d/ })
    .first()
    .click();
  const role = page.getByRole('combobox', { name: /^Roles/ });
  await role.fill('auditor');
  await page
    .getByRole('option', { name: /^Ledger auditor/ })
    .first()
    .click();
  await page.getByRole('radio', { name: '1 month' }).check();
  const effects = page.getByRole('region', { name: 'What this changes' });
  await expect(effects).toContainText(/4 people|Jörg Müller/);
  await expect(button(4)).not.toHaveAttribute('aria-disabled', 'true');
  await look(page, 'invite', async () => {
    await expect(effects).toHaveAttribute('aria-busy', 'false');
    await expect(button(4)).not.toHaveAttribute('aria-disabled', 'true');
  });
  await button(4).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('4 people are invited.').first()).toBeVisible();
  const created = async () =>
    (await operator.users.list({ query: { status: 'invited', q: 'new.example' } })).items.map(({ name }) => name);
  expect((await created()).toSorted()).toEqual(['Lea Ferrari', 'Sofia Marín', 'Tunde Balogun']);
  const queued = await operator.mail.list({ query: { limit: 20 } });
  expect(queued.items.filter(({ template }) => template === 'invitation')).toHaveLength(4);
  const grants = await operator.grants.list({
    params: { application: 'ledger' },
    query: { role: idOf(organisation.roles, 'ledger/auditor'), limit: 100 },
  });
  const of = grants.items.filter(({ principal }) => principal.name === 'Jörg Müller');
  expect(of.map(({ ends }) => ends !== null)).toEqual([true]);
  // Invalid entries stay in the field.
  await expect(addresses()).toHaveValue('anna.kowalska@aurelia');
  await page.getByRole('button', { name: 'Leave it out' }).click();
  await expect(addresses()).toHaveValue('');
  await look(page, 'invite-done', () =>
    expect(page.getByRole('link', { name: 'Show the invited people' })).toBeVisible(),
  );
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(page.getByText(/^The people and their access are removed\./)).toBeVisible();
  expect(await created()).toEqual([]);
});

test('more people than one plan can hold are refused, and the message states the limit', async () => {
  await addresses().fill(Array.from({ length: 1001 }, (_, n) => `person${n}@new.example`).join('\n'));
  await expect(page.getByText(/1,000 people can be invited at once/).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Invite 1,001 people' })).toHaveAttribute('aria-disabled', 'true');
  await addresses().fill('');
});

test('people are invited by keyboard alone', async () => {
  await page.goto('/users/invite');
  await addresses().focus();
  await page.keyboard.insertText('noor.haddad@new.example\nravi.menon@new.example');
  await expect(button(2)).not.toHaveAttribute('aria-disabled', 'true');
  for (let step = 0; step < 12; step += 1) {
    await page.keyboard.press('Tab');
    if (await button(2).evaluate((it) => it === document.activeElement)) break;
  }
  await expect(button(2)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('2 people are invited.').first()).toBeVisible();
  await page.goto('/users?status=invited&q=new.example');
  await expect(page.getByRole('grid')).toContainText('Noor Haddad');
});
