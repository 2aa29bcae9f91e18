import * as client from 'openid-client';
import { describe, expect, vi } from 'vitest';
import { programOf, Reader } from '../../live/live.testing.ts';
import { claimsOf, discover, signIn, type TestClient } from '../steps/sign-in.testing.ts';
import { type ProviderWorld, test } from './provider.testing.ts';

async function revoke({ post }: ProviderWorld, by: TestClient, token: string | undefined, hint?: string) {
  const response = await post('/oidc/revocation', by, { token: token ?? '', ...(hint && { token_type_hint: hint }) });
  return [response.status, await response.text()];
}

const taken = async ({ other }: ProviderWorld, token: string) =>
  (await fetch(`${other.address}/api/v1/whoami`, { headers: { authorization: `Bearer ${token}` } })).status === 200;
const renews = async (config: client.Configuration, token: string | undefined) =>
  client.refreshTokenGrant(config, token ?? '').then(
    () => true,
    () => false,
  );
const lines = async ({ store }: ProviderWorld) =>
  (
    await store.database.pool.query<{ user_id: string | null; client: string }>(
      `select user_id, client from sign_ins where outcome = 'token_revoked' order by at`,
    )
  ).rows;
const done = [200, ''];

describe('revocation', () => {
  test('ends a refresh token, its grant and that client’s access tokens in the session only', async ({ world }) => {
    const { server, back, bankPage, ada } = world;
    const { tokens, config, browser } = await signIn(server, back, 'ada');
    const sameBrowser = await signIn(server, bankPage, 'ada', { browser });
    const elsewhere = await signIn(server, back, 'ada');
    expect(await revoke(world, back, tokens.refresh_token)).toEqual(done);
    expect(await taken(world, tokens.access_token)).toBe(false);
    expect(await renews(config, tokens.refresh_token)).toBe(false);
    expect(await taken(world, sameBrowser.tokens.access_token)).toBe(true);
    expect(await taken(world, elsewhere.tokens.access_token)).toBe(true);
    expect(await renews(sameBrowser.config, sameBrowser.tokens.refresh_token)).toBe(true);
    expect(await lines(world)).toEqual([{ user_id: ada.id, client: 'a server client (shop)' }]);
    expect(await revoke(world, back, tokens.refresh_token)).toEqual(done);
    expect(await lines(world)).toHaveLength(1);
    await vi.waitUntil(() => Date.now() / 1000 > Number(claimsOf(tokens.access_token).iat) + 2, 60_000);
    const again = await signIn(server, back, 'nobody', { browser });
    expect(claimsOf(again.tokens.access_token).sid).toBe(claimsOf(tokens.access_token).sid);
    expect(await taken(world, again.tokens.access_token)).toBe(true);
  });

  test('of an access token ends that token only', async ({ world }) => {
    const { server, service, bankPage } = world;
    const { tokens, config } = await signIn(server, bankPage, 'ada');
    expect(await revoke(world, bankPage, tokens.access_token, 'access_token')).toEqual(done);
    expect(await taken(world, tokens.access_token)).toBe(false);
    expect(await renews(config, tokens.refresh_token)).toBe(true);
    const own = await client.clientCredentialsGrant(await discover(server, service));
    expect(await taken(world, own.access_token)).toBe(true);
    expect(await revoke(world, service, own.access_token)).toEqual(done);
    expect(await taken(world, own.access_token)).toBe(false);
    expect((await lines(world)).at(-1)).toEqual({ user_id: null, client: 'a service client (shop)' });
  });

  test('repeated in a session adds one line a day to the sign-in log', async ({ world }) => {
    const { store, server, back } = world;
    const before = (await lines(world)).length;
    const { tokens } = await signIn(server, back, 'ada');
    for (const token of [tokens.access_token, tokens.refresh_token])
      expect(await revoke(world, back, token)).toEqual(done);
    expect(await lines(world)).toHaveLength(before + 1);
    const { rows } = await store.database.pool.query(
      `select attempts from sign_ins where outcome = 'token_revoked' order by at desc limit 1`,
    );
    expect(rows).toEqual([{ attempts: 2 }]);
    const another = await signIn(server, back, 'ada');
    expect(await revoke(world, back, another.tokens.refresh_token)).toEqual(done);
    expect(await lines(world)).toHaveLength(before + 2);
  });

  test('attack 13: a client cannot end another client’s tokens, or learn whether they exist', async ({ world }) => {
    const { server, back, service, bankPage } = world;
    const { tokens, config } = await signIn(server, back, 'ada');
    const before = (await lines(world)).length;
    for (const token of [tokens.refresh_token, tokens.access_token, tokens.id_token, 'x', 'x.y.z'])
      expect(await revoke(world, service, token)).toEqual(done);
    expect(await revoke(world, bankPage, tokens.refresh_token, 'refresh_token')).toEqual(done);
    expect(await taken(world, tokens.access_token)).toBe(true);
    expect(await renews(config, tokens.refresh_token)).toBe(true);
    expect(await lines(world)).toHaveLength(before);
    expect((await revoke(world, { id: back.id, secret: 'wrong' }, tokens.refresh_token))[0]).toBe(401);
  });

  test('attack 10: ends the grant of a refresh token that was already used', async ({ world }) => {
    const { server, back } = world;
    const { tokens, config } = await signIn(server, back, 'ada');
    const next = await client.refreshTokenGrant(config, tokens.refresh_token ?? '');
    expect(await revoke(world, back, tokens.refresh_token)).toEqual(done);
    expect(await renews(config, next.refresh_token)).toBe(false);
    expect(await taken(world, next.access_token)).toBe(false);
  });

  test('notifies only the API servers of the token’s application, even those connected to another server', async ({
    world,
  }) => {
    const { server, other, back, another } = world;
    const listening = async (application: string) => {
      const heard = new Reader(await other.live.service(programOf(application), undefined));
      await heard.next('ready');
      return heard;
    };
    const [ours, theirs] = [await listening('shop'), await listening('bank')];
    const known = ours.heard.length;
    const { tokens } = await signIn(server, back, 'ada');
    const own = await client.clientCredentialsGrant(await discover(server, another));
    await revoke(world, back, tokens.refresh_token);
    await revoke(world, another, own.access_token);
    const received = () => ours.heard.slice(known).map(({ data }) => data);
    const expected = [
      { sessions: [claimsOf(tokens.access_token).sid], before: expect.any(Number) },
      { users: [another.id], before: expect.any(Number) },
    ];
    await vi.waitFor(
      () => expect(received()).toEqual(expect.arrayContaining(expected.map((it) => expect.objectContaining(it)))),
      25_000, // less than the 30 s after which all sessions are polled
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
