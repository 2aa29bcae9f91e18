import { expect, test } from '@playwright/test';
import {
  startProvider,
  type TestProvider,
} from '../packages/server/src/identity/connections/external-provider.testing.ts';
import { freePort } from '../scripts/free-port.ts';
import { endAll } from './end-all.ts';
import { administrator, type RunningLicet } from './licet.ts';
import { look } from './looks.ts';
import { startWithAdministrator } from './made-once.ts';
import { enter, leaveByMenu, newVisitor, openAs, type Visitor } from './visitor.ts';

// Tests external providers, as administrators set them up and as users sign in through them. The providers are a simple OpenID provider and
// another Licet.
test.describe.configure({ mode: 'serial' });

const password = 'maple kettle drifts over sand';
let licet: RunningLicet;
let other: RunningLicet;
let provider: TestProvider;
let ingrid: Visitor;
let maya: Visitor;

test.beforeAll(async ({ browser }) => {
  const port = await freePort();
  provider = await startProvider([`http://localhost:${port}/sign-in/return`]);
  licet = await startWithAdministrator({ port, environment: { LICET_ALLOW_OUTGOING: '127.0.0.0/8,localhost' } });
  other = await startOther();
  ingrid = await newVisitor(browser, { baseURL: licet.url });
  maya = await withPassword(await newVisitor(browser, { baseURL: licet.url }), 'maya', 'Maya Lindqvist');
  await openAs(ingrid.page, licet.url, administrator.username, administrator.password);
});

test.afterEach(() => {
  provider.instead = undefined;
  ingrid.quiet();
  maya.quiet();
});

test.afterAll(() => endAll(ingrid, maya, licet, other, provider));

test('a provider is added by keyboard, and signing in again keeps the typed values except the secret', async () => {
  const { page } = ingrid;
  await page.goto('/settings/connections');
  await expect(page.getByText('No other provider yet')).toBeVisible();
  await look(page, 'settings-connections-none');
  await someTimePasses();
  ingrid.mayBeRefused(401);
  await page.getByRole('button', { name: 'Add a connection' }).press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Microsoft Entra ID' })).toBeVisible();
  await look(page, 'settings-connections-menu');
  await page.getByRole('menuitem', { name: 'OpenID provider' }).press('Enter');
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
  await page.keyboard.type('Acme');
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Issuer', { exact: true })).toBeFocused();
  await page.keyboard.type(`${provider.issuer}/`);
  await page.getByLabel('Client ID').fill(provider.client.id);
  const secret = page.getByLabel('Client secret', { exact: true });
  await secret.fill(provider.client.secret);
  const add = page.getByRole('complementary').getByRole('button', { name: 'Add a provider' });
  await add.click();
  await expect(page.getByText('Sign in again to continue.')).toBeVisible();
  await page.getByRole('button', { name: 'Sign in again' }).click();
  await enter(page, administrator.username, administrator.password);
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Acme');
  await expect(secret).toHaveValue('');
  await look(page, 'settings-connections-add');
  await add.click();
  await expect(secret).toBeFocused();
  await expect(page.getByText('Enter the secret that the provider issued.')).toBeVisible();
  await secret.fill(provider.client.secret);
  await add.click();
  await expect(page.getByRole('heading', { name: 'Acme' })).toBeVisible();
  await expect(page.getByText('Nobody has linked an account yet')).toBeVisible();
});

test('the test of a provider succeeds, and its form rejects an incomplete group line and missing domains', async () => {
  const { page } = ingrid;
  await expect(page.getByLabel('Redirect address')).toHaveValue(`${licet.url}/sign-in/return`);
  await page.getByRole('button', { name: 'Test the connection' }).click();
  await expect(page.getByText('The provider works as expected.')).toBeVisible();
  await look(page, 'settings-connections-tested');
  await page.getByLabel('Domains that use this provider').fill('acme.example');
  await page.getByLabel('Create users at their first sign-in').check();
  await page.getByLabel('Claim with groups').fill('groups');
  await page.getByRole('button', { name: 'Add a group' }).click();
  await page.getByLabel('Provider value, line 1').fill('staff');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('A line needs both').first()).toBeVisible();
  await page.getByRole('button', { name: 'Remove line 1' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Enter at least one domain').first()).toBeVisible();
  await page.getByLabel('Only from these domains').fill('acme.example');
  await look(page, 'settings-connections-form', async () => {
    await page.getByLabel('Scopes').scrollIntoViewIfNeeded();
  });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Acme is saved.')).toBeVisible();
});

test('the connection test reports a wrong provider, and a private key can replace the secret', async () => {
  const { page } = ingrid;
  await page.getByRole('button', { name: 'Add a connection' }).click();
  await page.getByRole('menuitem', { name: 'Keycloak' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Wrong');
  await page.getByLabel('Address of the realm').fill(`${provider.issuer}/realms/nowhere`);
  await page.getByLabel('Client ID').fill('licet');
  await page.getByText('Private key', { exact: true }).click();
  await page.getByRole('complementary').getByRole('button', { name: 'Add a provider' }).click();
  await expect(page.getByRole('heading', { name: 'Wrong' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Public key' })).toContainText('"kty": "EC"');
  await page.getByRole('button', { name: 'Test the connection' }).click();
  await expect(page.getByText('Problems found:')).toBeVisible();
  await page.getByRole('button', { name: 'Delete connection' }).click();
  await expect(page.getByText('Nobody has linked an account.')).toBeVisible();
  await look(page, 'settings-connections-delete');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete connection' }).click();
  await expect(page.getByText('Wrong is deleted.')).toBeVisible();
});

test('an LDAP directory is added, and its connection test reports an unreachable server', async () => {
  const { page } = ingrid;
  const form = page.getByRole('complementary');
  const nowhere = `ldap://127.0.0.1:${await freePort()}`;
  await page.goto('/settings/connections');
  await page.getByRole('button', { name: 'Add a connection' }).click();
  await page.getByRole('menuitem', { name: 'LDAP directory' }).press('Enter');
  await expect(page.getByLabel('Permanent identifier')).toHaveValue('objectGUID');
  await page.getByText('OpenLDAP', { exact: true }).click();
  await expect(page.getByLabel('Permanent identifier')).toHaveValue('entryUUID');
  await page.getByLabel('Name', { exact: true }).fill('Corp');
  await page.getByLabel('Address', { exact: true }).fill(nowhere);
  await expect(page.getByLabel('Encrypt with StartTLS')).toBeChecked();
  await page.getByLabel('CA certificate').fill('corp.pem');
  await page.getByLabel('Base DN', { exact: true }).fill('ou=people,dc=corp,dc=example');
  await page.getByLabel('Bind DN', { exact: true }).fill('cn=licet,dc=corp,dc=example');
  await page.getByText('Search groups', { exact: true }).click();
  await form.getByRole('button', { name: 'Add the directory' }).click();
  await expect(page.getByText('This is not a certificate in PEM.').first()).toBeVisible();
  await expect(page.getByText('Enter the password of the entry that looks people up.').first()).toBeVisible();
  await look(page, 'settings-directory-refused');
  await page.getByLabel('CA certificate').fill('');
  await page.getByLabel('Password of the bind DN').fill('who looks people up');
  await form.getByRole('button', { name: 'Add the directory' }).click();
  await expect(page.getByRole('heading', { name: 'Corp' })).toBeVisible();
  await expect(page.getByLabel('Password of the bind DN')).toHaveValue('');
  await page.getByRole('button', { name: 'Test the connection' }).click();
  await expect(page.getByText('cannot be reached: it does not accept connections.')).toBeVisible();
  await look(page, 'settings-directory-tested');
  await page.getByLabel('Bind DN', { exact: true }).fill('{name}@corp.example');
  await expect(page.getByLabel('Password of the bind DN')).toHaveCount(0);
  await look(page, 'settings-directory-form', async () => {
    await page.getByLabel('Attribute with members').scrollIntoViewIfNeeded();
  });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Corp is saved.')).toBeVisible();
  await page.getByRole('button', { name: 'Delete connection' }).click();
  await expect(page.getByText('Its names and passwords no longer sign anybody in here.')).toBeVisible();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete connection' }).click();
  await expect(page.getByText('Corp is deleted.')).toBeVisible();
});

test('another Licet server can be a sign-in provider', async () => {
  const { page } = ingrid;
  const body = { name: 'The other', kind: 'server' as const, redirectUris: [`${licet.url}/sign-in/return`] };
  await other.operator.applications.create({ body: { id: 'ledger', name: 'Ledger' } });
  const otherClient = await other.operator.clients.create({ params: { application: 'ledger' }, body });
  await page.getByRole('button', { name: 'Add a connection' }).click();
  await page.getByRole('menuitem', { name: 'Licet', exact: true }).click();
  await page.getByLabel('Name', { exact: true }).fill('Aurelia');
  await page.getByLabel('Address of that Licet').fill(addressOf(other));
  await page.getByLabel('Client ID').fill(otherClient.client.id);
  await page.getByLabel('Client secret', { exact: true }).fill(otherClient.secret ?? '');
  await page.getByRole('complementary').getByRole('button', { name: 'Add a provider' }).click();
  await page.getByRole('button', { name: 'Test the connection' }).click();
  await expect(page.getByText('The provider works as expected.')).toBeVisible();
  await page.getByRole('complementary').getByRole('button', { name: 'Close' }).click();
  await look(page, 'settings-connections');
});

test('an unknown user of a provider is refused until the e-mail domain is allowed, and then created', async ({
  browser,
}) => {
  const stranger = await newVisitor(browser, { baseURL: licet.url });
  const { page } = stranger;
  provider.person = { sub: 'grace', email: 'grace@elsewhere.example', email_verified: true };
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Continue with Acme' })).toBeVisible();
  await look(page, 'sign-in-providers');
  await page.getByRole('button', { name: 'Continue with Acme' }).press('Enter');
  await expect(page.getByText('E-mail addresses of that domain are not allowed.')).toBeVisible();
  await look(page, 'sign-in-provider-refused');
  provider.person = { sub: 'grace', name: 'Grace Hopper', email: 'grace@acme.example', email_verified: true };
  await page.getByRole('button', { name: 'Continue with Acme' }).click();
  await expect(page.getByRole('button', { name: 'Account of Grace Hopper' })).toBeVisible();
  stranger.quiet();
  await stranger.leave();
});

test("entering an e-mail address of the provider's domain signs in through the provider", async ({ browser }) => {
  const visitor = await newVisitor(browser, { baseURL: licet.url });
  const { page } = visitor;
  await page.goto('/');
  await page.getByLabel('E-mail or username').fill('grace@acme.example');
  await expect(page.getByLabel('Password', { exact: true })).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Account of Grace Hopper' })).toBeVisible();
  visitor.quiet();
  await visitor.leave();
});

test('a user links an account in My account by signing in to it, and signs in with it from then on', async () => {
  const { page } = maya;
  provider.person = { sub: 'maya-there', email: 'maya@home.example', email_verified: true };
  await page.goto('/me?tab=credentials');
  await page.locator('.lines > div').filter({ hasText: 'Acme' }).getByRole('button').click();
  await expect(page.getByText('maya@home.example')).toBeVisible();
  await look(page, 'me-credentials-linked');
  await leaveByMenu(page);
  await page.getByRole('button', { name: 'Continue with Acme' }).click();
  await expect(page.getByRole('button', { name: 'Account of Maya Lindqvist' })).toBeVisible();
  // Licet did not ask Acme to authenticate the user again, and Acme reports no sign-in time. So Licet does not know how
  // recent the sign-in is.
  await page.goto('/me?tab=credentials');
  await expect(page.getByText('You signed in through a provider that does not report when')).toBeVisible();
  await look(page, 'me-credentials-by-provider');
});

test('a user links an account of another Licet server by signing in there with a password', async () => {
  const { page } = maya;
  await leaveByMenu(page);
  await enter(page, 'maya', password);
  await page.goto('/me?tab=credentials');
  await page.locator('.lines > div').filter({ hasText: 'Aurelia' }).getByRole('button').click();
  await expect(page).toHaveURL(new RegExp(`^${addressOf(other)}`));
  await page.getByLabel('E-mail or username').fill(administrator.username);
  await page.getByLabel('Password', { exact: true }).fill(administrator.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`^${licet.url}/me`));
  await expect(page.getByText(administrator.email)).toBeVisible();
});

test('the sign-in page reports a provider that refuses, fails or is turned off', async ({ browser }) => {
  const visitor = await newVisitor(browser, { baseURL: licet.url });
  const { page } = visitor;
  visitor.mayBeRefused(403, 404, 503);
  await page.goto('/');
  const go = page.getByRole('button', { name: 'Continue with Acme' });
  provider.person = null;
  await go.click();
  await expect(page.getByText('The sign-in provider refused to sign you in.')).toBeVisible();
  provider.person = { sub: 'grace' };
  provider.instead = (request, response) => {
    if (!request.url?.startsWith('/token')) return false;
    response.writeHead(502).end();
    return true;
  };
  await go.click();
  await expect(page.getByText('The sign-in provider does not answer.')).toBeVisible();
  provider.instead = undefined;
  await ingrid.page.goto('/settings/connections');
  await ingrid.page.getByRole('gridcell', { name: 'Acme' }).click();
  await ingrid.page.getByLabel('On', { exact: true }).uncheck();
  await ingrid.page.getByRole('button', { name: 'Save' }).click();
  await expect(ingrid.page.getByText('Acme is saved.')).toBeVisible();
  await go.click();
  await expect(page.getByText('You cannot sign in with this provider, or not any more.')).toBeVisible();
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Continue with Aurelia' })).toBeVisible();
  await expect(go).toHaveCount(0);
  visitor.quiet();
  await visitor.leave();
});

test('signing out also signs out at the provider if the connection requires it, and reports a failure there', async ({
  browser,
}) => {
  const { items } = await licet.operator.connections.list({});
  const acme = items.find(({ name }) => name === 'Acme');
  const params = { connection: acme?.id ?? '' };
  await licet.operator.connections.update({ params, body: { enabled: true, signsOutThere: true } });
  provider.person = { sub: 'grace', name: 'Grace Hopper', email: 'grace@acme.example', email_verified: true };
  const visitor = await newVisitor(browser, { baseURL: licet.url });
  const { page } = visitor;
  // The session ends while the console is open.
  visitor.mayBeRefused(400, 401);
  const comeIn = async () => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Continue with Acme' }).click();
    await expect(page.getByRole('button', { name: 'Account of Grace Hopper' })).toBeVisible();
  };
  const signedOut = page.getByRole('heading', { name: 'You are signed out' });
  await comeIn();
  const { logins } = provider;
  // When the user confirms the sign-out at Licet, the browser is also redirected to the provider's sign-out.
  await page.goto('/oidc/session/end');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: /Yes/ }).click();
  await expect(signedOut).toBeVisible();
  await expect(page.getByText('You may still be signed in')).toHaveCount(0);
  await comeIn();
  expect(provider.logins).toBe(logins + 1);
  // Licet caches the provider's metadata for each version of a connection. Updating the connection makes Licet request
  // it again.
  await licet.operator.connections.update({ params, body: { name: 'Acme' } });
  provider.instead = (_, response) => {
    response.writeHead(502).end();
    return true;
  };
  await page.goto('/oidc/session/end');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(signedOut).toBeVisible();
  await expect(page.getByText('You may still be signed in at Acme')).toBeVisible();
  await look(page, 'signed-out-not-there');
  provider.instead = undefined;
  visitor.quiet();
  await visitor.leave();
});

test('the sign-in page shows only provider buttons if only providers are accepted', async ({ browser }) => {
  await licet.inDatabase(
    `insert into identities (id, user_id, connection_id, issuer, subject, name, linked_at)
     select gen_random_uuid(), u.id, c.id, c.issuer, 'ingrid', 'ingrid', now() from users u, connections c
     where u.username = $1 and c.name = 'Aurelia' and c.no_to = 9223372036854775807`,
    [administrator.username],
  );
  const { version, secondFactor: _, ...policy } = await licet.operator.policy.get({});
  const body = { ...policy, secondFactor: [], ways: ['provider' as const] };
  await licet.operator.policy.update({ body, ifMatch: version });
  const visitor = await newVisitor(browser, { baseURL: licet.url });
  await visitor.page.goto('/');
  await expect(visitor.page.getByRole('button', { name: 'Continue with Aurelia' })).toBeVisible();
  const grounds = await visitor.page
    .getByRole('button', { name: /^Continue with/ })
    .evaluateAll((buttons) => buttons.map((it) => getComputedStyle(it).backgroundColor));
  expect(grounds, 'grounds of buttons, which plain text has none of').not.toContain('rgba(0, 0, 0, 0)');
  await expect(visitor.page.getByRole('textbox')).toHaveCount(0);
  await expect(visitor.page.getByRole('button', { name: /passkey/ })).toHaveCount(0);
  await look(visitor.page, 'sign-in-providers-only');
  visitor.quiet();
  await visitor.leave();
  const now = await licet.operator.policy.get({});
  await licet.operator.policy.update({ body: { ...body, ways: policy.ways }, ifMatch: now.version });
});

test('the provider buttons and the connection forms are in German for a German browser', { tag: '@whole' }, async ({
  browser,
}) => {
  const german = await newVisitor(browser, { baseURL: licet.url, locale: 'de-DE' });
  const { page } = german;
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Weiter mit Aurelia' })).toBeVisible();
  await look(page, 'sign-in-providers-de');
  await page.getByLabel('E-Mail oder Benutzername').fill(administrator.username);
  await page.getByLabel('Passwort', { exact: true }).fill(administrator.password);
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
  await expect(page.getByRole('button', { name: /^Konto von/ })).toBeVisible();
  await page.goto('/settings/connections');
  await page.getByRole('gridcell', { name: 'Acme' }).click();
  await look(page, 'settings-connections-de');
  await page.goto('/settings/connections?add=entra');
  await expect(page.getByLabel('Verzeichnis-ID (Mandant)')).toBeVisible();
  await look(page, 'settings-connections-add-de');
  await page.goto('/settings/connections?add=ldap');
  await expect(page.getByLabel('Basis-DN', { exact: true })).toBeVisible();
  await look(page, 'settings-directory-add-de');
  german.quiet();
  await german.leave();
});

/** Moves the administrator's sign-in eleven minutes back. */
const someTimePasses = () =>
  licet.inDatabase(
    `update sessions set created_at = created_at - interval '11 minutes' where user_id in (select id from users where username = $1)`,
    [administrator.username],
  );

/** Uses the other hostname of this machine, because the two servers would otherwise share their cookies. */
async function startOther(): Promise<RunningLicet> {
  const port = await freePort();
  return startWithAdministrator({ port, environment: { LICET_ISSUER: `http://127.0.0.1:${port}` } });
}

const addressOf = ({ url }: RunningLicet) => url.replace('localhost', '127.0.0.1');

async function withPassword(visitor: Visitor, username: string, name: string): Promise<Visitor> {
  const { page } = visitor;
  const { id } = await licet.operator.users.create({ body: { username, name } });
  const { url } = await licet.operator.users.passwordLink({ params: { user: id } });
  await page.goto(url);
  await page.getByLabel('New password').fill(password);
  await page.getByRole('button', { name: 'Set the password' }).click();
  await enter(page, username, password);
  return visitor;
}
