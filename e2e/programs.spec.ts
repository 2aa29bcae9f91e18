import { cliClientId } from '@licet/contract';
import { expect, test } from '@playwright/test';
import { administrator, type RunningLicet, removeDataDirectory } from './licet.ts';
import { look, opening } from './looks.ts';
import { startWithAdministrator } from './made-once.ts';
import { enter, newVisitor, type Visitor } from './visitor.ts';

// A program as a holder of grants, and the page on which a code is entered for one.

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
  await ingrid.page.goto('/');
  await enter(ingrid.page, administrator.username, administrator.password);
});
test.afterEach(() => ingrid.quiet());
test.afterAll(async () => {
  await ingrid?.leave();
  await licet?.stop();
  if (licet) removeDataDirectory(licet.dataDirectory);
});

test('a program is chosen as people are, its panel shows what it has, and the code of a device is confirmed', async () => {
  const { page } = ingrid;
  const panel = `/applications/jobs?tab=clients&open=${program}`;
  await page.goto(panel);
  await expect(page.getByText('Nothing was granted to it.')).toBeVisible();
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

  const begun = await fetch(`${licet.url}/oidc/device`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: cliClientId, scope: 'openid' }),
  });
  const { user_code: code } = (await begun.json()) as { user_code: string };
  await look(page, 'device-code', async () => void (await page.goto('/device')));
  await page.getByLabel('Code').fill(code);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in to Licet command line?' })).toBeVisible();
  await look(page, 'device-confirm');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'You are signed in.' })).toBeVisible();
});
