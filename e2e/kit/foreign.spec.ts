import { decode } from '@licet/rule';
import { expect, type Page, test } from '@playwright/test';
import * as openid from 'openid-client';
import { signIn } from '../../examples/ledger/sample/sign-in.ts';
import { endAll } from '../end-all.ts';
import { administrator, type RunningLicet } from '../licet.ts';
import { startWithAdministrator } from '../made-once.ts';
import { newVisitor } from '../visitor.ts';
import { type Reserved, reserveExpress } from './foreign/express-application.ts';
import type { Shown } from './foreign/page.ts';
import { type PageSettings, type ServedPage, servePage } from './foreign/page-server.ts';

let licet: RunningLicet;
let user: string;
let page: ServedPage;
let application: Reserved;
const settings: PageSettings = { issuer: '', clientId: '', dpop: false };
const params = { application: 'ledger' } as const;

test.beforeAll(async () => {
  licet = await startWithAdministrator();
  const { operator } = licet;
  await operator.applications.create({ body: { id: 'ledger', name: 'Ledger' } });
  const created = await operator.permissions.create({ params, body: { name: 'invoices.read', title: '' } });
  const { items } = await operator.users.list({ query: { q: administrator.email } });
  user = items[0]?.id ?? '';
  await give(created.id);
  page = await servePage(settings);
  application = await reserveExpress();
});

test.afterAll(() => endAll(page, application, licet));

test('openid-client signs in and refreshes, and the refreshed token has the new grant', async () => {
  const redirectUri = 'http://localhost:1/callback';
  const { client } = await licet.operator.clients.create({
    params,
    body: { name: 'openid-client', kind: 'browser', redirectUris: [redirectUri] },
  });
  const config = await openid.discovery(
    new URL(licet.url),
    client.id,
    { token_endpoint_auth_method: 'none' },
    openid.None(),
    { execute: [openid.allowInsecureRequests] },
  );
  const { email: login, password } = administrator;
  const first = await signIn(config, { issuer: licet.url, clientId: client.id, redirectUri, login, password });
  expect(namesIn(first.access_token)).toEqual(['invoices.read']);

  const { id } = await licet.operator.permissions.create({ params, body: { name: 'reports.read', title: '' } });
  await give(id);
  const second = await openid.refreshTokenGrant(config, first.refresh_token ?? '');
  expect(namesIn(second.access_token)).toEqual(['invoices.read', 'reports.read']);
  expect(second.refresh_token).not.toBe(first.refresh_token);
  const third = await openid.refreshTokenGrant(config, second.refresh_token ?? '');
  expect(decode(third.access_token).sub).toBe(user);
  await expect(openid.refreshTokenGrant(config, first.refresh_token ?? '')).rejects.toMatchObject({
    error: 'invalid_grant',
  });
});

for (const dpop of [false, true])
  test(`oidc-client-ts signs in by redirect in Chromium, renews and signs out${dpop ? ', with DPoP' : ''}`, async ({
    browser,
  }) => {
    const { client } = await licet.operator.clients.create({
      params,
      body: {
        name: `oidc-client-ts${dpop ? ' with DPoP' : ''}`,
        kind: 'browser',
        redirectUris: [`${page.origin}/callback`],
        postLogoutRedirectUris: [`${page.origin}/`],
        webOrigins: [page.origin],
      },
    });
    Object.assign(settings, { issuer: licet.url, clientId: client.id, dpop });
    const visitor = await newVisitor(browser);
    await visitor.page.goto(page.origin);
    await expect(visitor.page.locator('pre')).toHaveText('null');
    await visitor.page.getByRole('button', { name: 'Sign in' }).click();
    await enterAt(visitor.page);
    await visitor.page.waitForURL(`${page.origin}/callback*`);
    const first = await shown(visitor.page);
    expect(first).toMatchObject({ name: expect.any(String), type: dpop ? 'DPoP' : 'Bearer' });
    expect(namesIn(first.accessToken)).toContain('invoices.read');
    expect(bound(first.accessToken)).toBe(dpop);

    await visitor.page.getByRole('button', { name: 'Renew' }).click();
    await expect.poll(async () => (await shown(visitor.page)).accessToken).not.toBe(first.accessToken);
    const second = await shown(visitor.page);
    expect(decode(second.accessToken).sub).toBe(user);
    expect(bound(second.accessToken)).toBe(dpop);
    // A token that is bound to a key need not rotate (RFC 9700 section 4.14.2).
    expect(second.refreshToken === first.refreshToken).toBe(dpop);

    await visitor.page.getByRole('button', { name: 'Sign out' }).click();
    await visitor.page.waitForURL((url) => url.origin === page.origin && url.pathname === '/');
    await expect(visitor.page.locator('pre')).toHaveText('null');
    visitor.quiet();
    await visitor.leave();
  });

test('an Express application signs in with express-openid-connect, uses the token at a route, and refreshes it', async ({
  browser,
}) => {
  const { client, secret } = await licet.operator.clients.create({
    params,
    body: {
      name: 'Express',
      kind: 'server',
      redirectUris: [`${application.url}/callback`],
      postLogoutRedirectUris: [application.url],
    },
  });
  application.open({ issuer: licet.url, clientId: client.id, clientSecret: secret ?? '' });
  const visitor = await newVisitor(browser);
  visitor.mayBeRefused(401, 403);
  const json = async (path: string) => {
    const response = await visitor.page.goto(`${application.url}${path}`);
    return { status: response?.status(), body: await response?.json() };
  };
  await visitor.page.goto(`${application.url}/me`);
  await enterAt(visitor.page);
  await visitor.page.waitForURL(`${application.url}/me`);
  const me = JSON.parse((await visitor.page.locator('body').textContent()) ?? '');
  expect(me.user).toMatchObject({ sub: user, email: administrator.email, preferred_username: administrator.username });
  expect(namesIn(me.accessToken)).toContain('invoices.read');

  expect(await json('/invoices')).toEqual({ status: 200, body: { permitted: true, permission: 'invoices.read' } });
  expect((await json('/invoices?to=invoices.refund')).status).toBe(403);
  const { body: renewed } = await json('/renew');
  expect(renewed.accessToken).not.toBe(me.accessToken);
  expect(decode(renewed.accessToken).sub).toBe(user);
  await visitor.leave();
});

async function give(permission: string): Promise<void> {
  await licet.operator.grants.create({
    params,
    body: { principal: { kind: 'user', id: user }, gives: { kind: 'permission', id: permission }, reason: 'Test' },
  });
}

async function enterAt(at: Page): Promise<void> {
  await expect(at.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible({ timeout: 30_000 });
  await at.getByLabel('E-mail or username').fill(administrator.email);
  await at.getByLabel('Password', { exact: true }).fill(administrator.password);
  await at.getByRole('button', { name: 'Sign in', exact: true }).click();
}

async function shown(at: Page): Promise<Shown> {
  await expect(at.locator('pre')).toHaveText(/accessToken/, { timeout: 30_000 });
  return JSON.parse((await at.locator('pre').textContent()) ?? '');
}

const namesIn = (accessToken: string): readonly string[] => [...decode(accessToken).permissions].sort();

// Returns whether the token contains the thumbprint of its key (RFC 9449 section 6.1).
function bound(accessToken: string): boolean {
  const payload = JSON.parse(Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString());
  return typeof payload.cnf?.jkt === 'string';
}
