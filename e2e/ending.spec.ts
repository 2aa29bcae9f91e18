import { expect, test } from '@playwright/test';
import { callerFor, givePasswords } from '../examples/ledger/sample/members.ts';
import { idOf, type Organisation } from '../examples/ledger/sample/organisation.ts';
import { endAll } from './end-all.ts';
import { administrator, type RunningLicet } from './licet.ts';
import { look, opening } from './looks.ts';
import { startSample } from './made-once.ts';
import { newVisitor, openAs } from './visitor.ts';

let licet: RunningLicet;
let organisation: Organisation;
const role = (name: string) => idOf(organisation.roles, `ledger/${name}`);
const user = (name: string) => idOf(organisation.users, name);

test.beforeAll(async () => {
  ({ licet, organisation } = await startSample('organisation'));
  const { operator } = licet;
  const params = { application: 'ledger', role: role('approver') };
  const { version: _, ...policy } = await operator.roles.policy({ params });
  const breakGlass = { users: [user('Maya Lindqvist')], groups: [], seconds: 7200 };
  await operator.roles.setPolicy({
    params,
    body: { ...policy, approval: { steps: [{ approvers: 'owners', needed: 1 }] }, breakGlass },
  });
  const { id: separation } = await operator.separations.create({
    body: {
      name: 'Controlling and approving',
      parts: ['controller', 'approver'].map((name) => ({ elements: [{ kind: 'role' as const, id: role(name) }] })),
    },
  });
  await operator.separations.except({
    params: { separation },
    body: {
      holder: user('Tomasz Wójcik'),
      reason: 'Month end',
      ends: new Date(Date.now() + 200_000_000).toISOString(),
    },
  });
  await givePasswords(operator, [user('Maya Lindqvist')]);
  const maya = await callerFor(licet.url, 'maya.lindqvist');
  await maya.breakGlass.use({ body: { application: 'ledger', role: 'approver', reason: 'Nobody answers' } });
});
test.afterAll(() => endAll(licet));

test('grants that end soon are extended in one change set, and one is ended now, by keyboard', async ({ browser }) => {
  const { page, leave } = await newVisitor(browser, { baseURL: licet.url, reducedMotion: 'reduce' });
  await openAs(page, licet.url, administrator.email, administrator.password);
  const grid = page.getByRole('grid', { name: 'Ending' });
  const dialog = page.getByRole('dialog');
  await look(page, 'home-ending', opening(page, '/'));
  await page.goto('/');
  await page.getByRole('link', { name: /^Ends in 7 days/ }).click();
  await expect(grid.getByText('emergency access')).toBeVisible();
  await look(page, 'ending', opening(page, '/ending?within=2592000'));
  await look(page, 'ending-none', opening(page, '/ending?within=3600&kind=exception'));

  const among = ['Chiara Benedetti', 'Priya Raghunathan', 'Tomasz Wójcik'];
  const pick = async (width = 1440) => {
    if (width === 390) return;
    for (const name of among) await grid.getByRole('row', { name }).first().getByRole('checkbox').press('Space');
    await page.getByRole('button', { name: 'Extend or shorten…' }).press('Enter');
    await expect(dialog.getByText('Chiara Benedetti gains', { exact: false })).toBeVisible();
  };
  await look(page, 'ending-several', opening(page, '/ending', pick));
  await page.goto('/ending');
  await pick();
  await dialog.getByRole('textbox', { name: 'Why' }).fill('Month end takes longer');
  await dialog.getByRole('button', { name: 'Change 3 end dates' }).press('Enter');
  await expect(page.getByText('3 end dates are changed.')).toBeVisible();
  for (const name of among.slice(0, 2)) await expect(grid.getByRole('row', { name })).toBeHidden();
  const [set] = (await licet.operator.plans.applied({ query: { limit: 1 } })).items;
  expect(set).toMatchObject({ changes: 3, reason: 'Month end takes longer' });
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(page.getByText('3 previous end dates are restored.')).toBeVisible();
  for (const name of among.slice(0, 2)) await expect(grid.getByRole('row', { name }).first()).toBeVisible();
  const [undone] = (await licet.operator.plans.applied({ query: { limit: 1 } })).items;
  expect(undone).toMatchObject({ changes: 3, reverts: [set?.no] });

  await grid.getByRole('button', { name: 'More about approver of Maya Lindqvist' }).press('Enter');
  await page.getByRole('menuitem', { name: 'End now…' }).press('Enter');
  await expect(dialog.getByText(/Maya Lindqvist loses/)).toBeVisible();
  await page.setViewportSize({ width: 390, height: 740 });
  const toast = await page.locator('.toast').boundingBox();
  const actions = await dialog.locator('footer').boundingBox();
  expect((toast?.y ?? 0) + (toast?.height ?? 0), 'where a toast ends').toBeLessThanOrEqual(actions?.y ?? 0);
  await look(page, 'ending-now', async () => undefined);
  await dialog.getByRole('button', { name: 'End it now' }).press('Enter');
  await expect(page.getByText('It has ended.')).toBeVisible();
  await expect(grid.getByText('emergency access')).toBeHidden();
  await leave();
});
