import * as client from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  addApplication,
  addGrant,
  addPermission,
  addRole,
  type TestApplication,
  type TestNamed,
} from '../../store/store.testing.ts';
import {
  addClient,
  addSignInUser,
  arrange,
  Browser,
  claimsOf,
  discover,
  type ServerAlone,
  signIn,
  type TestClient,
  testServer,
} from '../steps/sign-in.testing.ts';

let store: ServerAlone['store'];
let server: ServerAlone['server'];
let close: ServerAlone['close'];
let app: TestApplication;
let browserClient: TestClient;
let serverClient: TestClient;
let service: TestClient;
let ada: TestNamed & { username: string };

beforeAll(async () => {
  ({ store, server, close } = await testServer());
  await arrange(store, async (handle) => {
    app = await addApplication(handle, 'shop', 'Shop');
    const read = await addPermission(handle, app, 'orders.read');
    const refund = await addPermission(handle, app, 'orders.refund');
    const clerk = await addRole(handle, app, 'clerk', [read]);
    ada = await addSignInUser(server, handle, { username: 'Ada', name: 'Ada Lovelace', email: 'ada@example.org' });
    await addGrant(handle, { application: app, principal: ada, role: clerk });
    await addGrant(handle, { application: app, principal: ada, permission: refund });
    browserClient = await addClient(handle, app, 'browser');
    serverClient = await addClient(handle, app, 'server');
    service = await addClient(handle, app, 'service');
  });
});

afterAll(async () => {
  await close();
});

describe('signing in through the OpenID provider', () => {
  test('a browser client gets an access token with the user’s access, and an ID token with their identity', async () => {
    const { tokens } = await signIn(server, browserClient, 'ada');
    expect(server.errors).toEqual([]);
    const access = claimsOf(tokens.access_token);
    expect(access).toMatchObject({
      iss: server.issuer,
      sub: ada.id,
      aud: 'shop',
      client_id: browserClient.id,
      roles: ['clerk'],
      permissions: ['orders.read', 'orders.refund'],
      ver: expect.any(Number),
      jti: expect.any(String),
    });
    expect(Number(access.exp) - Number(access.iat)).toBe(300);
    expect(tokens.claims()).toMatchObject({
      sub: ada.id,
      name: 'Ada Lovelace',
      preferred_username: 'Ada',
      email: 'ada@example.org',
    });
    const [header = ''] = tokens.access_token.split('.');
    expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toMatchObject({ alg: 'ES256', typ: 'at+jwt' });
    expect(tokens.refresh_token).toBeTypeOf('string');
  });

  test('by e-mail address in any spelling, with a confidential client', async () => {
    const { tokens } = await signIn(server, serverClient, 'ADA@example.ORG');
    expect(claimsOf(tokens.access_token)).toMatchObject({ aud: 'shop', client_id: serverClient.id, sub: ada.id });
  });

  test('a second application in the same browser asks nothing', async () => {
    const { browser } = await signIn(server, browserClient, 'ada');
    const { tokens } = await signIn(server, serverClient, 'nobody at all', { browser });
    expect(claimsOf(tokens.access_token).sub).toBe(ada.id);
  });

  test('a refreshed token has the access of that moment, and the same audience', async () => {
    const { tokens, config } = await signIn(server, browserClient, 'ada');
    const next = await client.refreshTokenGrant(config, tokens.refresh_token ?? '');
    expect(claimsOf(next.access_token)).toMatchObject({ aud: 'shop', roles: ['clerk'], sub: ada.id });
    expect(next.refresh_token).not.toBe(tokens.refresh_token);
  });

  test('a service gets its own token without anybody’s access', async () => {
    const tokens = await client.clientCredentialsGrant(await discover(server, service));
    expect(claimsOf(tokens.access_token)).toMatchObject({
      aud: 'shop',
      sub: service.id,
      client_id: service.id,
      roles: [],
      permissions: [],
    });
  });

  test('the session id changes at sign-in', async () => {
    const { browser } = await signIn(server, browserClient, 'ada');
    const before = browser.cookie('licet_session');
    const config = await discover(server, browserClient);
    const url = client.buildAuthorizationUrl(config, {
      redirect_uri: 'http://127.0.0.1:9/callback',
      scope: 'openid',
      prompt: 'login',
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
    });
    const { headers } = await browser.go(url.href);
    const page = await browser.go(headers.get('location') ?? '', {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: server.issuer },
      body: JSON.stringify({ login: 'ada', password: 'a long enough passphrase' }),
    });
    await browser.go(((await page.json()) as { location: string }).location);
    expect(browser.cookie('licet_session')).toBeTypeOf('string');
    expect(browser.cookie('licet_session')).not.toBe(before);
  });

  test('the page shows the application', async () => {
    const browser = new Browser(server.issuer);
    const config = await discover(server, browserClient);
    const url = client.buildAuthorizationUrl(config, {
      redirect_uri: 'http://127.0.0.1:9/callback',
      scope: 'openid',
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
    });
    const location = (await browser.go(url.href)).headers.get('location') ?? '';
    const details = await (await browser.go(`${location}/details`)).json();
    expect(details).toMatchObject({
      application: { id: 'shop', name: 'Shop' },
      client: 'a browser client',
      again: false,
    });
  });
});
