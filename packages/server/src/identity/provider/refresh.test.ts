import { limits } from '@licet/contract';
import * as client from 'openid-client';
import { describe, expect } from 'vitest';
import { addGrant, setStatus } from '../../store/store.testing.ts';
import {
  addClient,
  addSignInUser,
  arrange,
  authorize,
  Browser,
  claimsOf,
  discover,
  redirectUri,
  signIn,
} from '../steps/sign-in.testing.ts';
import { type ProviderWorld, test } from './provider.testing.ts';

/** Sends a refresh request to the token endpoint of the server at `address`. */
async function refresh(
  { page }: ProviderWorld,
  address: string,
  token: string,
  headers: Record<string, string> = {},
  id = page.id,
) {
  const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: token, client_id: id });
  const response = await fetch(`${address}/oidc/token`, { method: 'POST', body, headers });
  return { status: response.status, body: (await response.json()) as Record<string, string> };
}

describe('refresh tokens', () => {
  test('attack 10: end with their whole family and its access tokens when reused', async ({ world }) => {
    const { store, server, other, page } = world;
    const { tokens } = await signIn(server, page, 'ada');
    const old = tokens.refresh_token ?? '';
    const next = await refresh(world, server.issuer, old);
    expect(next.status).toBe(200);
    expect(await refresh(world, other.address, old)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    expect(await refresh(world, server.issuer, next.body.refresh_token ?? '')).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant' },
    });
    const licet = await arrange(store, async (handle) => {
      const { rows } = await handle.connection.query<{ id: string }>(`select id from applications where key = 'licet'`);
      return addClient(handle, { id: rows[0]?.id ?? '', key: 'licet', name: 'Licet', admin: '' });
    });
    const own = await signIn(server, licet, 'ada');
    const held = { authorization: `Bearer ${own.tokens.access_token}` };
    expect((await fetch(`${server.issuer}/api/v1/whoami`, { headers: held })).status).toBe(200);
    await refresh(world, server.issuer, own.tokens.refresh_token ?? '', {}, licet.id);
    await refresh(world, server.issuer, own.tokens.refresh_token ?? '', {}, licet.id);
    expect((await fetch(`${other.address}/api/v1/whoami`, { headers: held })).status).toBe(401);
  });

  test('attack 11: succeed exactly once in fifty simultaneous uses on two servers', async ({ world }) => {
    const { server, other, page } = world;
    const { tokens } = await signIn(server, page, 'ada');
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        refresh(world, index % 2 === 0 ? server.issuer : other.address, tokens.refresh_token ?? ''),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, body } of answers)
      if (status !== 200) expect([status, body.error]).toEqual([400, 'invalid_grant']);
  });

  test('decision 68: refuses refresh tokens after rotation, however soon, unless bound to a key', async ({ world }) => {
    const { server, other, page } = world;
    const { tokens } = await signIn(server, page, 'ada');
    const lost = await refresh(world, server.issuer, tokens.refresh_token ?? '');
    const [again, successor] = [
      await refresh(world, other.address, tokens.refresh_token ?? ''),
      await refresh(world, other.address, lost.body.refresh_token ?? ''),
    ];
    expect([lost.status, again.status, successor.status]).toEqual([200, 400, 400]);
    expect(again.body).not.toHaveProperty('refresh_token');
    const config = await discover(server, page);
    const DPoP = client.getDPoPHandle(config, await client.randomDPoPKeyPair('ES256'));
    const bound = await signIn(server, page, 'ada', { DPoP });
    for (let times = 0; times < 3; times += 1) {
      const answer = await client.refreshTokenGrant(config, bound.tokens.refresh_token ?? '', undefined, { DPoP });
      expect(answer.refresh_token).toBe(bound.tokens.refresh_token);
    }
  });

  test('attack 13: refuses refresh tokens of another client', async ({ world }) => {
    const { server, page, back } = world;
    const { tokens } = await signIn(server, page, 'ada');
    const headers = { authorization: `Basic ${btoa(`${back.id}:${back.secret}`)}` };
    expect(await refresh(world, server.issuer, tokens.refresh_token ?? '', headers, back.id)).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant' },
    });
  });

  test('stay the same when bound to a key, and are refused without it', async ({ world }) => {
    const { server, page } = world;
    const config = await discover(server, page);
    const DPoP = client.getDPoPHandle(config, await client.randomDPoPKeyPair('ES256'));
    const { tokens } = await signIn(server, page, 'ada', { DPoP });
    expect(claimsOf(tokens.access_token).cnf).toEqual({ jkt: expect.any(String) });
    const again = await client.refreshTokenGrant(config, tokens.refresh_token ?? '', undefined, { DPoP });
    expect(again.refresh_token).toBe(tokens.refresh_token);
    expect(again.token_type).toBe('dpop');
    expect((await refresh(world, server.issuer, tokens.refresh_token ?? '')).body.error).toBe('invalid_grant');
    const stolen = client.getDPoPHandle(config, await client.randomDPoPKeyPair('ES256'));
    await expect(
      client.refreshTokenGrant(config, tokens.refresh_token ?? '', undefined, { DPoP: stolen }),
    ).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  test('keep their expiry when they rotate', async ({ world }) => {
    const { store, server, page } = world;
    const { tokens } = await signIn(server, page, 'ada');
    const ends = async () => {
      const { rows } = await store.database.pool.query<{ end: number }>(
        `select extract(epoch from max(expires_at))::int as end from oidc_records where model = 'RefreshToken' and consumed_at is null`,
      );
      return rows[0]?.end ?? 0;
    };
    const before = await ends();
    await new Promise((resolve) => setTimeout(resolve, 1100));
    await refresh(world, server.issuer, tokens.refresh_token ?? '');
    expect(Math.abs((await ends()) - before)).toBeLessThanOrEqual(1);
  });

  test('attack 33: immediately refuses refresh tokens of a suspended user, on another server too', async ({
    world,
  }) => {
    const { store, server, other, page } = world;
    const bob = await arrange(store, (handle) => addSignInUser(server, handle, { username: 'bob' }));
    const { tokens } = await signIn(server, page, 'bob');
    await arrange(store, (handle) => setStatus(handle, bob, 'suspended'));
    for (const address of [other.address, server.address])
      expect(await refresh(world, address, tokens.refresh_token ?? '')).toMatchObject({
        status: 400,
        body: { error: 'invalid_grant' },
      });
  });

  test('are refused for an administrator who has been inactive for an hour', async ({ world }) => {
    const { store, server, page } = world;
    const eve = await arrange(store, async (handle) => {
      const user = await addSignInUser(server, handle, { username: 'eve' });
      const { rows } = await handle.connection.query<{ id: string; app_id: string }>(
        `select r.id, r.app_id from roles r join applications a on a.id = r.app_id where a.key = 'licet' and r.name = 'admin'`,
      );
      const licet = { id: rows[0]?.app_id ?? '', key: 'licet', name: 'Licet', admin: rows[0]?.id ?? '' };
      await addGrant(handle, { application: licet, principal: user, role: { id: licet.admin, name: 'admin' } });
      return user;
    });
    const { tokens } = await signIn(server, page, 'eve');
    const renewed = await refresh(world, server.issuer, tokens.refresh_token ?? '');
    expect(renewed.status).toBe(200);
    await store.database.pool.query(
      `update sessions set seen_at = seen_at - interval '61 minutes' where user_id = $1`,
      [eve.id],
    );
    expect(await refresh(world, server.issuer, renewed.body.refresh_token ?? '')).toMatchObject({ status: 400 });
  });
});

describe('a refresh that repeats the scope of the sign-in', () => {
  test('succeeds if the sign-in removed offline_access, as angular-oauth2-oidc requires', async ({
    world: { server, page },
  }) => {
    const scope = 'openid profile offline_access';
    const { tokens, config } = await signIn(server, page, 'ada', { scope });
    expect(tokens.scope).toBe('openid profile');
    const next = await client.refreshTokenGrant(config, tokens.refresh_token ?? '', { scope });
    expect([next.scope, claimsOf(next.access_token).scope]).toEqual(['openid profile', 'openid profile']);
  });

  test('keeps offline_access if the sign-in asked for consent', async ({ world: { server, page } }) => {
    const scope = 'openid offline_access';
    const parameters = { prompt: 'consent' };
    const { tokens, config } = await signIn(server, page, 'ada', { scope, parameters });
    const next = await client.refreshTokenGrant(config, tokens.refresh_token ?? '', { scope });
    expect([tokens.scope, next.scope]).toEqual([scope, scope]);
  });

  test('is refused for a scope that the sign-in did not grant', async ({ world: { server, page } }) => {
    const { tokens, config } = await signIn(server, page, 'ada', { scope: 'openid' });
    await expect(
      client.refreshTokenGrant(config, tokens.refresh_token ?? '', { scope: 'openid email offline_access' }),
    ).rejects.toMatchObject({ error: 'invalid_scope' });
  });
});

describe('authorization codes', () => {
  const exchange = async (
    { page }: ProviderWorld,
    address: string,
    code: string,
    verifier: string,
    overrides: Record<string, string> = {},
  ) => {
    const fields = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, client_id: page.id };
    const body = new URLSearchParams({ ...fields, ...(verifier ? { code_verifier: verifier } : {}), ...overrides });
    const response = await fetch(`${address}/oidc/token`, { method: 'POST', body });
    return { status: response.status, body: (await response.json()) as Record<string, string> };
  };
  const aCode = async ({ server, page }: ProviderWorld) => {
    const config = await discover(server, page);
    const { callback, verifier } = await authorize(server, config, new Browser(server.issuer), 'ada');
    return { code: callback.searchParams.get('code') ?? '', verifier };
  };

  test('attack 12: cannot be redeemed twice, and a second attempt ends the tokens of the first', async ({ world }) => {
    const { server, other } = world;
    const { code, verifier } = await aCode(world);
    const good = await exchange(world, server.issuer, code, verifier);
    expect(good.status).toBe(200);
    expect(await exchange(world, other.address, code, verifier)).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant' },
    });
    expect((await refresh(world, server.issuer, good.body.refresh_token ?? '')).body.error).toBe('invalid_grant');
  });

  test('attack 12: succeed at most once in twenty simultaneous uses, and the tokens end', async ({ world }) => {
    const { server, other } = world;
    const { code, verifier } = await aCode(world);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        exchange(world, index % 2 ? server.issuer : other.address, code, verifier),
      ),
    );
    const good = answers.filter(({ status }) => status === 200);
    expect(good).toHaveLength(1);
    expect((await refresh(world, server.issuer, good[0]?.body.refresh_token ?? '')).body.error).toBe('invalid_grant');
  });

  test('decision 68: refuses codes in a repeated request, even immediately and on either server', async ({ world }) => {
    const { server, other } = world;
    for (const [one, next] of [
      [server.issuer, other.address],
      [other.address, server.issuer],
    ] as const) {
      const { code, verifier } = await aCode(world);
      expect((await exchange(world, one, code, verifier)).status).toBe(200);
      const again = await exchange(world, next, code, verifier);
      expect([again.status, again.body.error]).toEqual([400, 'invalid_grant']);
    }
  });

  test('are refused after one minute', async ({ world }) => {
    const { store, server } = world;
    try {
      for (const [seconds, status] of [
        [limits.authorizationCodeLifetime.value - 5, 200],
        [limits.authorizationCodeLifetime.value + 1, 400],
      ] as const) {
        store.setClock(0);
        const { code, verifier } = await aCode(world);
        store.setClock(seconds * 1000);
        expect((await exchange(world, server.issuer, code, verifier)).status, `after ${seconds} s`).toBe(status);
      }
    } finally {
      store.setClock(0);
    }
  });

  test('attack 13: cannot be redeemed by another client', async ({ world }) => {
    const { store, server, shop } = world;
    const { code, verifier } = await aCode(world);
    const thief = await arrange(store, (handle) => addClient(handle, shop, 'browser'));
    expect(await exchange(world, server.issuer, code, verifier, { client_id: thief.id })).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant' },
    });
  });

  test('attack 14: cannot be redeemed without the right verifier', async ({ world }) => {
    const { server } = world;
    const one = await aCode(world);
    expect(await exchange(world, server.issuer, one.code, '')).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant' },
    });
    const second = await aCode(world);
    expect(await exchange(world, server.issuer, second.code, 'v'.repeat(43))).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant' },
    });
  });
});
