import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decode } from '@licet/rule';
import { expect, test } from '@playwright/test';
import * as openid from 'openid-client';
import { endAll } from '../end-all.ts';
import { administrator, type RunningLicet } from '../licet.ts';
import { startWithAdministrator } from '../made-once.ts';
import { newVisitor } from '../visitor.ts';

/** An application on its own server. The browser posts the code to the application in a form (OAuth 2.0 Form Post Response Mode 1.0). */
interface Application {
  readonly origin: string;
  config?: openid.Configuration;
  idToken?: string | undefined;
  readonly stop: () => void;
}

const verifier = openid.randomPKCECodeVerifier();
const state = openid.randomState();
let licet: RunningLicet;
let application: Application;

test.beforeAll(async () => {
  licet = await startWithAdministrator();
  application = await serve();
});

test.afterAll(() => endAll(application, licet));

test('a confidential client signs in by form_post in Chromium, and signing out redirects only to registered addresses', async ({
  browser,
}) => {
  const params = { application: 'ledger' };
  await licet.operator.applications.create({ body: { id: 'ledger', name: 'Ledger' } });
  const redirectUri = `${application.origin}/callback`;
  const { client, secret } = await licet.operator.clients.create({
    params,
    body: { name: 'Server', kind: 'server', redirectUris: [redirectUri] },
  });
  const options = { execute: [openid.allowInsecureRequests] };
  application.config = await openid.discovery(new URL(licet.url), client.id, secret ?? '', undefined, options);
  const address = openid.buildAuthorizationUrl(application.config, {
    redirect_uri: redirectUri,
    scope: 'openid',
    response_mode: 'form_post',
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
  });
  const visitor = await newVisitor(browser);
  await visitor.page.goto(address.href);
  await visitor.page.getByLabel('E-mail or username').fill(administrator.email);
  await visitor.page.getByLabel('Password', { exact: true }).fill(administrator.password);
  await visitor.page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await visitor.page.waitForURL(`${application.origin}/welcome`, { timeout: 30_000 });
  const { items } = await licet.operator.users.list({ query: { q: administrator.email } });
  await expect(visitor.page.locator('body')).toHaveText(`signed in: ${items[0]?.id}`);

  // A user with a session is redirected immediately.
  await visitor.page.goto(address.href);
  await visitor.page.waitForURL(`${application.origin}/welcome`, { timeout: 30_000 });

  // The session ends even if the return address is wrong. Licet does not redirect to an unregistered address, and its page says so.
  const end = { id_token_hint: application.idToken ?? '', post_logout_redirect_uri: `${application.origin}/bye` };
  await visitor.page.goto(`${licet.url}/oidc/session/end?${new URLSearchParams(end)}`);
  await expect(visitor.page.getByRole('heading', { name: 'You are signed out' })).toBeVisible();
  await expect(visitor.page.getByText(`${application.origin}/bye`)).toBeVisible();
  await expect(visitor.page.getByText('which is not registered for it')).toBeVisible();
  await visitor.page.goto(address.href);
  await expect(visitor.page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
  visitor.quiet();
  await visitor.leave();
});

async function serve(): Promise<Application> {
  let user = '';
  const server: Server = createServer(async (request, response) => {
    if (request.method === 'POST' && request.url === '/callback') {
      user = await userOf(request);
      response.writeHead(303, { location: '/welcome' }).end();
    } else if (request.url === '/welcome') response.end(`signed in: ${user}`);
    else response.writeHead(request.url === '/favicon.ico' ? 204 : 405).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, stop: () => void server.close() };
}

/** Redeems the code from a form that the browser sent. */
async function userOf(request: IncomingMessage): Promise<string> {
  if (!application.config) throw new Error('The client is not registered yet.');
  const headers = { 'content-type': request.headers['content-type'] ?? '' };
  let body = '';
  for await (const piece of request) body += piece;
  const answer = new Request(`${application.origin}${request.url}`, { method: 'POST', headers, body });
  const checks = { pkceCodeVerifier: verifier, expectedState: state };
  const tokens = await openid.authorizationCodeGrant(application.config, answer, checks);
  application.idToken = tokens.id_token;
  return decode(tokens.access_token).sub;
}
