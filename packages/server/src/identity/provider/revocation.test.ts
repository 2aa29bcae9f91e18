import * as client from 'openid-client';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { programOf, Reader } from '../../live/live.testing.ts';
import { addApplication, type TestNamed, type TestStore } from '../../store/store.testing.ts';
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
let shop: TestClient;
let bank: TestClient;
let service: TestClient;
let another: TestClient;
let ada: TestNamed & { username: string };

beforeAll(async () => {
  const started = await testServers();
  ({ store, server, other } = started);
  await arrange(store, async (handle) => {
    const application = await addApplication(handle, 'shop', 'Shop');
    shop = await addClient(handle, application, 'server');
    service = await addClient(handle, application, 'service');
    another = await addClient(handle, application, 'service');
    bank = await addClient(handle, await addApplication(handle, 'bank', 'Bank'), 'browser');
    ada = await addSignInUser(server, handle, { username: 'ada' });
  });
  return started.close;
});

async function revoke({ id, secret }: TestClient, token: string | undefined, hint?: string) {
  const body = new URLSearchParams({ token: token ?? '', ...(hint ? { token_type_hint: hint } : {}) });
  if (secret === null) body.set('client_id', id);
  const basic = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
  const headers = secret === null ? {} : { authorization: basic };
  const response = await fetch(`${server.address}/oidc/revocation`, { method: 'POST', body, headers });
  return [response.status, await response.text()];
}

const taken = async (token: string, address = other.address) =>
  (await fetch(`${address}/api/v1/whoami`, { headers: { authorization: `Bearer ${token}` } })).status === 200;
const renews = async (config: client.Configuration, token: string | undefined) =>
  client.refreshTokenGrant(config, token ?? '').then(
    () => true,
    () => false,
  );
const lines = async () =>
  (
    await store.database.pool.query<{ user_id: string | null; client: string }>(
      `select user_id, client from sign_ins where outcome = 'token_revoked' order by at`,
    )
  ).rows;
const done = [200, ''];

describe('revocation', () => {
  test('ends a refresh token, its grant, and its client’s access tokens in that session; others stay', async () => {
    const { tokens, config, browser } = await signIn(server, shop, 'ada');
    const beside = await signIn(server, bank, 'ada', { browser });
    const elsewhere = await signIn(server, shop, 'ada');
    expect(await revoke(shop, tokens.refresh_token)).toEqual(done);
    expect(await taken(tokens.access_token)).toBe(false);
    expect(await renews(config, tokens.refresh_token)).toBe(false);
    expect(await taken(beside.tokens.access_token)).toBe(true);
    expect(await taken(elsewhere.tokens.access_token)).toBe(true);
    expect(await renews(beside.config, beside.tokens.refresh_token)).toBe(true);
    expect(await lines()).toEqual([{ user_id: ada.id, client: 'a server client (shop)' }]);
    expect(await revoke(shop, tokens.refresh_token)).toEqual(done);
    expect(await lines()).toHaveLength(1);
    await vi.waitUntil(() => Date.now() / 1000 > Number(claimsOf(tokens.access_token).iat) + 2, 60_000);
    const again = await signIn(server, shop, 'nobody', { browser });
    expect(claimsOf(again.tokens.access_token).sid).toBe(claimsOf(tokens.access_token).sid);
    expect(await taken(again.tokens.access_token)).toBe(true);
  });

  test('of an access token ends only that one', async () => {
    const { tokens, config } = await signIn(server, bank, 'ada');
    expect(await revoke(bank, tokens.access_token, 'access_token')).toEqual(done);
    expect(await taken(tokens.access_token)).toBe(false);
    expect(await renews(config, tokens.refresh_token)).toBe(true);
    const own = await client.clientCredentialsGrant(await discover(server, service));
    expect(await taken(own.access_token)).toBe(true);
    expect(await revoke(service, own.access_token)).toEqual(done);
    expect(await taken(own.access_token)).toBe(false);
    expect((await lines()).at(-1)).toEqual({ user_id: null, client: 'a service client (shop)' });
  });

  test('attack 13: nobody ends another client’s tokens, or learns whether they exist', async () => {
    const { tokens, config } = await signIn(server, shop, 'ada');
    const before = (await lines()).length;
    for (const token of [tokens.refresh_token, tokens.access_token, tokens.id_token, 'x', 'x.y.z'])
      expect(await revoke(service, token)).toEqual(done);
    expect(await revoke(bank, tokens.refresh_token, 'refresh_token')).toEqual(done);
    expect(await taken(tokens.access_token)).toBe(true);
    expect(await renews(config, tokens.refresh_token)).toBe(true);
    expect(await lines()).toHaveLength(before);
    expect((await revoke({ id: shop.id, secret: 'wrong' }, tokens.refresh_token))[0]).toBe(401);
  });

  test('attack 10: a used refresh token still ends its grant', async () => {
    const { tokens, config } = await signIn(server, shop, 'ada');
    const next = await client.refreshTokenGrant(config, tokens.refresh_token ?? '');
    expect(await revoke(shop, tokens.refresh_token)).toEqual(done);
    expect(await renews(config, next.refresh_token)).toBe(false);
    expect(await taken(next.access_token)).toBe(false);
  });

  test('API servers of the application learn of it at once, on every server; others do not', async () => {
    const listening = async (application: string) => {
      const heard = new Reader(await other.live.service(programOf(application), undefined));
      await heard.next('ready');
      return heard;
    };
    const [ours, theirs] = [await listening('shop'), await listening('bank')];
    const known = ours.heard.length;
    const { tokens } = await signIn(server, shop, 'ada');
    const own = await client.clientCredentialsGrant(await discover(server, another));
    await revoke(shop, tokens.refresh_token);
    await revoke(another, own.access_token);
    const told = () => ours.heard.slice(known).map(({ data }) => data);
    const expected = [
      { sessions: [claimsOf(tokens.access_token).sid], before: expect.any(Number) },
      { users: [another.id], before: expect.any(Number) },
    ];
    await vi.waitFor(
      () => expect(told()).toEqual(expect.arrayContaining(expected.map((it) => expect.objectContaining(it)))),
      25_000, // less than the 30 s after which all sessions are polled anyway
    );
    const foreign = JSON.stringify(theirs.heard);
    expect([foreign.includes(String(claimsOf(tokens.access_token).sid)), foreign.includes(another.id)]).toEqual([
      false,
      false,
    ]);
    await ours.leave();
    await theirs.leave();
  });
});

test('every error in these tests was a refusal', () => {
  expect(server.errors.concat(other.errors)).toEqual([]);
});
