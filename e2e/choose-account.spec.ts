import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page, test } from '@playwright/test';
import { endAll } from './end-all.ts';
import { administrator, type RunningLicet } from './licet.ts';
import { startWithAdministrator } from './made-once.ts';
import { newVisitor, startSession } from './visitor.ts';

// Tests the page for choosing an account in Chromium. The content security policy of the page must not block redirects of the application.

let licet: RunningLicet;
let elsewhere: Site;
let application: Site;

interface Site {
  readonly origin: string;
  readonly stop: () => void;
}

test.beforeAll(async () => {
  licet = await startWithAdministrator();
  elsewhere = await serve();
  application = await serve(`${elsewhere.origin}/welcome`);
  await licet.operator.applications.create({ body: { id: 'ledger', name: 'Ledger' } });
});

test.afterAll(() => endAll(application, elsewhere, licet));

async function ask(page: Page, kind: 'browser' | 'native', parameters: Record<string, string>): Promise<void> {
  const redirectUri = `${application.origin}/callback`;
  const { client } = await licet.operator.clients.create({
    params: { application: 'ledger' },
    body: { name: `Ledger, ${kind}`, kind, redirectUris: [redirectUri] },
  });
  const asked = { client_id: client.id, redirect_uri: redirectUri, response_type: 'code', scope: 'openid' };
  const challenge = { code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' };
  await page.goto(`${licet.url}/oidc/auth?${new URLSearchParams({ ...asked, ...challenge, ...parameters })}`);
}

test('the account page continues to the application even if that redirects to another site', async ({ browser }) => {
  const visitor = await newVisitor(browser);
  const { page } = visitor;
  await startSession(page.context(), licet.url, administrator.email, administrator.password);
  await ask(page, 'browser', { prompt: 'select_account' });
  await expect(page.getByRole('heading', { name: /^Continue as / })).toBeVisible();
  await expect(page.getByText('on this device')).toHaveCount(0);
  await page.getByRole('link', { name: 'Continue' }).click();
  await page.waitForURL(`${elsewhere.origin}/welcome`);
  visitor.quiet();
  await visitor.leave();
});

test('a native application always gets the account page, which offers to use another account', async ({ browser }) => {
  const visitor = await newVisitor(browser);
  const { page } = visitor;
  await startSession(page.context(), licet.url, administrator.email, administrator.password);
  await ask(page, 'native', {});
  await expect(page.getByText('on this device')).toBeVisible();
  await page.getByRole('link', { name: 'Use another account' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
  await expect(page.getByLabel('E-mail or username')).toHaveValue('');
  visitor.quiet();
  await visitor.leave();
});

/** Serves a site whose callback redirects to `next`. */
async function serve(next?: string): Promise<Site> {
  const server: Server = createServer((request, response) => {
    if (next !== undefined && request.url?.startsWith('/callback')) response.writeHead(303, { location: next }).end();
    else response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Welcome</p>');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, stop: () => void server.close() };
}
