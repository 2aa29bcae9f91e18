import * as client from 'openid-client';
import { describe, expect } from 'vitest';
import { Browser, claimsOf, discover, signIn } from '../steps/sign-in.testing.ts';
import { test } from './provider.testing.ts';

describe('signing in through the OpenID provider', () => {
  test('gives a browser client an access token with the user’s access, and an ID token', async ({
    world: { server, page, ada },
  }) => {
    const { tokens } = await signIn(server, page, 'ada');
    expect(server.errors).toEqual([]);
    const access = claimsOf(tokens.access_token);
    expect(access).toMatchObject({
      iss: server.issuer,
      sub: ada.id,
      aud: 'shop',
      client_id: page.id,
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

  test('matches the e-mail address case-insensitively, with a confidential client', async ({
    world: { server, back, ada },
  }) => {
    const { tokens } = await signIn(server, back, 'ADA@example.ORG');
    expect(claimsOf(tokens.access_token)).toMatchObject({ aud: 'shop', client_id: back.id, sub: ada.id });
  });

  test('needs no second sign-in for another application in the same browser', async ({
    world: { server, page, back, ada },
  }) => {
    const { browser } = await signIn(server, page, 'ada');
    const { tokens } = await signIn(server, back, 'nobody at all', { browser });
    expect(claimsOf(tokens.access_token).sub).toBe(ada.id);
  });

  test('a refresh returns an access token with the user’s current access and the same audience', async ({
    world: { server, page, ada },
  }) => {
    const { tokens, config } = await signIn(server, page, 'ada');
    const next = await client.refreshTokenGrant(config, tokens.refresh_token ?? '');
    expect(claimsOf(next.access_token)).toMatchObject({ aud: 'shop', roles: ['clerk'], sub: ada.id });
    expect(next.refresh_token).not.toBe(tokens.refresh_token);
  });

  test('gives a service its own token, without any user’s access', async ({ world: { server, service } }) => {
    const tokens = await client.clientCredentialsGrant(await discover(server, service));
    expect(claimsOf(tokens.access_token)).toMatchObject({
      aud: 'shop',
      sub: service.id,
      client_id: service.id,
      roles: [],
      permissions: [],
    });
  });

  test('changes the session id', async ({ world: { server, page } }) => {
    const { browser } = await signIn(server, page, 'ada');
    const before = browser.cookie('licet_session');
    const config = await discover(server, page);
    const url = client.buildAuthorizationUrl(config, {
      redirect_uri: 'http://127.0.0.1:9/callback',
      scope: 'openid',
      prompt: 'login',
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
    });
    const { headers } = await browser.go(url.href);
    const answer = await browser.go(headers.get('location') ?? '', {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: server.issuer },
      body: JSON.stringify({ login: 'ada', password: 'a long enough passphrase' }),
    });
    await browser.go(((await answer.json()) as { location: string }).location);
    expect(browser.cookie('licet_session')).toBeTypeOf('string');
    expect(browser.cookie('licet_session')).not.toBe(before);
  });

  test('shows the application and the client on the sign-in page', async ({ world: { server, page } }) => {
    const browser = new Browser(server.issuer);
    const config = await discover(server, page);
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
