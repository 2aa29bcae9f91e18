import { expect, type Page, test } from '@playwright/test';
import { callerFor } from '../examples/ledger/sample/members.ts';
import { idOf, type Organisation } from '../examples/ledger/sample/organisation.ts';
import { usernameOf } from '../examples/ledger/sample/people.ts';
import { endAll } from './end-all.ts';
import { administrator, type RunningLicet } from './licet.ts';
import { look, lookBefore, opening, settled } from './looks.ts';
import { startSample } from './made-once.ts';
import type { Requests } from './organisation.ts';
import { newVisitor, openAs, type Visitor } from './visitor.ts';

let licet: RunningLicet;
let organisation: Organisation;
let requests: Requests;
let visitor: Visitor;
let page: Page;

test.beforeAll(async ({ browser }) => {
  ({ licet, organisation, requests } = await startSample('requests'));
  const { operator } = licet;
  const params = { application: 'ledger', role: idOf(organisation.roles, 'ledger/controller') };
  const { version: _, ...policy } = await operator.roles.policy({ params });
  const breakGlass = { users: [idOf(organisation.users, 'Rashid Karimov')], groups: [], seconds: 7200 };
  const steps = [{ approvers: 'owners' as const, needed: 1 }];
  await operator.roles.setPolicy({ params, body: { ...policy, approval: { steps }, breakGlass } });
  const rashid = await callerFor(licet.url, usernameOf('Rashid Karimov'));
  await rashid.breakGlass.use({
    body: { application: 'ledger', role: 'controller', reason: 'The books do not close' },
  });
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

const rows = () => page.locator('[data-item]');
const row = (text: string) => rows().filter({ hasText: text });
const pane = () => page.locator('section.panel');
const progress = (decided: number) => pane().getByText(new RegExp(`^${decided} of \\d+ decided$`));
const chips = () => page.getByRole('group', { name: 'Show' });

test('the Inbox and each kind of item are accessible', async () => {
  const open = (text: string) =>
    opening(page, '/inbox', async () => {
      await row(text).click();
      await settled(page);
    });
  await look(page, 'inbox', open('Maya Lindqvist asks'));
  await look(page, 'inbox-ending', open('controller ends for Tomasz Wójcik'));
  await look(page, 'inbox-review', open('Review Ledger, year end'));
  await look(page, 'inbox-emergency', open('Rashid Karimov used emergency access'));
  await look(page, 'inbox-list', opening(page, '/inbox'));
  await look(
    page,
    'inbox-keys',
    opening(page, '/inbox', async (width) => {
      if (width === 390) return;
      await page.keyboard.press('?');
      await expect(page.getByRole('dialog', { name: 'Keys of the Inbox' })).toBeVisible();
    }),
  );
});

test('the Inbox shows its loading and its failure state', async () => {
  visitor.mayBeRefused(500);
  await lookBefore(page, 'inbox', '/v1/me/inbox', async () => void (await page.goto('/inbox')));
});

test('the Inbox sorts its items into bands by urgency, and a chip filters by kind', async () => {
  await page.goto('/inbox');
  await expect(page.getByRole('heading', { level: 2, name: /^Ends by tomorrow/ })).toBeVisible();
  await expect(page.getByRole('heading', { level: 2 }).filter({ hasText: 'oldest first' })).toContainText('Waiting');
  await chips()
    .getByRole('button', { name: /^Requests/ })
    .click();
  await expect(rows().first()).toContainText('Yusuf Demirtaş asks');
  await expect(row('ends for')).toHaveCount(0);
  await expect(page.getByRole('checkbox', { name: 'Select all' })).toBeVisible();
});

test('an item of each kind is decided by keyboard alone, and an extension is undone', async () => {
  // On a busy machine, plans of items that were passed quickly are still being computed; the pane repeats its plan.
  visitor.mayBeRefused(429);
  await page.goto('/inbox');
  await stepTo('controller ends for Tomasz Wójcik');
  await expect(pane().getByText(/^Tomasz Wójcik loses/)).toBeVisible();
  await expect(pane().getByRole('button', { name: 'Extend by 1 day' })).not.toHaveAttribute('aria-disabled', 'true');
  const before = await endOfCover();
  await press('a', page.getByText(/^Extended: Tomasz Wójcik has controller until /));
  await expect(page.getByRole('heading', { level: 2, name: 'controller ends for Tomasz Wójcik' })).toBeHidden();
  await expect.poll(endOfCover).toBe(before + 86_400_000);
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(page.getByText('The previous end is restored.')).toBeVisible();
  await expect.poll(endOfCover).toBe(before);

  await page.getByRole('heading', { name: 'Inbox', level: 1 }).click();
  await stepTo('Rashid Karimov used emergency access');
  await press('d', pane().locator('[aria-invalid="true"]'));
  await pane().getByLabel('What you found').fill('It could have waited for Chiara');
  await page.reload();
  await expect(pane().getByLabel('What you found')).toHaveValue('It could have waited for Chiara');
  await pane().getByRole('heading', { level: 2 }).click();
  await press('d', page.getByText('Reviewed. Rashid Karimov sees it in Licet.'));
  await expect(row('Rashid Karimov used emergency access')).toHaveCount(0);

  await stepTo('Yusuf Demirtaş asks');
  await expect(pane().getByText(/^Everything else stays|^Nothing else is permitted/)).toBeVisible();
  await press('d', page.getByRole('dialog'));
  await page.getByRole('textbox', { name: 'Reason' }).fill('Hina is back.');
  await page.getByRole('button', { name: 'Deny the request' }).press('Enter');
  await expect(page.getByText('Denied. Yusuf Demirtaş sees the reason.')).toBeVisible();
  await expect(row('Yusuf Demirtaş asks')).toHaveCount(0);

  await stepTo('Review Ledger, year end');
  await press('a', progress(1));
});

test('a draft is the last item of the Inbox, and links to its changes', async () => {
  await page.goto('/users?q=Rashid');
  await page.getByRole('link', { name: 'Rashid Karimov' }).click();
  await page.getByRole('button', { name: /^More/ }).first().click();
  await page.getByRole('menuitem', { name: /^Suspend/ }).click();
  await page.getByRole('button', { name: 'Add to draft' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.goto('/inbox');
  await row('Your draft').click();
  await expect(pane().getByText('They are applied all together or not at all.')).toBeVisible();
  await look(page, 'inbox-draft', () => expect(pane().getByRole('heading', { level: 2 })).toContainText('Your draft'));
  await press('a', page.getByRole('group', { name: 'In the draft' }));
  await page.getByRole('group', { name: 'In the draft' }).getByRole('button').click();
  await expect(page.getByRole('heading', { name: 'The draft is empty' })).toBeVisible();
});

test('at a past instant the Inbox has no buttons for decisions', async () => {
  const at = new Date(Date.now() + 60_000).toISOString();
  await page.goto(`/inbox?at=${at}`);
  for (const text of ['Review Ledger, year end', 'ends for Tomasz Wójcik', 'Yusuf Demirtaş asks']) {
    if ((await row(text).count()) === 0) continue;
    await row(text).first().click();
    await expect(pane()).toBeVisible();
    await settled(page);
    await expect(pane().locator('[aria-keyshortcuts="A"], [aria-keyshortcuts="D"], form')).toHaveCount(0);
    await expect(pane().getByRole('button', { name: /^(Keep|Revoke|Approve|Deny|Extend|Finish)/ })).toHaveCount(0);
  }
});

test('a grant that the viewer lets end stays in the list of this tab, with a mark', async () => {
  await page.goto('/inbox');
  await stepTo('controller ends for Tomasz Wójcik');
  await press('d', row('ends as planned'));
  await expect(row('ends as planned')).toContainText('controller ends for Tomasz Wójcik');
  await expect(row('ends as planned')).not.toHaveAttribute('aria-current');
  await page.reload();
  await expect(row('ends as planned')).toHaveCount(1);
  await expect(row('ends as planned')).not.toHaveAttribute('aria-current');
});

test('an open request stays open with its outcome when another user decides it, and typed text stays', async () => {
  visitor.mayBeRefused(409, 412);
  const [maya, kwame] = ['Maya Lindqvist', 'Kwame Boateng'].map((name) => requests.get(name) ?? '');
  await page.goto('/inbox');
  await row('Maya Lindqvist asks').click();
  await pane().getByLabel('Note to Maya').fill('Only this one');
  await licet.operator.requests.deny({ params: { request: kwame ?? '' }, body: { reason: 'Not before Monday.' } });
  await expect(row('Kwame Boateng asks')).toHaveCount(0);
  await expect(pane().getByLabel('Note to Maya')).toHaveValue('Only this one');
  await licet.operator.requests.deny({ params: { request: maya ?? '' }, body: { reason: 'Ask Chiara.' } });
  await expect(row('Maya Lindqvist asks')).toHaveCount(0);
  await expect(pane().getByText('Ask Chiara.')).toBeVisible();
});

test('on a phone the list comes first, an item fills the screen, and a decision leads back to the list', async () => {
  const maya = await callerFor(licet.url, usernameOf('Maya Lindqvist'));
  const body = { application: 'ledger', permission: 'reports.export', reason: 'For the audit.', seconds: 3600 };
  await maya.requests.ask({ body });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/inbox');
  await expect(pane()).toBeHidden();
  await row('Maya Lindqvist asks').click();
  await expect(pane().getByText(/^\d+ of \d+$/)).toBeVisible();
  await page.getByRole('link', { name: 'Back to the list' }).click();
  await expect(pane()).toBeHidden();
  await row('Maya Lindqvist asks').click();
  await pane()
    .getByRole('button', { name: /^Approve for 1 hour/ })
    .click();
  await expect(page.getByText(/^Approved for 1 hour\./)).toBeVisible();
  await expect(pane()).toBeHidden();
  await expect(row('Maya Lindqvist asks')).toHaveCount(0);
  await page.setViewportSize({ width: 1440, height: 900 });
});

test('after the last item, the page says what ends next and what was decided today, and has the focus', async () => {
  const { operator } = licet;
  for (const { id } of (await operator.reviews.list({ query: { state: 'open' } })).items) {
    const params = { review: id };
    const { digest } = await operator.reviews.plan({ params });
    await operator.reviews.close({ params, body: { digest } });
  }
  for (const { id } of (await operator.breakGlass.list({ query: { state: 'unreviewed' } })).items)
    await operator.breakGlass.review({ params: { use: id }, body: { found: 'justified', note: 'It was needed.' } });
  for (const it of (await operator.endings.list({ query: {} })).items) {
    if (it.kind === 'exception') continue;
    const ends = new Date(Date.now() + 20 * 86_400_000).toISOString();
    const params = { application: it.grant.application, grant: it.grant.id };
    await operator.grants.update({ params, body: { ends } }).catch(() => operator.grants.revoke({ params }));
  }
  for (const { id } of (await operator.requests.list({ query: { view: 'waiting' } })).items)
    await operator.requests.deny({ params: { request: id }, body: { reason: 'Not now.' } });
  // The approved grant must not end within a week, because it would then be in the list itself.
  const maya = await callerFor(licet.url, usernameOf('Maya Lindqvist'));
  const body = { application: 'ledger', permission: 'invoices.void', reason: 'Double bookings', seconds: 30 * 86_400 };
  const { id } = await maya.requests.ask({ body });
  await page.goto(`/inbox?view=waiting&request=${id}`);
  await expect(rows()).toHaveCount(1);
  await expect(pane().getByText(/^Everything else stays|^Nothing else is permitted/)).toBeVisible();
  await page.getByRole('button', { name: /^Approve/ }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Nothing waits for you' })).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
  await expect(page.getByText(/^You decided \d+ requests? today\.$/)).toBeVisible();
  await expect(page.getByRole('group', { name: 'Next' }).getByText('ends for').first()).toBeVisible();
  await look(page, 'inbox-empty', opening(page, '/inbox'));
  await page.getByRole('group', { name: 'Done today' }).getByRole('button', { name: 'Undo' }).first().click();
  await expect(page.getByText(/^The approval was undone\./)).toBeVisible();
});

/** Goes to an item with J or K, as often as its place in the list requires. */
async function stepTo(text: string): Promise<void> {
  await expect(row(text)).toBeVisible();
  await expect(page.locator('[data-item][aria-current]')).toHaveCount(1);
  const place = () => rows().evaluateAll((all) => all.findIndex((item) => item.hasAttribute('aria-current')));
  const wanted = await rows().evaluateAll(
    (all, searched) => all.findIndex((item) => item.textContent?.includes(searched)),
    text,
  );
  for (let at = await place(); at !== wanted; at += at < wanted ? 1 : -1) {
    await page.keyboard.press(at < wanted ? 'j' : 'k');
    await expect.poll(place).toBe(at < wanted ? at + 1 : at - 1);
  }
}

/** Presses a key again if the page ignored it because the item had just appeared. */
async function press(key: string, then: ReturnType<Page['locator']>): Promise<void> {
  await expect(async () => {
    await page.keyboard.press(key);
    await expect(then.first()).toBeVisible({ timeout: 3000 });
  }).toPass();
}

async function endOfCover(): Promise<number> {
  const { items } = await licet.operator.grants.list({
    params: { application: 'ledger' },
    query: { role: idOf(organisation.roles, 'ledger/controller'), limit: 100 },
  });
  const cover = items.find(({ principal, ends }) => principal.name === 'Tomasz Wójcik' && ends !== null);
  return Date.parse(cover?.ends ?? '');
}
