import { generateKeyPair } from 'jose';
import * as client from 'openid-client';
import { beforeAll, describe, expect, test } from 'vitest';
import { endFacts } from '../../store/kernel/facts.ts';
import { endSessionsOf } from '../../store/sign-in/sessions.ts';
import {
  addApplication,
  addGrant,
  addPermission,
  addRole,
  setStatus,
  type TestNamed,
  type TestStore,
} from '../../store/store.testing.ts';
import {
  addClient,
  addSignInUser,
  arrange,
  claimsOf,
  discover,
  signIn,
  type TestClient,
  type TestServer,
  testServers,
} from '../steps/sign-in.testing.ts';

let store: TestStore;
let server: TestServer & { address: string };
let other: TestServer & { address: string };
let page: TestClient;
let back: TestClient;
let service: TestClient;
let stranger: TestClient;
let ada: TestNamed & { username: string };
let refunds: string;

beforeAll(async () => {
  const started = await testServers();
  ({ store, server, other } = started);
  await arrange(store, async (handle) => {
    const shop = await addApplication(handle, 'shop', 'Shop');
    const read = await addPermission(handle, shop, 'orders.read');
    const refund = await addPermission(handle, shop, 'orders.refund');
    const clerk = await addRole(handle, shop, 'clerk', [read]);
    ada = await addSignInUser(server, handle, { username: 'Ada', name: 'Ada Lovelace' });
    await addGrant(handle, { application: shop, principal: ada, role: clerk });
    refunds = await addGrant(handle, { application: shop, principal: ada, permission: refund });
    page = await addClient(handle, shop, 'browser');
    back = await addClient(handle, shop, 'server');
    service = await addClient(handle, shop, 'service');
    stranger = await addClient(handle, await addApplication(handle, 'bank'), 'service');
  });
  return started.close;
});

const path = '/oidc/introspection';
async function ask(asking: TestClient, token: string | undefined, address = server.address) {
  const body = new URLSearchParams({ token: token ?? '' });
  if (asking.secret === null) body.set('client_id', asking.id);
  const basic = `Basic ${Buffer.from(`${asking.id}:${asking.secret}`).toString('base64')}`;
  const headers = asking.secret === null ? {} : { authorization: basic };
  const response = await fetch(`${address}${path}`, { method: 'POST', body, headers });
  return (await response.json()) as Record<string, unknown>;
}
const inactive = { active: false };

describe('introspection', () => {
  test('returns the content of a token to a program of its application', async () => {
    const { tokens } = await signIn(server, page, 'ada');
    const told = await client.tokenIntrospection(await discover(server, service), tokens.access_token);
    const { aud, jti, iat, exp, ver, sid, acr, auth_time } = claimsOf(tokens.access_token);
    expect(told).toEqual({
      active: true,
      iss: server.issuer,
      sub: ada.id,
      username: 'Ada',
      client_id: page.id,
      aud,
      jti,
      iat,
      exp,
      ver,
      sid,
      acr,
      auth_time,
      token_type: 'Bearer',
      scope: 'openid profile email',
      roles: ['clerk'],
      permissions: ['orders.read', 'orders.refund'],
    });
    const config = await discover(server, page);
    const DPoP = client.getDPoPHandle(config, await generateKeyPair('ES256'));
    const bound = await signIn(server, page, 'ada', { DPoP });
    expect(await ask(service, bound.tokens.access_token)).toMatchObject({
      token_type: 'DPoP',
      cnf: { jkt: expect.any(String) },
    });
    const own = await client.clientCredentialsGrant(await discover(server, service));
    expect(await ask(back, own.access_token)).toMatchObject({ active: true, sub: service.id, permissions: [] });
  });

  test('attack 32: a client of another application, or without a secret, learns nothing', async () => {
    const { tokens } = await signIn(server, back, 'ada');
    expect(await ask(stranger, tokens.access_token)).toEqual(inactive);
    expect(await ask(stranger, tokens.refresh_token)).toEqual(inactive);
    expect(await ask(page, tokens.access_token)).toEqual(inactive);
    const own = await signIn(server, page, 'ada');
    expect(await ask(page, own.tokens.access_token)).toMatchObject({ active: true });
    const nobody = await fetch(`${server.address}${path}`, {
      method: 'POST',
      body: new URLSearchParams({ token: tokens.access_token }),
    });
    expect(nobody.status).toBe(400);
    expect(await ask({ id: service.id, secret: 'wrong' }, tokens.access_token)).toMatchObject({
      error: 'invalid_client',
    });
  });

  test('returns a refresh token to its client while the session exists', async () => {
    const { tokens } = await signIn(server, back, 'ada');
    expect(await ask(back, tokens.refresh_token)).toMatchObject({ active: true, client_id: back.id, sub: ada.id });
    expect(await ask(service, tokens.refresh_token)).toEqual(inactive);
    await arrange(store, (handle) => endSessionsOf(handle, ada.id));
    expect(await ask(back, tokens.refresh_token, other.address)).toEqual(inactive);
    expect(await ask(back, tokens.access_token, other.address)).toEqual(inactive);
  });

  test('attack 9: anything but an unchanged access token is inactive', async () => {
    const { tokens } = await signIn(server, back, 'ada');
    const [head, body, signature] = tokens.access_token.split('.');
    const none = Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url');
    for (const token of [tokens.id_token, `${head}.${body}x.${signature}`, `${none}.${body}.`, 'x', 'x.y.z'])
      expect(await ask(service, token)).toEqual(inactive);
    expect(await ask(service, '')).toMatchObject({ error: 'invalid_request' });
    expect(await ask(service, 'x'.repeat(70_000))).toMatchObject({ error: 'invalid_request' });
  });

  test('attack 33: a token with lost access is inactive from then on', async () => {
    const { tokens } = await signIn(server, back, 'ada');
    expect(await ask(service, tokens.access_token)).toMatchObject({ active: true });
    await arrange(store, (handle) => endFacts(handle, 'grants', { id: [refunds] }));
    expect(await ask(service, tokens.access_token, other.address)).toEqual(inactive);
    const again = await signIn(server, back, 'ada');
    expect(await ask(service, again.tokens.access_token)).toMatchObject({ permissions: ['orders.read'] });
    await arrange(store, (handle) => setStatus(handle, ada, 'suspended'));
    expect(await ask(service, again.tokens.access_token)).toEqual(inactive);
    expect(await ask(back, again.tokens.refresh_token)).toEqual(inactive);
  });
});

test('every error in these tests was a refusal', () => {
  expect(server.errors.concat(other.errors)).toEqual([]);
});
