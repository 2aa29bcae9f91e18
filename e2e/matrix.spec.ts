import { expect, test } from '@playwright/test';
import { idOf, type Organisation } from '../examples/ledger/sample/organisation.ts';
import { endAll } from './end-all.ts';
import { administrator, type RunningLicet } from './licet.ts';
import { look, lookBefore, opening, take } from './looks.ts';
import { startSample } from './made-once.ts';
import { newVisitor, openAs } from './visitor.ts';

let licet: RunningLicet;
let organisation: Organisation;
test.beforeAll(async () => {
  ({ licet, organisation } = await startSample('organisation'));
});
test.afterAll(() => endAll(licet));

test('the arrow keys select a matrix cell; its path is shown, and a draft can change it', async ({ browser }) => {
  const visitor = await newVisitor(browser, { baseURL: licet.url, reducedMotion: 'reduce' });
  const { page, leave } = visitor;
  await openAs(page, licet.url, administrator.email, administrator.password);
  const at = (rest: string, then?: () => Promise<unknown>) =>
    opening(page, `/applications/ledger?tab=matrix${rest}`, then);
  const people = page.getByRole('grid', { name: 'People and permissions of Ledger' });
  await look(
    page,
    'matrix-people',
    at('', () => expect(people).toBeAttached()),
  );

  visitor.mayBeRefused(500);
  await lookBefore(page, 'matrix', '/matrix/users', async () => {
    await page.goto('/applications/ledger?tab=matrix');
    await expect(page.getByPlaceholder('Name or e-mail')).toBeVisible();
  });
  await page.getByRole('button', { name: 'Try again' }).click();

  const cell = people.getByRole('button');
  await cell.focus();
  const first = await cell.textContent();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await expect(cell).toBeFocused();
  expect(await cell.textContent()).not.toBe(first);
  await page.keyboard.press('Control+End');
  await expect(cell).toBeInViewport();
  const rows = Number(await people.getAttribute('aria-rowcount'));
  await expect(people.getByRole('row').last()).toHaveAttribute('aria-rowindex', `${rows}`);
  await page.keyboard.press('Control+Home');

  const maya = idOf(organisation.users, 'Maya Lindqvist');
  const read = idOf(organisation.permissions, 'invoices.read');
  const why = page.getByRole('complementary', { name: 'Why' });
  await look(
    page,
    'matrix-why',
    at(`&open=${maya}+${read}`, () =>
      expect(why.getByText('Maya Lindqvist may invoices.read in Ledger.')).toBeVisible(),
    ),
  );
  await look(
    page,
    'matrix-none',
    at('&q=nobody+is+called+so', () => expect(page.getByText('No matches')).toBeVisible()),
  );

  const ofRoles = page.getByRole('grid', { name: 'Roles and permissions of Ledger' });
  await look(
    page,
    'matrix-roles',
    at('&rows=roles', () => expect(ofRoles).toBeAttached()),
  );

  // The auditor may not send invoices. Pressing space only plans the permission and does not apply it.
  await opening(page, '/applications/ledger?tab=matrix&rows=roles&q=auditor&columns=invoices.send')(1440);
  const only = ofRoles.getByRole('button');
  await expect(only).toHaveText('auditor, invoices.send: not permitted');
  await only.focus();
  await page.keyboard.press('Space');
  await expect(only).toHaveText('auditor, invoices.send: will be added');
  await expect(page.getByText('1 change in 1 role')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Legend' })).toContainText('Will be added');
  await look(page, 'matrix-planned');
  await page.getByRole('button', { name: 'Add to the draft' }).click();
  // The cells show the draft, which contains one line per role.
  await opening(page, '/applications/ledger?tab=matrix&rows=roles&q=auditor&columns=invoices.approve')(1440);
  await expect(only).toHaveText('auditor, invoices.approve: not permitted');
  await only.focus();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Add to the draft' }).click();
  await expect(page.getByText('The draft has 1 change now.').last()).toBeVisible();
  await look(
    page,
    'matrix-in-draft',
    at('&rows=roles&q=auditor', () => expect(ofRoles).toBeAttached()),
  );
  await opening(page, '/changes')(1440);
  await expect(page.getByText('Change the permissions of auditor', { exact: true })).toBeVisible();
  await expect(page.getByText('Lars-Erik Väisänen').first()).toBeVisible();
  await leave();
});

test('once usage is reported, the matrix and its legend show a tick for access that was never used', async ({
  browser,
}) => {
  const visitor = await newVisitor(browser, { baseURL: licet.url, reducedMotion: 'reduce' });
  const { page } = visitor;
  await openAs(page, licet.url, administrator.email, administrator.password);
  const asked = '**/api/v1/applications/ledger/matrix/users*';
  await page.route(asked, async (route) => {
    const answer = await route.fetch();
    const json = { ...(await answer.json()), reportedSince: new Date().toISOString() };
    await route.fulfill({ response: answer, json });
  });
  await page.goto('/applications/ledger?tab=matrix');
  const meaning = page.getByRole('listitem').filter({ hasText: 'Permitted, never used' });
  await expect(meaning).toBeVisible();
  // Reads the pixel at the lowest point of the tick, on a canvas of 48 pixels.
  const drawn = await meaning
    .locator('canvas')
    .evaluate((canvas: HTMLCanvasElement) => canvas.getContext('2d')?.getImageData(22, 28, 1, 1).data[3]);
  expect(drawn).toBeGreaterThan(100);
  await take(page, 'matrix-never-used');
  visitor.quiet();
  await visitor.leave();
});
