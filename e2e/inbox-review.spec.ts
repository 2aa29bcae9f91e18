import type { PlannedChange, ReviewItem } from '@licet/contract';
import { expect, type Page, test } from '@playwright/test';
import { callerFor } from '../examples/ledger/sample/members.ts';
import { endAll } from './end-all.ts';
import { administrator, type RunningLicet } from './licet.ts';
import { look } from './looks.ts';
import { startSample } from './made-once.ts';
import { newVisitor, openAs, type Visitor } from './visitor.ts';

let licet: RunningLicet;
let visitor: Visitor;
let page: Page;

test.beforeAll(async ({ browser }) => {
  ({ licet } = await startSample('requests'));
  const { operator } = licet;
  const ingrid = (await operator.users.list({ query: { q: administrator.email } })).items[0]?.id ?? '';
  await operator.reviews.open({
    body: {
      name: 'Ledger, year end',
      scope: { kind: 'application', application: 'ledger' },
      reviewers: { kind: 'users', users: [ingrid] },
      endsAt: new Date(Date.now() + 14 * 86_400_000).toISOString(),
      undecided: 'keep',
    },
  });
  visitor = await newVisitor(browser, { baseURL: licet.url, reducedMotion: 'reduce' });
  page = visitor.page;
  await openAs(page, licet.url, administrator.email, administrator.password);
});

test.afterEach(() => visitor.quiet());

test.afterAll(() => endAll(visitor, licet));

const row = (text: string) => page.locator('[data-item]').filter({ hasText: text });
const pane = () => page.locator('section.panel');

const soon = { timeout: 5000 };

/** Presses a key that decides. It does nothing at first, because the viewer cannot have read the item yet. */
const pressOnceRead = (key: string, decided: () => Promise<void>) =>
  expect(async () => {
    await page.keyboard.press(key);
    await decided();
  }).toPass();

test('the lines of a review are decided in the pane by keyboard alone, undone and changed', async () => {
  const reviewOf = (await licet.operator.reviews.list({ query: { state: 'open' } })).items[0];
  const params = { review: reviewOf?.id ?? '' };
  await page.goto('/inbox');
  await row('Review Ledger, year end').click();
  const current = pane().locator('[data-line][aria-current]');
  const lines = pane().getByRole('list', { name: 'Lines of the review' });
  await expect(current).toContainText(/Granted by .+ on /);
  await expect(current.getByText(/loses|Everybody keeps/).first()).toBeVisible();
  await expect(pane().getByRole('button', { name: /^Finish/ })).toHaveAttribute('aria-disabled', 'true');

  // Enter leads into the pane; J and K then move between lines, and Esc goes back to the list.
  await row('Review Ledger, year end').press('Enter');
  await expect(current).toBeFocused();
  const first = await current.getAttribute('data-line');
  await page.keyboard.press('j');
  await expect(current).not.toHaveAttribute('data-line', first ?? '');
  await page.keyboard.press('k');
  await expect(current).toHaveAttribute('data-line', first ?? '');

  const decided = lines.locator(`[data-line="${first}"]`);
  await pressOnceRead('d', () => expect(decided).toContainText('Revoked', soon));
  await expect(current).not.toHaveAttribute('data-line', first ?? '');
  await expect.poll(async () => (await licet.operator.reviews.get({ params })).counts.revoked).toBe(1);
  await page.keyboard.press('Control+z');
  await expect(decided).not.toContainText('Revoked');
  await expect.poll(async () => (await licet.operator.reviews.get({ params })).counts.revoked).toBe(0);

  await page.keyboard.press('a');
  await expect(decided).toContainText('Kept');
  await decided.getByRole('button', { name: /^Change/ }).press('Enter');
  await expect(current).toHaveAttribute('data-line', first ?? '');
  await page.keyboard.press('d');
  await expect(decided).toContainText('Revoked');
  await expect.poll(async () => (await licet.operator.reviews.get({ params })).counts.revoked).toBe(1);

  await pane().getByRole('radio', { name: /^Open/ }).check();
  await expect(page).toHaveURL(/lines=open/);
  await page.reload();
  await expect(pane().getByRole('radio', { name: /^Open/ })).toBeChecked();
  await expect(decided).toHaveCount(0);
  await pane().getByRole('radio', { name: /^All/ }).check();
  await expect(decided).toContainText('Revoked');
  await look(page, 'inbox-review-deciding', () => expect(pane().getByRole('status').first()).toBeVisible());

  await current.getByRole('button', { name: /^Keep/ }).focus();
  await page.keyboard.press('Escape');
  await expect(row('Review Ledger, year end')).toBeFocused();
});

test('a long review is decided line by line to its end, and then finished', async () => {
  const { operator } = licet;
  const ingrid = (await operator.users.list({ query: { q: administrator.email } })).items[0]?.id ?? '';
  const caller = await callerFor(licet.url, administrator.email, administrator.password);
  const application = 'many';
  await operator.applications.create({ body: { id: application, name: 'Many' } });
  const read = await operator.permissions.create({ params: { application }, body: { name: 'many.read' } });
  const role = await operator.roles.create({
    params: { application },
    body: { name: 'reader', permissions: [read.id] },
  });
  const one = { kind: 'role' as const, id: role.id };
  const ids = Array.from({ length: 1000 }, () => crypto.randomUUID());
  const make = async (changes: PlannedChange[]) => {
    const { digest } = await caller.plans.make({ body: { changes } });
    await caller.plans.apply({ body: { changes, digest } });
  };
  for (let at = 0; at < ids.length; at += 500) {
    await make(
      ids.slice(at, at + 500).flatMap((as, index): PlannedChange[] => {
        const name = `Person ${String(at + index + 1).padStart(4, '0')}`;
        const username = name.toLowerCase().replace(' ', '');
        return [
          { call: 'users.create', as, body: { name, username, email: null } },
          {
            call: 'grants.create',
            params: { application },
            body: { principal: { kind: 'user', id: as }, gives: one, reason: '' },
          },
        ];
      }),
    );
  }
  await operator.reviews.open({
    body: {
      name: 'Many readers',
      scope: { kind: 'application', application },
      reviewers: { kind: 'users', users: [ingrid] },
      endsAt: new Date(Date.now() + 14 * 86_400_000).toISOString(),
      undecided: 'keep',
    },
  });
  await page.goto('/inbox');
  await row('Review Many readers').click();
  const current = pane().locator('[data-line][aria-current]');
  await expect(current).toContainText('Person 0001');
  expect(await pane().locator('[data-line]').count()).toBeLessThan(80);
  await row('Review Many readers').press('Enter');
  for (const next of ['0002', '0003', '0004']) {
    await pressOnceRead('a', () => expect(current).toContainText(`Person ${next}`, soon));
    await expect(current).toBeFocused();
  }
  await expect(pane().getByText('3 of 1,000 decided')).toBeVisible();
  const { items } = await operator.reviews.list({ query: { state: 'open', q: 'Many readers' } });
  const params = { review: items[0]?.id ?? '' };
  await expect.poll(async () => (await operator.reviews.get({ params })).counts.kept).toBe(3);
  // Another tab of the reviewer decides all but the last line.
  const all: ReviewItem[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query = { limit: 200, ...(cursor !== '' && { cursor }) };
    const found: Awaited<ReturnType<typeof operator.reviews.items>> = await operator.reviews.items({ params, query });
    all.push(...found.items);
    cursor = found.next;
  }
  const others = all.filter(({ state, holder }) => state === 'pending' && holder.name !== 'Person 1000');
  for (let at = 0; at < others.length; at += 500)
    await caller.reviews.decide({
      params,
      body: {
        decisions: others
          .slice(at, at + 500)
          .map(({ line, version }) => ({ line, version, decision: 'keep' as const })),
      },
    });
  await page.reload();
  await expect(current).toContainText('Person 1000');
  await pressOnceRead('a', () => expect(pane().getByText('1,000 of 1,000 decided')).toBeVisible(soon));
  await expect(pane().getByRole('button', { name: /^Finish 1,000 lines/ })).toBeFocused();
  await expect(row('Review Many readers')).toHaveCount(0);
  await page.keyboard.press('Enter');
  const close = page.getByRole('alertdialog').getByRole('button', { name: 'Close review' });
  // The button waits for the effects of a thousand lines.
  await expect(close).toBeEnabled();
  await close.press('Enter');
  await expect(page.getByText('“Many readers” is closed.')).toBeVisible();
  await expect(row('Review Many readers')).toHaveCount(0);
});
