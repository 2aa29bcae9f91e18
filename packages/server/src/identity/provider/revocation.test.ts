import { generateKeyPair } from 'jose';
import * as client from 'openid-client';
import { describe, expect, vi } from 'vitest';
import { programOf, Reader } from '../../live/live.testing.ts';
import { endFacts } from '../../store/kernel/facts.ts';
import { endSessionsOf } from '../../store/sign-in/sessions.ts';
import { setStatus } from '../../store/store.testing.ts';
import { arrange, claimsOf, discover, signIn, type TestClient } from '../steps/sign-in.testing.ts';
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

const ask = async (
  { post }: ProviderWorld,
  by: TestClient,
  token: string | undefined,
  address?: string,
): Promise<Record<string, unknown>> =>
  (await post('/oidc/introspection', by, { token: token ?? '' }, address)).json() as Promise<Record<string, unknown>>;
const inactive = { active: false };

describe('introspection', () => {
  test('returns the claims of a token to a program of its application', async ({ world }) => {
    const { server, page, back, service, ada } = world;
    const { tokens } = await signIn(server, page, 'ada');
    const content = await client.tokenIntrospection(await discover(server, service), tokens.access_token);
    const { aud, jti, iat, exp, ver, sid, acr, auth_time } = claimsOf(tokens.access_token);
    expect(content).toEqual({
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
    expect(await ask(world, service, bound.tokens.access_token)).toMatchObject({
      token_type: 'DPoP',
      cnf: { jkt: expect.any(String) },
    });
    const own = await client.clientCredentialsGrant(await discover(server, service));
    expect(await ask(world, back, own.access_token)).toMatchObject({ active: true, sub: service.id, permissions: [] });
  });

  test('attack 32: reveals nothing to a client of another application or without a secret', async ({ world }) => {
    const { server, page, back, service, stranger } = world;
    const { tokens } = await signIn(server, back, 'ada');
    expect(await ask(world, stranger, tokens.access_token)).toEqual(inactive);
    expect(await ask(world, stranger, tokens.refresh_token)).toEqual(inactive);
    expect(await ask(world, page, tokens.access_token)).toEqual(inactive);
    const own = await signIn(server, page, 'ada');
    expect(await ask(world, page, own.tokens.access_token)).toMatchObject({ active: true });
    const nobody = await fetch(`${server.address}/oidc/introspection`, {
      method: 'POST',
      body: new URLSearchParams({ token: tokens.access_token }),
    });
    expect(nobody.status).toBe(400);
    expect(await ask(world, { id: service.id, secret: 'wrong' }, tokens.access_token)).toMatchObject({
      error: 'invalid_client',
    });
  });

  test('reports a refresh token as active only to its client, while the session exists', async ({ world }) => {
    const { store, server, other, back, service, ada } = world;
    const { tokens } = await signIn(server, back, 'ada');
    expect(await ask(world, back, tokens.refresh_token)).toMatchObject({
      active: true,
      client_id: back.id,
      sub: ada.id,
    });
    expect(await ask(world, service, tokens.refresh_token)).toEqual(inactive);
    await arrange(store, (handle) => endSessionsOf(handle, ada.id));
    expect(await ask(world, back, tokens.refresh_token, other.address)).toEqual(inactive);
    expect(await ask(world, back, tokens.access_token, other.address)).toEqual(inactive);
  });

  test('attack 9: reports anything except an unchanged access token as inactive', async ({ world }) => {
    const { server, back, service } = world;
    const { tokens } = await signIn(server, back, 'ada');
    const [head, body, signature] = tokens.access_token.split('.');
    const none = Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url');
    for (const token of [tokens.id_token, `${head}.${body}x.${signature}`, `${none}.${body}.`, 'x', 'x.y.z'])
      expect(await ask(world, service, token)).toEqual(inactive);
    expect(await ask(world, service, '')).toMatchObject({ error: 'invalid_request' });
    expect(await ask(world, service, 'x'.repeat(70_000))).toMatchObject({ error: 'invalid_request' });
  });

  test('attack 33: reports a token as inactive once its user has lost access', async ({ world }) => {
    const { store, server, other, back, service, ada, refunds } = world;
    const { tokens } = await signIn(server, back, 'ada');
    expect(await ask(world, service, tokens.access_token)).toMatchObject({ active: true });
    await arrange(store, (handle) => endFacts(handle, 'grants', { id: [refunds] }));
    expect(await ask(world, service, tokens.access_token, other.address)).toEqual(inactive);
    const again = await signIn(server, back, 'ada');
    expect(await ask(world, service, again.tokens.access_token)).toMatchObject({ permissions: ['orders.read'] });
    await arrange(store, (handle) => setStatus(handle, ada, 'suspended'));
    expect(await ask(world, service, again.tokens.access_token)).toEqual(inactive);
    expect(await ask(world, back, again.tokens.refresh_token)).toEqual(inactive);
  });
});
