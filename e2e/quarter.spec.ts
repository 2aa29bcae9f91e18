import { readFileSync, writeFileSync } from 'node:fs';
import { type Download, expect, type Page, test } from '@playwright/test';
import { givePasswords, samplePassword } from '../examples/ledger/sample/members.ts';
import { licet as commandLine } from './command-line.ts';
import { administrator } from './licet.ts';
import { type LaterLicet, machineTimeMissing, startLaterLicet } from './machine-time.ts';
import { enter, type Visitor } from './visitor.ts';

const missing = machineTimeMissing();
if (missing) console.log(`Skipped a quarter in a company: ${missing}.`);
test.skip(missing !== undefined, missing);

let later: LaterLicet;
test.beforeAll(async () => {
  later = await startLaterLicet();
});
test.afterAll(() => later?.stop());

const params = { application: 'ledger' };
/** In days. After ten minutes, a sign-in is too old for changes that require a recent sign-in. */
const elevenMinutes = 11 / 1440;
const people = {
  chiara: 'Chiara Benedetti',
  dana: 'Dana Eze',
  maya: 'Maya Lindqvist',
  rashid: 'Rashid Karimov',
  omar: 'Omar Haddad',
  lars: 'Lars-Erik Väisänen',
} as const;
type Login = keyof typeof people;

test('a company’s quarter: role change, request, emergency access, review and audit', async ({ browser }) => {
  const { licet } = later;
  const { operator } = licet;
  const { ids, report } = await company();
  const as = async (login: Login | 'ingrid', path: string, act: (visitor: Visitor) => Promise<void>) => {
    const password = login === 'ingrid' ? administrator.password : samplePassword;
    const visitor = await later.visit(browser, login === 'ingrid' ? administrator.email : login, password, path);
    await act(visitor);
    visitor.quiet();
    await visitor.leave();
  };

  await test.step('day 2: an owner adds a permission to a role, and the preview lists the users who gain it', async () => {
    await later.goTo(2);
    await as('chiara', `/applications/ledger?tab=matrix&rows=roles&q=clerk&columns=invoices.send`, async ({ page }) => {
      const cell = page.getByRole('grid', { name: 'Roles and permissions of Ledger' }).getByRole('button');
      await cell.focus();
      await page.keyboard.press('Space');
      await page.getByRole('button', { name: 'Add to the draft' }).click();
      await page.getByRole('link', { name: /^Changes, 1/ }).click();
      const effects = page.getByRole('region', { name: 'What this changes' });
      await expect(effects).toContainText('Maya Lindqvist and Omar Haddad gain invoices.send in Ledger');
      await page.getByLabel('Reason').fill('Clerks send what they write');
      await page.getByRole('button', { name: /^Apply 1 change/ }).click();
      await expect(page.getByRole('heading', { name: 'The draft is empty' })).toBeVisible();
    });
  });

  await test.step('day 5: the owner reverts the new permission', async () => {
    await later.goTo(5);
    await as('chiara', '/changes?tab=applied', async ({ page }) => {
      await page.getByRole('grid', { name: 'Applied' }).getByRole('row').nth(1).click();
      await page.getByRole('button', { name: 'Revert…' }).click();
      await expect(page.getByRole('region', { name: 'What this changes' })).toContainText(
        'Maya Lindqvist and Omar Haddad lose invoices.send in Ledger',
      );
      await page.getByRole('button', { name: /^Apply 1 change/ }).click();
      await expect(page.getByRole('heading', { name: 'The draft is empty' })).toBeVisible();
    });
  });

  await test.step('day 10: the owner and then Dana approve Maya’s request, and the grant ends in time', async () => {
    await later.goTo(10);
    await as('maya', '/inbox?add=1&application=ledger&role=approver', async ({ page }) => {
      await page.getByLabel('Why').fill('Month end');
      await page.getByRole('button', { name: 'Ask for access' }).last().click();
      await expect(page.getByRole('heading', { name: /Ask for/ })).toBeHidden();
    });
    const [request] = (await operator.requests.list({ query: { view: 'waiting' } })).items;
    await as('chiara', `/inbox?request=${request?.id}`, async ({ page }) => {
      await page.getByRole('button', { name: /^Approve/ }).click();
      await expect(page.getByText('One more approval is needed before it is granted.', { exact: true })).toBeVisible();
    });
    expect(await may('maya', 'invoices.approve')).toBe(false);
    await as('dana', `/inbox?request=${request?.id}`, async ({ page }) => {
      await page.getByRole('button', { name: /^Approve/ }).click();
      await expect(page.getByText(/^Approved.* Maya holds/)).toBeVisible();
    });
    expect(await may('maya', 'invoices.approve')).toBe(true);
    await later.goTo(20);
    expect(await may('maya', 'invoices.approve')).toBe(false);
  });

  await test.step('day 30: Rashid takes emergency access by keyboard; the owner is notified and reviews it', async () => {
    await later.goTo(30);
    await as('rashid', '/emergencies', async (visitor) => {
      const { page } = visitor;
      await expect(page.getByRole('button', { name: 'Take it…' })).toBeVisible();
      await later.goTo(30 + elevenMinutes);
      // The page's clock is paused until the token is renewed, so that no overlay takes the keys on a slow machine.
      await page.clock.pauseAt(later.now());
      visitor.mayBeRefused(401);
      await page.getByRole('button', { name: 'Take it…' }).press('Enter');
      const dialog = page.getByRole('dialog');
      const why = dialog.getByRole('textbox', { name: 'Why' });
      await why.fill('The books do not close and nobody answers');
      await dialog.getByRole('button', { name: 'Take it now' }).press('Enter');
      await expect(dialog.getByText('Sign in again to continue.')).toBeVisible();
      await page.clock.resume();
      expect(await may('rashid', 'books.close')).toBe(false);
      await dialog.getByRole('button', { name: 'Sign in again' }).press('Enter');
      await enter(page, 'rashid', samplePassword);
      await expect(why).toHaveValue('The books do not close and nobody answers');
      await dialog.getByRole('button', { name: 'Take it now' }).press('Enter');
      await expect(page.getByRole('grid').getByText('Not reviewed yet')).toBeVisible();
    });
    expect(await may('rashid', 'books.close')).toBe(true);
    const mails = (await operator.mail.list({ query: { limit: 50 } })).items;
    expect(mails).toContainEqual(
      expect.objectContaining({ template: 'break_glass_used', user: { id: ids.chiara, name: people.chiara } }),
    );
    await as('chiara', '/emergencies?state=unreviewed', async ({ page }) => {
      await page.getByRole('grid').getByText(people.rashid).click();
      await page.getByText('Justified: the access continues', { exact: false }).first().click();
      await page.getByRole('textbox', { name: 'What you found' }).fill('It was the only way');
      await page.getByRole('button', { name: 'Save the review' }).click();
      await expect(page.getByText(`Reviewed. ${people.rashid}`)).toBeVisible();
    });
    await later.goTo(31);
    expect(await may('rashid', 'books.close')).toBe(false);
  });

  let evidence = '';
  await test.step('day 93: a review suggests revoking unused access, and closing it revokes that access', async () => {
    await report('maya');
    await later.goTo(93);
    await report('maya');
    await as('ingrid', '/reviews', async ({ page }) => {
      await page.getByRole('button', { name: 'Open review' }).first().click();
      const form = page.getByRole('complementary');
      await form.getByLabel('Name', { exact: true }).fill('Fourth quarter');
      await form.getByText('A role', { exact: true }).click();
      for (const [field, name] of [
        ['Application', 'Ledger'],
        ['Role', 'clerk'],
      ] as const) {
        await form.getByRole('combobox', { name: field, exact: true }).fill(name);
        await page.getByRole('option', { name: new RegExp(`^${name}`) }).click();
      }
      await form.getByRole('button', { name: 'Open review' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Fourth quarter');
    });
    const [review] = (await operator.reviews.list({ query: {} })).items;
    await as('chiara', `/reviews/${review?.id}`, async ({ page }) => {
      const row = page.getByRole('grid').getByRole('row').filter({ hasText: people.omar });
      await expect(row).toContainText(/Revoke/);
      await decide(page, people.maya, 'y');
      await decide(page, people.omar, 'r');
      const progress = page.getByRole('status').filter({ hasText: '2 of 2 decided' });
      await expect(progress).toHaveAttribute('aria-busy', 'false');
    });
    await as('ingrid', `/reviews/${review?.id}`, async ({ page }) => {
      await page.getByRole('button', { name: 'Close review' }).click();
      const dialog = page.getByRole('alertdialog');
      await expect(dialog.getByRole('listitem').first()).toContainText('Omar Haddad loses');
      await dialog.getByRole('button', { name: 'Close review' }).click();
      await expect(page.getByText(/1 revoked/)).toBeVisible();
    });
    expect(await may('omar', 'invoices.read')).toBe(false);
    expect(await may('maya', 'invoices.read')).toBe(true);
    evidence = review?.id ?? '';
  });

  await test.step('day 95: an auditor compares access on three days and verifies the evidence', async () => {
    await later.goTo(95);
    const then = (days: number) => new Date(later.now().getTime() - (95 - days) * 86_400_000);
    const at = (days: number) => then(days).toISOString();
    await as('lars', '/', async ({ page }) => {
      const who = async (permission: string, day: number) => {
        await page.goto(`/explain?ask=who&application=ledger&permission=${permission}`);
        await lookAt(page, then(day));
        const rows = page.getByRole('grid').getByRole('row');
        await expect(page.getByText('Read only. The past cannot be changed.')).toBeVisible();
        await expect(page.getByText('Counting', { exact: false })).toBeHidden();
        await expect(rows.nth(1).or(page.getByText('Nobody', { exact: false }).first())).toBeVisible();
        const found = await rows.allInnerTexts();
        return Object.values(people).filter((name) => found.some((text) => text.includes(name)));
      };
      expect(await who('invoices.send', 3)).toEqual([people.maya, people.omar]);
      expect(await who('invoices.approve', 10.5)).toEqual([people.maya]);
      expect(await who('invoices.approve', 15)).toEqual([]);
      expect(await who('invoices.read', 94)).toEqual([people.maya]);
      const rows = page.getByRole('grid', { name: 'What changed' }).getByRole('row');
      await page.goto(`/differences?application=ledger&from=${at(1)}&to=${at(3)}`);
      for (const name of [people.maya, people.omar]) {
        const row = rows.filter({ hasText: name });
        await expect(row).toContainText(/Gained.*invoices\.send/);
        await expect(row).toContainText(people.chiara);
        await expect(row).toContainText('Clerks send what they write');
      }
      await page.goto(`/differences?application=ledger&from=${at(20)}`);
      await expect(rows.filter({ hasText: people.omar })).toContainText(/Lost.*invoices\.read/);
      await expect(rows.filter({ hasText: people.omar })).toContainText(
        'ingrid revoked the role clerk from Omar Haddad',
      );
      await expect(rows).toHaveCount(2);
      await page.goto(`/reviews/${evidence}`);
      const downloads: Download[] = [];
      page.on('download', (download) => downloads.push(download));
      await page.getByRole('button', { name: 'Evidence as CSV' }).click();
      await expect.poll(() => downloads.length).toBe(2);
      const file = test.info().outputPath('review.csv');
      for (const each of downloads) {
        await each.saveAs(each.suggestedFilename().endsWith('.jws') ? `${file}.jws` : file);
      }
      expect(readFileSync(file, 'utf8')).toContain(people.omar);
      expect(await typed('reviews', 'verify', file)).toMatchObject({
        code: 0,
        out: expect.stringContaining('The evidence is intact'),
      });
      writeFileSync(file, readFileSync(file, 'utf8').replace(people.omar, people.maya));
      expect((await typed('reviews', 'verify', file)).code).not.toBe(0);
      await page.goto('/audit');
      const saved = page.waitForEvent('download');
      await page.getByRole('button', { name: /^Download/ }).click();
      await page.getByRole('menuitem', { name: /Signed checkpoint/ }).click();
      const checkpoint = test.info().outputPath('head.jws');
      await (await saved).saveAs(checkpoint);
      expect(await typed('audit', 'verify', '--checkpoints', checkpoint)).toMatchObject({ code: 0 });
    });
  });

  async function may(login: Login, permission: string): Promise<boolean> {
    return (await operator.access.decide({ params, query: { user: ids[login], permission } })).permitted;
  }

  function typed(...args: string[]) {
    return commandLine(args, { ...process.env, LICET_DATA: licet.dataDirectory });
  }
});

/** Types a time into the console's control for a past time, as users do. */
async function lookAt(page: Page, instant: Date): Promise<void> {
  await page.getByRole('button', { name: /view another day/ }).click();
  const dialog = page.getByRole('dialog');
  const typed = {
    day: instant.getDate(),
    month: instant.getMonth() + 1,
    year: instant.getFullYear(),
    hour: instant.getHours(),
    minute: instant.getMinutes(),
  };
  for (const [part, number] of Object.entries(typed)) {
    const field = dialog.getByRole('spinbutton', { name: new RegExp(`^${part}`) });
    await field.pressSequentially(String(number).padStart(2, '0'));
  }
  await dialog.getByRole('button', { name: 'Show that time' }).click();
}

/** Decides the review line of a user with a key press. */
async function decide(page: Page, name: string, key: string): Promise<void> {
  await page.getByRole('grid').getByRole('row').filter({ hasText: name }).focus();
  await page.keyboard.press(key);
}

/**
 * Creates Ledger on its first day, with its owner, two clerks, approvers for two steps, and a controller with emergency access. Also
 * creates an auditor of Licet.
 */
async function company() {
  const { operator, url } = later.licet;
  await operator.applications.create({ body: { id: 'ledger', name: 'Ledger' } });
  const ids = {} as Record<Login, string>;
  for (const [login, name] of Object.entries(people)) {
    const body = { name, username: login, email: `${login}@aurelia.example` };
    ids[login as Login] = (await operator.users.create({ body })).id;
  }
  await givePasswords(operator, Object.values(ids));
  await operator.applications.addOwner({ params: { ...params, user: ids.chiara } });
  const permission = async (name: string) => (await operator.permissions.create({ params, body: { name } })).id;
  const [read, , approve, close] = [
    await permission('invoices.read'),
    await permission('invoices.send'),
    await permission('invoices.approve'),
    await permission('books.close'),
  ];
  const role = async (name: string, held: string) =>
    (await operator.roles.create({ params, body: { name, permissions: [held] } })).id;
  const roles = {
    clerk: await role('clerk', read),
    approver: await role('approver', approve),
    controller: await role('controller', close),
  };
  const usual = {
    longestSeconds: null,
    reasonNeeded: false,
    requestable: true,
    secondApprover: false,
    breakGlass: null,
  };
  const owners = { approvers: 'owners', needed: 1 } as const;
  const dana = { approvers: { users: [ids.dana], groups: [] }, needed: 1 };
  await operator.roles.setPolicy({
    params: { ...params, role: roles.approver },
    body: { ...usual, longestSeconds: 7 * 86_400, approval: { steps: [owners, dana] } },
  });
  await operator.roles.setPolicy({
    params: { ...params, role: roles.controller },
    body: {
      ...usual,
      approval: { steps: [owners] },
      breakGlass: { users: [ids.rashid], groups: [], seconds: 7200 },
    },
  });
  const give = (application: string, user: string, id: string) =>
    operator.grants.create({
      params: { application },
      body: { principal: { kind: 'user', id: user }, gives: { kind: 'role', id }, reason: 'Joined' },
    });
  for (const user of [ids.maya, ids.omar]) await give('ledger', user, roles.clerk);
  const auditor = (await operator.roles.list({ params: { application: 'licet' }, query: { q: 'auditor' } })).items[0];
  await give('licet', ids.lars, auditor?.id ?? '');

  const { client, secret } = await operator.clients.create({ params, body: { name: 'Ledger API', kind: 'service' } });
  /** Ledger's server reports the exercised permissions of users, with its own token. */
  const report = async (...logins: Login[]) => {
    const token = await fetch(`${url}/oidc/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${client.id}:${secret}`)}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
    const { access_token } = (await token.json()) as { access_token: string };
    const last = Math.floor(later.now().getTime() / 1000);
    const exercised = logins.map((login) => ({ user: ids[login], permission: 'invoices.read', count: 3, last }));
    const reported = await fetch(`${url}/api/v1/usage`, {
      method: 'POST',
      headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ exercised }),
    });
    expect(reported.status).toBe(204);
  };
  await report('maya', 'omar');
  return { ids, report };
}
