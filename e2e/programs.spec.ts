import { cliClientId } from '@licet/contract';
import { expect, test } from '@playwright/test';
import { endAll } from './end-all.ts';
import { administrator, type RunningLicet } from './licet.ts';
import { look, opening, take } from './looks.ts';
import { startWithAdministrator } from './made-once.ts';
import { newVisitor, openAs, type Visitor } from './visitor.ts';

// Tests programs as holders of grants, and the page for entering a device code.

let licet: RunningLicet;
let ingrid: Visitor;
let program: string;

test.beforeAll(async ({ browser }) => {
  licet = await startWithAdministrator();
  const params = { application: 'ledger' };
  await licet.operator.applications.create({ body: { id: 'ledger', name: 'Ledger' } });
  await licet.operator.roles.create({ params, body: { name: 'reader', title: 'Reads the books' } });
  await licet.operator.applications.create({ body: { id: 'jobs', name: 'Jobs' } });
  const body = { name: 'Nightly job', kind: 'service' } as const;
  program = (await licet.operator.clients.create({ params: { application: 'jobs' }, body })).client.id;
  ingrid = await newVisitor(browser, { baseURL: licet.url, reducedMotion: 'reduce' });
  await openAs(ingrid.page, licet.url, administrator.username, administrator.password);
});
test.afterEach(() => ingrid.quiet());
test.afterAll(() => endAll(ingrid, licet));

test('a program can be selected for a grant like a user, and its panel shows its access', async () => {
  const { page } = ingrid;
  const panel = `/applications/jobs?tab=clients&open=${program}`;
  await page.goto(panel);
  await expect(page.getByText('It has no grants yet: its tokens for this application permit nothing')).toBeVisible();
  await page.goto('/applications/ledger?tab=grants&add=1');
  await page.getByRole('combobox', { name: 'To', exact: true }).fill('night');
  await page.getByRole('option', { name: /Nightly job/ }).click();
  await page.getByRole('combobox', { name: 'Role', exact: true }).fill('read');
  await page.getByRole('option', { name: /reader/ }).click();
  await look(page, 'programs-grant');
  await page.getByRole('button', { name: 'Grant to 1 program' }).click();
  await expect(page.getByRole('link', { name: 'Nightly job' })).toHaveAttribute('href', panel);
  await look(
    page,
    'programs-panel',
    opening(page, panel, async () => {
      await expect(page.getByRole('link', { name: 'reader' })).toBeVisible();
      await expect(page.getByText('Ledger', { exact: true }).last()).toBeVisible();
    }),
  );
});

test('the panel of a program links to a new grant, and role counts and Explain include programs', async () => {
  const { page } = ingrid;
  await page.goto(`/applications/jobs?tab=clients&open=${program}`);
  await page.getByRole('link', { name: 'Grant access' }).click();
  await expect(page.getByRole('button', { name: 'Grant to 1 program' })).toBeVisible();
  const { items } = await licet.operator.roles.list({ params: { application: 'ledger' } });
  const reader = items.find(({ name }) => name === 'reader')?.id ?? '';
  await page.goto(`/applications/ledger?tab=roles&open=${reader}`);
  await expect(page.getByText('0 people, 1 program')).toBeVisible();
  await look(page, 'programs-role');
  await page.goto('/explain?application=ledger&permission=books.read');
  await page.getByRole('button', { name: /somebody/ }).click();
  await page.keyboard.type('night');
  await page.getByRole('option', { name: /Nightly job.*Program of jobs/ }).click();
  await expect(page).toHaveURL(new RegExp(`user=${program}`));
});

test('a program’s secret is replaced with an overlap, then by a public key, and is ended', async () => {
  const { page } = ingrid;
  const panel = `/applications/jobs?tab=clients&open=${program}`;
  const params = { application: 'jobs', client: program };
  await page.goto(panel);
  const keys = page.getByRole('list', { name: 'Secrets and keys of Nightly job' });
  await expect(keys.getByText('Not used yet')).toBeVisible();
  await look(page, 'programs-keys');

  await keys.getByRole('button', { name: 'Actions for Secret 1' }).click();
  await page.getByRole('menuitem', { name: 'Replace…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Replace Secret 1' });
  await dialog.getByLabel('Name').fill('CI 2027');
  await look(page, 'programs-replace');
  await dialog.getByRole('button', { name: 'Create secret' }).click();
  const shown = page.getByRole('dialog', { name: 'The secret of Nightly job' });
  const secret = await shown.getByLabel('Secret').inputValue();
  await look(page, 'programs-secret');
  await shown.getByRole('button', { name: 'I have saved the secret' }).click();
  await expect(keys.getByRole('listitem')).toHaveCount(2);
  await expect(keys.getByText('CI 2027', { exact: true })).toBeVisible();
  // Secret 1 ends in a week.
  await page.goto('/');
  await expect(page.getByRole('link', { name: / of Nightly job/ })).toHaveAttribute('href', panel);
  await look(page, 'home-keys-ending');
  await page.goto(panel);
  const ask = async () => {
    const authorization = `Basic ${Buffer.from(`${program}:${secret}`).toString('base64')}`;
    const body = new URLSearchParams({ grant_type: 'client_credentials' });
    return (await fetch(`${licet.url}/oidc/token`, { method: 'POST', body, headers: { authorization } })).status;
  };
  expect(await ask()).toBe(200);

  await keys.getByRole('button', { name: 'Actions for CI 2027' }).click();
  await page.getByRole('menuitem', { name: 'Replace…' }).click();
  const adding = page.getByRole('dialog', { name: 'Replace CI 2027' });
  await adding.getByText('Public key', { exact: true }).click();
  const field = adding.getByLabel('Public key (JWK)');
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify']);
  await field.fill(JSON.stringify(await crypto.subtle.exportKey('jwk', pair.privateKey)));
  await adding.getByRole('button', { name: 'Add public key' }).click();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', pair.publicKey);
  await field.fill(JSON.stringify({ kty, crv, x, y, kid: 'build-server' }));
  await adding.getByRole('button', { name: 'Ends' }).click();
  await page.getByRole('option', { name: 'Never' }).click();
  await expect(adding.getByText('A key without an end is accepted until')).toBeVisible();
  await look(page, 'programs-public-key');
  await adding.getByRole('button', { name: 'Add public key' }).click();
  await expect(keys.getByText('build-server', { exact: true })).toBeVisible();
  expect(await ask()).toBe(200); // The new secret works for another week. Secret 1 has ended.

  await keys.getByRole('button', { name: 'Actions for CI 2027' }).click();
  await page.getByRole('menuitem', { name: 'Change name or end…' }).click();
  await look(page, 'programs-key-change');
  await page.getByRole('dialog').getByLabel('Name').fill('CI');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('CI is saved.')).toBeVisible();
  await keys.getByRole('button', { name: 'Actions for CI' }).click();
  await page.getByRole('menuitem', { name: 'End now…' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'End key' }).click();
  await expect(page.getByText('CI has ended.')).toBeVisible();
  expect(await ask()).toBe(401);
  await expect(keys.getByText(/Last used/)).toBeVisible();
  await look(page, 'programs-keys-ended');
  expect((await licet.operator.clients.keys({ params })).items.map(({ name, ended }) => [name, ended])).toEqual([
    ['build-server', false],
    ['CI', true],
    ['Secret 1', true],
  ]);
  await page.goto('/audit?tab=sign-ins');
  await expect(page.getByText('Nightly job (jobs): CI')).toBeVisible();
});

async function newCode(): Promise<string> {
  const body = new URLSearchParams({ client_id: cliClientId, scope: 'openid' });
  const started = await fetch(`${licet.url}/oidc/device`, { method: 'POST', body });
  return ((await started.json()) as { user_code: string }).user_code;
}

test('a device code is entered and confirmed or declined by keyboard, and a wrong code is reported', async () => {
  const { page } = ingrid;
  const code = await newCode();
  await look(page, 'device-code', async () => void (await page.goto('/device')));
  await expect(page.getByLabel('Code')).toBeFocused();
  await page.keyboard.type('bbbb-bbbb');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'This code does not exist.' })).toBeVisible();
  await look(page, 'device-wrong');
  await page.getByLabel('Code').fill(code.toLowerCase());
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Sign in to Licet command line?' })).toBeVisible();
  await expect(page.getByText(code)).toBeVisible();
  await expect(page.getByText('In Licet, everything that you may do, until you sign out')).toBeVisible();
  await look(page, 'device-confirm');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'You are signed in.' })).toBeVisible();
  await look(page, 'device-done');

  await page.goto('/device');
  await page.getByLabel('Code').fill(await newCode());
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('heading', { name: 'The program was not signed in.' })).toBeVisible();
  await look(page, 'device-refused');
});

test('the device pages work without scripts, and are in German for a German browser', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: licet.url, locale: 'de-DE', javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/device');
  await page.getByLabel('Code').fill(await newCode());
  await page.getByRole('button', { name: 'Weiter' }).click();
  await expect(page.getByRole('heading', { name: 'Bei Licet command line anmelden?' })).toBeVisible();
  await take(page, 'device-confirm-de');
  await page.getByRole('button', { name: 'Abbrechen' }).click();
  await expect(page.getByRole('heading', { name: 'Niemand wurde angemeldet.' })).toBeVisible();
  await context.close();
});
