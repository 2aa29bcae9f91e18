import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { appSecret, passwords } from '../scripts/keycloak.ts';
import { endAll } from './end-all.ts';
import { administrator, type RunningLicet } from './licet.ts';
import { startWithAdministrator } from './made-once.ts';
import { enter, leaveByMenu, newVisitor, type Visitor } from './visitor.ts';

const bin = fileURLToPath(new URL('../packages/cli/bin/licet.mjs', import.meta.url));
const realm = fileURLToPath(new URL('../packages/cli/src/directory/keycloak-realm.fixture.json', import.meta.url));

let licet: RunningLicet;
let visitor: Visitor;
test.beforeAll(async ({ browser }) => {
  licet = await startWithAdministrator();
  execFileSync(process.execPath, [bin, 'import', 'keycloak', realm, '--create', '--data', licet.dataDirectory]);
  visitor = await newVisitor(browser, { baseURL: licet.url });
});
test.afterEach(() => visitor.quiet());
test.afterAll(() => endAll(visitor, licet));

test('users of a Keycloak realm are imported, and sign in with their former credentials', async () => {
  const { page } = visitor;
  await page.goto('/');
  await enter(page, administrator.username, administrator.password);
  await page.goto('/users');
  // Users with a password are active; those without one are invited.
  await expect(page.getByRole('row', { name: /Ada Lovelace/ })).toContainText('Active');
  await expect(page.getByRole('row', { name: /Gina/ })).toContainText('No password yet');
  await expect(page.getByRole('row', { name: /Frank Former/ })).toContainText('Suspended');
  await page.goto('/audit');
  await expect(page.getByText('imported users, groups and roles from another system')).toBeVisible();
  await page.goto('/');
  await leaveByMenu(page);
  // Twice: with the imported hash, and with the hash made here afterwards.
  for (const login of ['ada', 'ada@example.org']) {
    await enter(page, login, passwords.ada);
    await expect(page.getByRole('button', { name: 'Account of Ada Lovelace' })).toBeVisible();
    await leaveByMenu(page);
  }
  await page.getByLabel('E-mail or username').fill('eve@example.org');
  await page.getByLabel('Password', { exact: true }).fill(passwords['eve@example.org']);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByLabel('Code of your authenticator app').fill(codeNow());
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Account of Eve Example' })).toBeVisible();
});

/** Returns a code of her app, whose key is the text itself. */
function codeNow(): string {
  const counter = Buffer.alloc(8);
  // One step ahead is accepted because clocks differ, and the present step counts as used since the import.
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + 1));
  const digest = createHmac('sha1', appSecret).update(counter).digest();
  const code = (digest.readUInt32BE((digest.at(-1) ?? 0) & 15) & 0x7fffffff) % 1_000_000;
  return String(code).padStart(6, '0');
}
