import { expect, test } from '@playwright/test';
import { callerFor } from '../examples/ledger/sample/members.ts';
import { endAll } from './end-all.ts';
import { administrator, type RunningLicet } from './licet.ts';
import { startSample } from './made-once.ts';
import { newVisitor, openAs, type Visitor } from './visitor.ts';

let licet: RunningLicet;
let visitor: Visitor;
let review: string;

test.beforeAll(async ({ browser }) => {
  ({ licet } = await startSample('requests'));
  const { operator } = licet;
  const ingrid = (await operator.users.list({ query: { q: administrator.email } })).items[0]?.id ?? '';
  review = (
    await operator.reviews.open({
      body: {
        name: 'Ledger, year end',
        scope: { kind: 'application', application: 'ledger' },
        reviewers: { kind: 'users', users: [ingrid] },
        endsAt: new Date(Date.now() + 14 * 86_400_000).toISOString(),
        undecided: 'keep',
      },
    })
  ).id;
  visitor = await newVisitor(browser, { baseURL: licet.url, reducedMotion: 'reduce' });
  await openAs(visitor.page, licet.url, administrator.email, administrator.password);
});
test.afterAll(() => endAll(visitor, licet));

for (const filter of ['All', 'Open'])
  test(`the selected line stays selected after another reviewer has decided it, with the filter “${filter}”`, async () => {
    const { page } = visitor;
    const { operator } = licet;
    const caller = await callerFor(licet.url, administrator.email, administrator.password);
    await page.goto('/inbox');
    await page.locator('[data-item]').filter({ hasText: 'Review Ledger, year end' }).click();
    const pane = page.locator('section.panel');
    const current = pane.locator('[data-line][aria-current]');
    await expect(current).toContainText(/Granted by .+ on /);
    if (filter === 'Open') await pane.getByRole('radio', { name: /^Open/ }).click();
    const read = (await current.getAttribute('data-line')) ?? '';
    const about = { params: { review } };
    const { items } = await caller.reviews.items({ ...about, query: { limit: 200 } });
    const { line = 0, version = 0 } = items.find((item) => String(item.line) === read) ?? {};
    await caller.reviews.decide({ ...about, body: { decisions: [{ line, version, decision: 'revoke' }] } });
    // Any change of the organisation refreshes the page.
    await operator.groups.create({ body: { name: `Any change ${filter}` } });
    await expect(pane.locator(`[data-line="${read}"]`)).toHaveClass(/decided/);
    await expect(current).toHaveAttribute('data-line', read);
  });

test('Ctrl Z does not undo a decision of another reviewer that replaced the viewer’s decision', async () => {
  const { page } = visitor;
  const caller = await callerFor(licet.url, administrator.email, administrator.password);
  const about = { params: { review } };
  const stateOf = async (read: string) =>
    (await caller.reviews.items({ ...about, query: { limit: 200 } })).items.find(({ line }) => String(line) === read);
  await page.goto('/inbox');
  await page.locator('[data-item]').filter({ hasText: 'Review Ledger, year end' }).click();
  const pane = page.locator('section.panel');
  const current = pane.locator('[data-line][aria-current]');
  await expect(current).toContainText(/Granted by .+ on /);
  const read = (await current.getAttribute('data-line')) ?? '';
  await current.getByRole('button', { name: /^Keep/ }).click();
  await expect.poll(async () => (await stateOf(read))?.state).toBe('kept');
  const { line = 0, version = 0 } = (await stateOf(read)) ?? {};
  await caller.reviews.decide({ ...about, body: { decisions: [{ line, version, decision: 'revoke' }] } });
  await licet.operator.groups.create({ body: { name: 'Another change' } });
  await expect(pane.locator(`[data-line="${read}"]`)).toContainText('Revoked');
  await page.keyboard.press('Control+z');
  await expect(page.getByText(`Line ${read}:`)).toBeVisible();
  expect((await stateOf(read))?.state).toBe('revoked');
});
