import { expect, type Page, type Route, test } from '@playwright/test';
import { callerFor } from '../examples/ledger/sample/members.ts';
import type { Organisation } from '../examples/ledger/sample/organisation.ts';
import { usernameOf } from '../examples/ledger/sample/people.ts';
import { endAll } from './end-all.ts';
import { administrator, type RunningLicet } from './licet.ts';
import { look, lookBefore, type Opening, opening, settled } from './looks.ts';
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
  visitor = await newVisitor(browser, { baseURL: licet.url, reducedMotion: 'reduce' });
  page = visitor.page;
  await openAs(page, licet.url, administrator.email, administrator.password);
});

test.afterEach(() => visitor.quiet());

test.afterAll(() => endAll(visitor, licet));

test('the list of waiting requests and an open request are accessible', async () => {
  await looks({
    // On a desktop, the first request opens beside the list. A phone shows only the list.
    requests: at('/inbox?only=request', () =>
      expect(page.getByRole('heading', { name: /^Yusuf Demirtaş asks/ })).toBeVisible(),
    ),
    'requests-open': request('Maya Lindqvist', settledPlan),
    'requests-role': request('Ana Lucía Quispe Mamani', settledPlan),
    'requests-until': request('Kwame Boateng', until),
    'requests-gives': request('Ana Lucía Quispe Mamani', async () => {
      await settledPlan();
      await page.getByRole('button', { name: /Grants/ }).click();
      await expect(page.getByRole('option', { name: /invoices\.refund/ })).toBeVisible();
    }),
    'requests-deny': request('Maya Lindqvist', async () => {
      await page.getByRole('button', { name: 'Deny…' }).click();
      await page.getByRole('button', { name: 'Deny the request' }).click();
      await expect(page.getByLabel('Reason')).toHaveAttribute('aria-invalid', 'true');
    }),
  });
});

test('decided, missing and new requests are accessible', async () => {
  visitor.mayBeRefused(404);
  await looks({
    'requests-approved': request('Camille Roussel', () => expect(page.getByText('2 hours')).toBeVisible()),
    'requests-denied': request('Rashid Karimov'),
    'requests-decided': at('/inbox?view=decided', () =>
      expect(page.getByRole('list', { name: 'Decided requests, newest first' })).toBeVisible(),
    ),
    'requests-none': at('/inbox?view=mine', () =>
      expect(page.getByText('You have not requested anything yet')).toBeVisible(),
    ),
    'requests-missing': at('/inbox?view=waiting&request=00000000-0000-7000-8000-000000000000'),
    'requests-ask': at('/inbox?add=1&application=ledger&permission=invoices.refund'),
    'requests-ask-what': at('/inbox?add=1&application=ledger', async () => {
      await page.getByRole('combobox', { name: 'Role or permission' }).fill('invoices');
      await expect(page.getByRole('option', { name: /invoices\.refund/ })).toBeVisible();
    }),
    'requests-ask-errors': at('/inbox?add=1', async () => {
      await page.getByRole('button', { name: 'Ask for access' }).last().click();
      await expect(page.getByLabel('Why')).toHaveAttribute('aria-invalid', 'true');
    }),
  });
});

test('a request list shows its loading and its failure state', async () => {
  visitor.mayBeRefused(500);
  await lookBefore(page, 'requests', '/v1/requests', async () => void (await page.goto('/inbox?view=decided')));
});

test('a request is shortened and approved by keyboard, and the resulting grant links back to it', async () => {
  const maya = requests.get('Maya Lindqvist') ?? '';
  await page.goto(`/inbox?only=request&request=${maya}`);
  await expect(page.getByRole('heading', { name: 'Maya Lindqvist asks for “Refund an invoice”' })).toBeVisible();
  await page.keyboard.press('k');
  await expect(page.getByRole('heading', { name: /^Kwame Boateng asks/ })).toBeVisible();
  await page.keyboard.press('j');
  await expect(page).toHaveURL(new RegExp(`request=${maya}`));
  await page.getByLabel('Note to Maya').fill('Only this one, please.');
  await page.reload();
  await expect(page.getByLabel('Note to Maya')).toHaveValue('Only this one, please.');
  await page.getByText('2 h', { exact: true }).click();
  await settledPlan();
  await expect(page.getByRole('button', { name: 'Approve for 2 hours' })).toBeVisible();
  await expect(page.locator('#main time').getByText('in 2 h', { exact: true })).toBeVisible();
  await page.getByRole('heading', { name: 'Inbox', level: 1 }).click();
  await expect(async () => {
    await page.keyboard.press('a');
    await expect(page.getByText(/^Approved for 2 hours\. Maya holds “Refund an invoice” until/)).toBeVisible({
      timeout: 1000,
    });
  }).toPass();
  await expect(page.getByRole('heading', { name: /^Kwame Boateng asks/ })).toBeVisible();
  await settledPlan();
  // The second click of a double click that started on the Approve button of the previous request.
  await page.getByRole('button', { name: /^Approve/ }).hover();
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  await settled(page);
  const kwame = await licet.operator.requests.get({ params: { request: requests.get('Kwame Boateng') ?? '' } });
  expect(kwame.state).toBe('pending');
  await page.goto(`/inbox?request=${maya}`);
  await expect(page.getByText('(1 day was requested)')).toBeVisible();
  await page.goto(
    `/explain?ask=may&user=${organisation.users.get('Maya Lindqvist')}&permission=invoices.refund&application=ledger`,
  );
  await page.getByRole('link', { name: /^Requested on .*, approved by/ }).click();
  await expect(page).toHaveURL(new RegExp(`/inbox\\?request=${maya}`));
});

test('when another approver has decided first, the page says so and shows the outcome', async () => {
  visitor.mayBeRefused(409, 412);
  const kwame = requests.get('Kwame Boateng') ?? '';
  await page.goto(`/inbox?view=waiting&request=${kwame}`);
  await settledPlan();
  // The change happens after the button press and before the response. If the page learned of the change earlier, it would remove the
  // button.
  const meanwhile = async (route: Route) => {
    await licet.operator.requests.deny({ params: { request: kwame }, body: { reason: 'Not before Monday.' } });
    await route.continue();
  };
  await page.route(`**/api/v1/requests/${kwame}/approval`, meanwhile, { times: 1 });
  await page.getByRole('button', { name: /^Approve/ }).click();
  await expect(page.getByText('Somebody else has already decided this.')).toBeVisible();
  await expect(page.getByText('Not before Monday.')).toBeVisible();
});

test('a request that needs two approvals shows comments and the missing approval, and an approval can be undone', async () => {
  const ana = requests.get('Ana Lucía Quispe Mamani') ?? '';
  const { asks } = await licet.operator.requests.get({ params: { request: ana } });
  const usual = {
    longestSeconds: null,
    reasonNeeded: false,
    requestable: true,
    secondApprover: true,
    breakGlass: null,
  };
  await licet.operator.roles.setPolicy({
    params: { application: 'ledger', role: asks.id },
    body: { ...usual, approval: { steps: [{ approvers: 'owners', needed: 1 }] } },
  });
  await page.goto(`/inbox?request=${ana}`);
  await page.getByRole('button', { name: 'Comment…' }).click();
  await page.getByRole('textbox', { name: 'Comment' }).fill('Which month is it about?');
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(page.getByText('Which month is it about?')).toBeVisible();
  await page.getByRole('button', { name: /^Approve/ }).click();
  await expect(page.getByText('Approved. One more approval is needed before it is granted.')).toBeVisible();
  await looks({
    'requests-steps': request('Ana Lucía Quispe Mamani', () =>
      expect(page.getByText('You have approved it, or somebody did in your place.').first()).toBeVisible(),
    ),
    'requests-catalogue': at('/inbox?view=catalogue', () =>
      expect(page.getByRole('link', { name: /Closes the month/ })).toBeVisible(),
    ),
  });
  await licet.operator.requests.approve({ params: { request: ana }, body: {} });
  await page.goto(`/inbox?request=${ana}`);
  await page.getByRole('button', { name: 'Undo the approval' }).click();
  await expect(page.getByText('Undone', { exact: true })).toBeVisible();
});

test('several requests are approved by keyboard after one plan, and a request decided meanwhile is reported', async () => {
  visitor.mayBeRefused(409, 412);
  const asked = new Map<string, string>();
  for (const name of ['Rashid Karimov', 'Camille Roussel', 'Kenji Morimoto']) {
    const own = await callerFor(licet.url, usernameOf(name));
    const body = { application: 'ledger', permission: 'reports.export', reason: 'For the audit.', seconds: 3600 };
    asked.set(name, (await own.requests.ask({ body })).id);
  }
  await page.goto(`/inbox?view=waiting&only=request&request=${asked.get('Rashid Karimov')}`);
  await expect(page.getByRole('heading', { name: /^Rashid Karimov asks/ })).toBeVisible();
  for (const key of ['x', 'j', 'x', 'j', 'x']) {
    await page.keyboard.press(key);
    // Waits until the row is selected and the page is settled before pressing the next key.
    await settled(page);
  }
  const panel = page.getByRole('region', { name: '3 requests selected' });
  await expect(panel.getByText('Camille Roussel, Kenji Morimoto, and Rashid Karimov')).toBeVisible();
  await panel.getByLabel('Note to all of them').fill('For this audit only.');
  // A page load through a new URL discards the selection, but a reload keeps it. So this replaces the URL and then
  // reloads.
  const revisit = async (address: string) => {
    await page.evaluate((to) => history.replaceState(history.state, '', to), address);
    await page.reload();
  };
  await look(page, 'requests-together', async (width) => {
    await revisit(`/inbox?view=waiting${width === 390 ? '&together=1' : ''}`);
  });
  visitor.mayBeRefused(500);
  const together = () => revisit('/inbox?view=waiting&together=1');
  await lookBefore(page, 'requests-together-plan', '/requests/plan', together);
  await panel.getByRole('button', { name: 'Try again' }).click();
  await expect(panel.getByLabel('Note to all of them')).toHaveValue('For this audit only.');
  // Delays the responses, so that the list does not learn of the change in time.
  const late: Route[] = [];
  await page.route('**/api/v1/me/inbox*', (route) => void late.push(route));
  const camille = asked.get('Camille Roussel') ?? '';
  await licet.operator.requests.deny({ params: { request: camille }, body: { reason: 'Not yet.' } });
  await panel.getByRole('button', { name: 'Approve 3' }).click();
  await expect(page.getByText('2 requests are approved.')).toBeVisible();
  await expect(page.getByText(/^Was not decided: The request of Camille Roussel/)).toBeVisible();
  await page.unroute('**/api/v1/me/inbox*');
  for (const route of late) await route.continue().catch(() => undefined);
  for (const [name, id] of asked) {
    const { state, decision } = await licet.operator.requests.get({ params: { request: id } });
    const approved = { state: 'approved', note: 'For this audit only.' };
    expect({ state, note: decision?.note }).toEqual(
      name === 'Camille Roussel' ? { state: 'denied', note: 'Not yet.' } : approved,
    );
  }
});

/** Checks every state, and reports all faults together. */
async function looks(states: Readonly<Record<string, Opening>>): Promise<void> {
  for (const [name, open] of Object.entries(states)) await test.step(name, () => look(page, name, open));
}

const at = (address: string, then?: () => Promise<unknown>): Opening => opening(page, address, then);

const request = (name: string, then?: () => Promise<unknown>): Opening =>
  at(`/inbox?request=${requests.get(name)}`, then);

const until = () => page.getByText('Until…', { exact: true }).click();

/** Waits for the effects of approving. */
const settledPlan = () => expect(page.getByText(/^Everything else stays|^Nothing else is permitted/)).toBeVisible();
