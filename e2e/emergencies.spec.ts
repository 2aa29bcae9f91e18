import { expect, test } from '@playwright/test';
import { callerFor, givePasswords, samplePassword } from '../examples/ledger/sample/members.ts';
import { idOf, type Organisation } from '../examples/ledger/sample/organisation.ts';
import { endAll } from './end-all.ts';
import { administrator, type RunningLicet } from './licet.ts';
import { look, opening } from './looks.ts';
import { startSample } from './made-once.ts';
import { newVisitor, openAs } from './visitor.ts';

let licet: RunningLicet;
let organisation: Organisation;
test.beforeAll(async () => {
  ({ licet, organisation } = await startSample('organisation'));
  const params = { application: 'ledger', role: idOf(organisation.roles, 'ledger/approver') };
  const { version: _, ...policy } = await licet.operator.roles.policy({ params });
  const people = ['Maya Lindqvist', 'Rashid Karimov'].map((name) => idOf(organisation.users, name));
  const breakGlass = { users: people, groups: [], seconds: 7200 };
  const steps = [{ approvers: 'owners' as const, needed: 1 }];
  await licet.operator.roles.setPolicy({
    params,
    body: { ...policy, approval: { steps }, breakGlass, longestSeconds: 172_800, reasonNeeded: true },
  });
  await givePasswords(licet.operator, people);
});
test.afterAll(() => endAll(licet));

test('a user takes an emergency role by keyboard, and its reviewer revokes it as unjustified', async ({ browser }) => {
  const maya = await newVisitor(browser, { baseURL: licet.url, reducedMotion: 'reduce' });
  await openAs(maya.page, licet.url, 'maya.lindqvist', samplePassword);
  await look(maya.page, 'emergencies-offer', opening(maya.page, '/emergencies'));
  await maya.page.getByRole('button', { name: 'Take it…' }).focus();
  await maya.page.keyboard.press('Enter');
  const dialog = maya.page.getByRole('dialog', { name: 'Take the role approver in Ledger now?' });
  await expect(dialog.getByText('You have it for 2 hours')).toBeVisible();
  await dialog.getByRole('button', { name: 'Take it now' }).press('Enter');
  await expect(dialog.getByText('Say why it cannot wait').first()).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Why' }).fill('The payment run is stuck and nobody answers');
  await dialog.getByRole('button', { name: 'Take it now' }).press('Enter');
  await expect(maya.page.getByText('You have the role approver now.')).toBeVisible();
  await expect(maya.page.getByRole('grid').getByText('Not reviewed yet')).toBeVisible();

  const rashid = await callerFor(licet.url, 'rashid.karimov');
  await rashid.breakGlass.use({ body: { application: 'ledger', role: 'approver', reason: 'The same, from Oslo' } });

  const { page, leave } = await newVisitor(browser, { baseURL: licet.url, reducedMotion: 'reduce' });
  await openAs(page, licet.url, administrator.email, administrator.password);
  await look(
    page,
    'home-emergencies',
    opening(page, '/', () => expect(page.getByText('used emergency access').first()).toBeVisible()),
  );
  const open = async () => {
    await page.getByRole('grid').getByText('Maya Lindqvist').click();
    await expect(page.getByText('The payment run is stuck')).toBeVisible();
  };
  await look(page, 'emergencies-open', opening(page, '/emergencies?state=unreviewed', open));
  await page.getByText('Not justified: the access ends immediately').click();
  await page.getByRole('textbox', { name: 'What you found' }).fill('It could have waited for Chiara');
  await page.getByRole('button', { name: 'Save the review' }).click();
  await expect(page.getByText('Reviewed. Maya Lindqvist sees it in Licet.')).toBeVisible();
  const { items } = await licet.operator.users.grants({
    params: { user: idOf(organisation.users, 'Maya Lindqvist') },
    query: { state: 'active' },
  });
  expect(items.map(({ gives }) => gives.name)).not.toContain('approver');
  await look(page, 'emergencies-none', opening(page, '/emergencies?state=justified'));
  await leave();
  await maya.leave();
});

test("the grant form shows the limits of the role's policy before it is sent", async ({ browser }) => {
  const { page, leave } = await newVisitor(browser, { baseURL: licet.url, reducedMotion: 'reduce' });
  await openAs(page, licet.url, administrator.email, administrator.password);
  const [role, to] = [idOf(organisation.roles, 'ledger/approver'), idOf(organisation.users, 'Anneli Saarinen')];
  const filled = async () => {
    await page.getByRole('radio', { name: 'No end' }).click({ force: true });
    await expect(page.getByText('This role can be granted for 2 days at most.').first()).toBeVisible();
  };
  await look(
    page,
    'grant-limited',
    opening(page, `/applications/ledger?tab=grants&add=1&role=${role}&to=${to}`, filled),
  );
  await expect(page.getByText('A reason is missing.').first()).toBeVisible();
  await page.getByRole('textbox', { name: 'Reason' }).fill('Month end');
  await expect(page.getByText('A reason is missing.')).toBeHidden();
  await page.getByRole('radio', { name: '2 h' }).click({ force: true });
  await expect(page.getByText('Gains', { exact: false }).first()).toBeVisible();
  await leave();
});
