import { expect, type Page, test } from '@playwright/test';
import { samplePassword } from '../examples/ledger/sample/members.ts';
import { type LedgerWorld, startLedgerWorld } from './ledger-world.ts';
import { enter, newVisitor, type Visitor } from './visitor.ts';

// The most important journey:
// - A refusal explains itself, and the user requests access.
// - The decision shows its effects. The user's open tab enables the button without a reload.
// - The grant ends, and an auditor sees the complete history.
test('the user journey succeeds on two servers while one of them is killed and restarted', async ({ browser }) => {
  const world = await startLedgerWorld(2);
  const visitors: Visitor[] = [];
  const visit = async (baseURL: string) => {
    const visitor = await newVisitor(browser, { baseURL });
    visitor.mayBeRefused(403, 502);
    visitors.push(visitor);
    return visitor.page;
  };
  try {
    const member = await visit(world.ledger);
    const loads = countLoads(member);
    await openInvoice(member);
    const before = loads();
    await askForRefund(member);
    await readReasons(member);
    // Longer than other waits, because a server starts in the meantime.
    const heardAgain = member.waitForResponse(`${world.issuer}/api/v1/live`, { timeout: 180_000 });
    await world.restart();
    await heardAgain;

    const owner = await visit(world.issuer);
    await owner.goto('/inbox');
    await enter(owner, 'chiara.benedetti', samplePassword);
    await approve(owner);
    await expect(refundButton(member)).toBeEnabled();

    await refundButton(member).click();
    await expect(member.getByText('It is on its way back.')).toBeVisible();
    await expect(member.getByText('paid', { exact: true })).toBeVisible();
    const thatDay = new Date().toISOString();

    await endSoon(world);
    await expect(member.getByRole('button', { name: /^Refund/ })).toHaveAttribute('aria-disabled', 'true', {
      timeout: 60_000,
    });
    expect(loads(), 'how often the member’s page was loaded').toBe(before);

    const auditor = await visit(world.issuer);
    await audit(auditor, thatDay);
  } finally {
    for (const visitor of visitors) await visitor.leave();
    await world.stop();
  }
});

async function openInvoice(page: Page): Promise<void> {
  await page.goto('/invoices/2026-0417');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('E-mail or username').fill('maya.lindqvist');
  await page.getByLabel('Password', { exact: true }).fill(samplePassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Invoice 2026-0417' })).toBeVisible();
  await expect(page).toHaveURL(/\/invoices\/2026-0417$/);
}

async function askForRefund(page: Page): Promise<void> {
  const refused = page.getByRole('button', { name: /^Refund/ });
  await expect(refused).toHaveAttribute('aria-disabled', 'true');
  await refused.press('Enter');
  const refusal = page.getByRole('dialog');
  await expect(refusal).toContainText('invoices.refund');
  await expect(refusal).toContainText('approver');
  await expect(refusal).toContainText('Chiara Benedetti');
  await refusal.getByLabel('Why').fill('Northgate paid 2026-0417 twice, their auditor is here today.');
  await refusal.getByRole('radio', { name: '1 day' }).check();
  await refusal.getByRole('button', { name: 'Ask for access' }).click();
  await expect(refusal).toContainText(/Asked/);
}

/** The refused user may read explanations only of their own access. */
async function readReasons(page: Page): Promise<void> {
  const opening = page.waitForEvent('popup');
  await page.getByRole('dialog').getByRole('link', { name: 'All the reasons' }).click();
  const reasons = await opening;
  await expect(reasons.getByRole('main')).toContainText('Nothing that Maya Lindqvist holds includes invoices.refund.');
  await expect(reasons.getByRole('link', { name: 'Open my request' })).toBeVisible();
  await reasons.close();
}

async function approve(page: Page): Promise<void> {
  await page.getByRole('link', { name: /^Maya Lindqvist asks/ }).click();
  const request = page.getByRole('region', { name: 'Request of Maya Lindqvist' });
  await expect(request).toContainText('Northgate paid 2026-0417 twice');
  await expect(request).toContainText('from the button “Refund” on invoice 2026-0417');
  await request.getByText('2 h', { exact: true }).click();
  await expect(request).toContainText('One gains, nobody loses');
  await expect(request.getByRole('listitem').first()).toContainText(/Maya Lindqvist.*invoices\.refund/);
  await request.getByRole('button', { name: 'Approve for 2 hours' }).click();
  await expect(page.getByText(/Approved for 2 hours/)).toBeVisible();
}

/** Shortens the grant from two hours to six seconds, so that the test can wait for its end. */
async function endSoon(world: LedgerWorld): Promise<void> {
  const { items } = await world.operator.grants.list({ params: { application: 'ledger' }, query: { q: 'Maya' } });
  const grant = items.find(({ gives, state }) => gives.name === 'invoices.refund' && state === 'active');
  if (!grant) throw new Error('The approval made no grant.');
  await world.operator.grants.update({
    params: { application: 'ledger', grant: grant.id },
    body: { ends: new Date(Date.now() + 6_000).toISOString() },
    ifMatch: grant.version,
  });
}

async function audit(page: Page, at: string): Promise<void> {
  const question = `application=ledger&permission=invoices.refund&at=${encodeURIComponent(at)}`;
  await page.goto(`/explain?ask=who&${question}`);
  await enter(page, 'priya.raghunathan', samplePassword);
  await expect(page.getByRole('main')).toContainText('Maya Lindqvist');
  await page.goto(`/explain?ask=may&user=maya.lindqvist&${question}`);
  const answer = page.getByRole('main');
  await expect(answer).toContainText('granted directly');
  await answer
    .getByRole('link', { name: /^Requested/ })
    .first()
    .click();
  const request = page.getByRole('region', { name: 'Request of Maya Lindqvist' });
  await expect(request).toContainText('Northgate paid 2026-0417 twice');
  await expect(request).toContainText(/Approved/);
  await expect(request).toContainText('Chiara Benedetti');
  await page.goto('/explain?ask=may&user=maya.lindqvist&application=ledger&permission=invoices.refund');
  await expect(answer.getByRole('heading', { name: /No|may not/i }).first()).toBeVisible();
}

const refundButton = (page: Page) => page.getByRole('button', { name: 'Refund', exact: true });

function countLoads(page: Page): () => number {
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  return () => loads;
}
