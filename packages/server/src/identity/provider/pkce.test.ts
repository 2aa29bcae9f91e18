import * as client from 'openid-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addApplication, type TestStore } from '../../store/store.testing.ts';
import {
  addClient,
  addSignInUser,
  arrange,
  authorize,
  Browser,
  claimsOf,
  discover,
  redirectUri,
  signInStore,
  startServer,
  type TestClient,
  type TestServer,
} from '../steps/sign-in.testing.ts';

let store: TestStore;
let server: TestServer;
let careful: TestClient;
let old: TestClient;
let page: TestClient;

beforeAll(async () => {
  store = await signInStore();
  server = await startServer(store);
  await arrange(store, async (handle) => {
    const shop = await addApplication(handle, 'shop', 'Shop');
    careful = await addClient(handle, shop, 'server');
    old = await addClient(handle, shop, 'server', { requirePkce: false });
    page = await addClient(handle, shop, 'browser');
    await addSignInUser(server, handle, { username: 'ada' });
  });
});

afterAll(async () => {
  await server.close();
  await store.close();
});

const without = { code_challenge: undefined, code_challenge_method: undefined };

async function codeOf(registered: TestClient, parameters: Record<string, string | undefined>) {
  const config = await discover(server, registered);
  const { callback, verifier } = await authorize(server, config, new Browser(server.issuer), 'ada', { parameters });
  return { code: callback.searchParams.get('code'), error: callback.searchParams.get('error'), verifier };
}

async function redeem({ id, secret }: TestClient, code: string | null, more: Record<string, string> = {}) {
  const body = new URLSearchParams({ grant_type: 'authorization_code', redirect_uri: redirectUri, code: code ?? '' });
  for (const [name, value] of Object.entries({ ...more, ...(secret === null ? { client_id: id } : {}) }))
    body.set(name, value);
  const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
  const headers = secret === null ? {} : { authorization };
  const response = await fetch(`${server.issuer}/oidc/token`, { method: 'POST', body, headers });
  return [response.status, (await response.json()) as Record<string, string>] as const;
}

test('attack 14: a client with a secret omits PKCE only if its owner allowed it; a public one never', async () => {
  for (const registered of [careful, page])
    expect(await codeOf(registered, without)).toMatchObject({ code: null, error: 'invalid_request' });
  const { code } = await codeOf(old, without);
  const [status, tokens] = await redeem(old, code);
  expect([status, claimsOf(tokens.access_token ?? '').aud]).toEqual([200, 'shop']);
});

test('attack 14: a sent challenge is enforced, and no verifier can be added later', async () => {
  const asked = await codeOf(old, {});
  expect(await redeem(old, asked.code)).toMatchObject([400, { error: 'invalid_grant' }]);
  const other = await codeOf(old, {});
  const wrong = client.randomPKCECodeVerifier();
  expect(await redeem(old, other.code, { code_verifier: wrong })).toMatchObject([400, { error: 'invalid_grant' }]);
  const right = await codeOf(old, {});
  expect((await redeem(old, right.code, { code_verifier: right.verifier }))[0]).toBe(200);
  const none = await codeOf(old, without);
  expect(await redeem(old, none.code, { code_verifier: wrong })).toMatchObject([400, { error: 'invalid_grant' }]);
  expect((await codeOf(old, { code_challenge_method: 'plain' })).error).toBe('invalid_request');
});

test('turned on again, it is required from then on, on every server', async () => {
  await store.database.pool.query('update clients set require_pkce = true where id = $1', [old.id]);
  expect((await codeOf(old, without)).error).toBe('invalid_request');
});
