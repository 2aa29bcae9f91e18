import { expect, type Locator, type Page, test } from '@playwright/test';
import type { Organisation } from '../examples/ledger/sample/organisation.ts';
import { administrator, type RunningLicet, removeDataDirectory, startLicet, withAdministrator } from './licet.ts';
import { look, type Opening, settled, type Width } from './looks.ts';
import { makeOrganisation, makeRequests } from './organisation.ts';
import { enter, newVisitor, type Visitor } from './visitor.ts';

let licet: RunningLicet;
let organisation: Organisation;
let visitor: Visitor;
let page: Page;

test.beforeAll(async ({ browser }) => {
  licet = await startLicet({ environment: withAdministrator });
  organisation = await makeOrganisation(licet.operator);
  await makeRequests(licet.url, licet.operator, organisation);
  visitor = await newVisitor(browser, { baseURL: licet.url, reducedMotion: 'reduce' });
  page = visitor.page;
  await page.goto('/');
  await enter(page, administrator.email, administrator.password);
  await page.evaluate(() => localStorage.setItem('licet.guide', JSON.stringify({ tokenSeen: true, closed: true })));
});

test.afterEach(() => visitor.quiet());

test.afterAll(async () => {
  await visitor?.leave();
  await licet?.stop();
  if (licet) removeDataDirectory(licet.dataDirectory);
});

test('home and my account', async () => {
  visitor.mayBeRefused(404);
  await looks({
    home: at('/'),
    me: at('/me'),
    'me-access': at('/me?tab=access'),
    'me-sessions': at('/me?tab=sessions'),
    'me-activity': at('/me?tab=activity'),
    'account-menu': at('/', () => page.getByRole('button', { name: /^Account of/ }).click()),
    palette: at('/', async () => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').fill('le');
      await expect(page.getByRole('option').nth(2)).toBeVisible();
    }),
    'palette-nothing': at('/', async () => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').fill('zzzz');
      await expect(page.getByText('Nothing by that name.')).toBeVisible();
    }),
    'phone-more': at('/', async (width) => {
      if (width === 1440) return;
      await page.getByRole('button', { name: 'More', exact: true }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    }),
    'not-found': at('/nowhere'),
  });
});

test('the users', async () => {
  await looks({
    users: at('/users'),
    'users-nobody': at('/users?q=nobody-by-this-name', () => expect(page.getByText('Nobody fits this')).toBeVisible()),
    'users-new': at('/users?add=1'),
    'users-new-errors': at('/users?add=1', async () => {
      await page.getByRole('button', { name: 'Create user' }).click();
      await expect(field('Username')).toHaveAttribute('aria-invalid', 'true');
    }),
    'users-status': at('/users', () => page.getByRole('button', { name: 'Status', exact: true }).click()),
    'users-group': at('/users', () => pick('Group', 'fin')),
    'users-filtered': at(`/users?status=suspended`),
    'users-sort': at('/users', () => page.getByRole('button', { name: /sort by$/ }).click()),
    'users-import': at('/users', async (width) => {
      if (width === 390) return;
      await page.getByRole('button', { name: 'Import' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    }),
  });
});

test('one user', async () => {
  visitor.mayBeRefused(404);
  const tomasz = `/users/${id('users', 'Tomasz Wójcik')}`;
  const more = () => page.getByRole('button', { name: /^More for/ }).click();
  const menu = async (entry: string) => {
    await more();
    await page.getByRole('menuitem', { name: entry }).click();
    await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toBeVisible();
  };
  await looks({
    user: at(tomasz),
    'user-access-open': at(`${tomasz}?tab=access&application=ledger`),
    'user-groups': at(`${tomasz}?tab=groups`),
    'user-grants': at(`${tomasz}?tab=grants`),
    'user-sessions': at(`${tomasz}?tab=sessions`),
    'user-activity': at(`${tomasz}?tab=activity`),
    'user-details': at(`${tomasz}?tab=details`),
    'user-suspended': at(`/users/${id('users', 'Dmytro Kovalenko')}`),
    'user-long-name': at(`/users/${id('users', 'Ingeborg Thorvaldsen-Björklund af Nordenskiöld')}`),
    'user-menu': at(tomasz, more),
    'user-grant-access': at(tomasz, () => pick('Grant access', 'le')),
    'user-suspend': at(tomasz, () => menu('Suspend…')),
    'user-link': at(tomasz, () => menu('Make set-password link…')),
    'user-delete': at(tomasz, () => menu('Delete…')),
    'user-missing': at('/users/00000000-0000-7000-8000-000000000000'),
  });
});

test('the groups', async () => {
  const finance = `/groups/${id('groups', 'Finance')}`;
  await looks({
    groups: at('/groups'),
    'groups-none': at('/groups?q=nothing-by-this-name'),
    'groups-new': at('/groups?add=1'),
    'group-members': at(finance),
    'group-grants': at(`${finance}?tab=grants`),
    'group-details': at(`${finance}?tab=details`),
    'group-add-member': at(finance, async () => {
      await page.getByRole('button', { name: 'Add member' }).first().click();
      await choice('Person or group', 'a');
    }),
    'group-delete': at(finance, async () => {
      await page.getByRole('button', { name: 'More for Finance' }).click();
      await page.getByRole('menuitem', { name: 'Delete…' }).click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
    }),
  });
});

test('the applications, and one of them', async () => {
  visitor.mayBeRefused(404);
  await looks({
    applications: at('/applications'),
    'applications-new': at('/applications?add=1'),
    application: at('/applications/ledger'),
    'application-delete': at('/applications/ledger', async () => {
      await page.getByRole('button', { name: 'Delete application…' }).click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
    }),
    'application-export': at('/applications/ledger', () => page.getByRole('button', { name: 'Export' }).click()),
    permissions: ledger('permissions'),
    'permissions-add': ledger('permissions&add=1'),
    'permissions-open': ledger('permissions', firstRow),
    roles: ledger('roles'),
    'roles-new': ledger('roles&add=1', () => expect(page.getByText('invoices.refund').first()).toBeVisible()),
    'roles-open': ledger(`roles&open=${id('roles', 'ledger/approver')}`),
    'roles-edit': ledger(`roles&open=${id('roles', 'ledger/approver')}&edit=1`),
    'roles-delete': ledger(`roles&open=${id('roles', 'ledger/approver')}`, async () => {
      await page.getByRole('button', { name: 'Delete role…' }).click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
    }),
    clients: ledger('clients'),
    'clients-new': ledger('clients&add=1'),
    'clients-open': ledger('clients', firstRow),
    'clients-secret': ledger('clients', async () => {
      await page.getByRole('grid').getByText('Ledger API').click();
      await page.getByRole('button', { name: 'Make a new secret…' }).click();
      await page.getByRole('button', { name: 'Make a new secret', exact: true }).click();
      await expect(page.getByRole('dialog', { name: 'The secret of Ledger API' })).toBeVisible();
    }),
    integration: ledger('integration'),
    usage: ledger('usage', () => expect(page.getByText('No usage reported yet')).toBeVisible()),
    'licet-overview': at('/applications/licet'),
    'application-missing': at('/applications/nowhere'),
  });
});

test('what of an application is exercised', async () => {
  const use = (name: string, users: number, count: number, last: string | null) => ({
    permission: { id: crypto.randomUUID(), name, title: '' },
    users,
    count,
    last,
  });
  const reported = {
    items: [use('invoices.read', 412, 18_204, new Date().toISOString()), use('invoices.refund', 0, 0, null)],
    next: null,
    total: 2,
    atLeast: false,
    since: new Date(Date.now() - 12 * 86_400_000).toISOString(),
  };
  await page.route('**/api/v1/applications/ledger/usage*', (route) => route.fulfill({ json: reported }));
  await look(
    page,
    'usage-reported',
    ledger('usage', () => expect(page.getByText('18,204')).toBeVisible()),
  );
  await page.unroute('**/api/v1/applications/ledger/usage*');
});

test('the grants of an application', async () => {
  await looks({
    grants: ledger('grants'),
    'grants-state': ledger('grants', () =>
      page
        .getByRole('button', { name: /^State/ })
        .first()
        .click(),
    ),
    'grants-open': ledger('grants', firstRow),
    'grants-revoke': ledger('grants', async () => {
      await firstRow();
      await page.getByRole('button', { name: 'Revoke grant…' }).click();
      await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toBeVisible();
    }),
    'grants-add': ledger('grants&add=1'),
    'grants-add-to': ledger('grants&add=1', () => choice('To', 'ma')),
    'grants-add-role': ledger('grants&add=1', () => choice('Role', 'r')),
    'grants-add-filled': ledger(`grants&add=1&to=${id('users', 'Maya Lindqvist')}`, async () => {
      await choice('Role', 'approver');
      await page.getByRole('option', { name: 'approver' }).click();
      await expect(page.getByText(/invoices\.refund/).first()).toBeVisible();
    }),
    'grants-add-end': ledger('grants&add=1', async () => {
      await page.getByRole('radio', { name: 'On…' }).last().click({ force: true });
      await page.getByRole('button', { name: /calendar/i }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    }),
    import: ledger('grants&import=1'),
    'import-preview': ledger('grants&import=1', async () => {
      await page.getByLabel('Content').fill('maya.lindqvist\tinvoices.refund\nnew.person\tinvoices.read');
      await page.getByRole('button', { name: 'Check the file' }).click();
      await expect(page.getByRole('button', { name: /^Import 2/ })).toBeVisible();
    }),
    'import-refused': ledger('grants&import=1', async () => {
      visitor.mayBeRefused(400, 422);
      await page.getByLabel('Content').fill('maya.lindqvist\nnew person\t\n');
      await page.getByRole('button', { name: 'Check the file' }).click();
      await expect(page.getByRole('button', { name: 'Back to the file' })).toBeVisible();
    }),
  });
});

test('explain answers both questions', async () => {
  visitor.mayBeRefused(404);
  const refund = 'permission=invoices.refund&application=ledger';
  await looks({
    explain: at('/explain'),
    'explain-yes': at(`/explain?ask=may&user=${id('users', 'Tomasz Wójcik')}&${refund}`),
    'explain-no': at(`/explain?ask=may&user=${id('users', 'Maya Lindqvist')}&${refund}`),
    'explain-suspended': at(`/explain?ask=may&user=${id('users', 'Dmytro Kovalenko')}&${refund}`),
    'explain-past': at(`/explain?ask=may&user=${id('users', 'Tomasz Wójcik')}&${refund}&at=2026-01-01T12:00:00Z`),
    'explain-who': at(`/explain?ask=who&${refund}`),
    'explain-who-nobody': at('/explain?ask=who&permission=invoices.refnud&application=ledger'),
    'explain-person': at('/explain', () => pick(/^Person/, 'ma')),
    'explain-when': at(`/explain?ask=who&${refund}`, () => page.getByRole('button', { name: /^When/ }).click()),
  });
});

test('audit', async () => {
  await looks({
    audit: at('/audit'),
    'audit-open': at('/audit', firstRow),
    'audit-kind': at('/audit', () => pick('Kind', 'grant')),
    'audit-when': at('/audit', () => page.getByRole('button', { name: 'When', exact: true }).click()),
    'audit-none': at('/audit?q=nothing-by-this-name'),
    'audit-sign-ins': at('/audit?tab=sign-ins'),
    'audit-verified': at('/audit', async () => {
      await page.getByRole('button', { name: /verify/i }).click();
      await settled(page);
    }),
  });
});

test('inspect, signed out', async ({ browser }) => {
  const stranger = await newVisitor(browser, { baseURL: licet.url, reducedMotion: 'reduce' });
  const sample = (name: string): Opening => {
    return async () => {
      await stranger.page.goto('/inspect');
      await stranger.page.getByRole('button', { name, exact: true }).click();
      await expect(stranger.page.getByText('Well formed')).toBeVisible();
    };
  };
  await look(stranger.page, 'inspect-empty', async () => void (await stranger.page.goto('/inspect')));
  await look(stranger.page, 'inspect', sample('valid'));
  await look(stranger.page, 'inspect-expired', sample('expired'));
  await look(stranger.page, 'inspect-admin', sample('an admin’s'));
  await look(stranger.page, 'inspect-malformed', async () => {
    await stranger.page.goto('/inspect');
    await stranger.page.getByLabel('Token', { exact: true }).fill('not.a.token');
    await expect(stranger.page.getByText('Not well-formed')).toBeVisible();
  });
  await look(stranger.page, 'sign-in', async () => {
    await stranger.page.goto('/users');
    await expect(stranger.page.getByLabel('E-mail or username')).toBeVisible();
  });
  stranger.mayBeRefused(400, 401);
  await look(stranger.page, 'sign-in-refused', async () => {
    await stranger.page.goto('/');
    await stranger.page.getByLabel('E-mail or username').fill('somebody');
    await stranger.page.getByLabel('Password', { exact: true }).fill('wrong password for anybody');
    await stranger.page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(stranger.page.getByLabel('Password', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  });
  stranger.quiet();
  await stranger.leave();
});

test('a member is told why a screen of administrators is closed to them', async ({ browser }) => {
  const member = await newVisitor(browser, { baseURL: licet.url, reducedMotion: 'reduce' });
  member.mayBeRefused(403);
  const { url } = await licet.operator.users.passwordLink({ params: { user: id('users', 'Maya Lindqvist') } });
  const password = 'maple kettle drifts over sand';
  await look(member.page, 'set-password', async () => {
    await member.page.goto('/inspect');
    await member.page.goto(url);
    await expect(member.page.getByLabel('New password')).toBeVisible();
  });
  await member.page.getByLabel('New password').fill(password);
  await member.page.getByRole('button', { name: 'Set the password' }).click();
  await enter(member.page, 'maya.lindqvist', password);
  await look(member.page, 'member-home');
  await look(member.page, 'member-requests', async () => void (await member.page.goto('/requests?view=mine')));
  await look(member.page, 'member-refused', async () => void (await member.page.goto('/users')));
  await expect(member.page.getByText(/users\.read/)).toBeVisible();
  await member.leave();
});

test('when the server is not there a page says so, and can be tried again', async () => {
  visitor.mayBeRefused(503);
  const unavailable = {
    status: 503,
    contentType: 'application/problem+json',
    body: JSON.stringify({
      type: 'urn:licet:error:unavailable',
      title: 'Licet cannot reach its database.',
      status: 503,
      code: 'unavailable',
      detail: 'Nothing was changed. Try again in a moment.',
      errors: [],
    }),
  };
  await page.route('**/api/v1/users?*', (route) => route.fulfill(unavailable));
  await look(page, 'users-unavailable', async () => {
    await page.goto('/users');
    await expect(page.getByRole('alert')).toBeVisible({ timeout: 20_000 });
  });
  await page.unroute('**/api/v1/users?*');
  await page.getByRole('alert').getByRole('button').click();
  await expect(page.getByRole('grid').getByText('Chiara Benedetti')).toBeVisible();
});

/** Looks at every state, and names all that is wrong with any of them. */
async function looks(states: Readonly<Record<string, Opening>>): Promise<void> {
  for (const [name, open] of Object.entries(states)) await test.step(name, () => look(page, name, open));
}

/** Opens an address, and then what is to be open on the screen. With nothing to open, a phone shows the same page again. */
function at(address: string, then?: (width: Width) => Promise<unknown>): Opening {
  return async (width) => {
    if (then === undefined && width === 390) return;
    await page.goto(address, { waitUntil: 'domcontentloaded' });
    await settled(page);
    await then?.(width);
  };
}

const ledger = (search: string, then?: () => Promise<unknown>): Opening =>
  at(`/applications/ledger?tab=${search}`, then);

const field = (name: string): Locator => page.getByRole('textbox', { name, exact: true });

const firstRow = (): Promise<void> =>
  page
    .getByRole('grid')
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell') })
    .first()
    .click();

/** Opens a picker and types, until there is something to choose. */
async function choice(label: string, text: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).fill(text);
  await found();
}

/** Opens a button's search and types, until there is something to choose. */
async function pick(name: string | RegExp, text: string): Promise<void> {
  await page.getByRole('button', { name, exact: typeof name === 'string' }).click();
  await page.getByRole('dialog').locator('input').fill(text);
  await found();
}

/** Waits for what was searched; until then the list says so in a line of its own. */
async function found(): Promise<void> {
  await expect(page.getByRole('option').first()).toBeVisible();
  await expect(page.getByRole('option').first()).not.toHaveText(/^Searching/);
}

/** The id of somebody or something of the organisation. */
function id(kind: keyof Organisation, name: string): string {
  const found = organisation[kind].get(name);
  if (found === undefined) throw new Error(`The organisation has nothing called ${name}.`);
  return found;
}
