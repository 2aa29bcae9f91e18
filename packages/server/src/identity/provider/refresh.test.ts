import * as client from 'openid-client';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  addApplication,
  addGrant,
  addRole,
  setStatus,
  type TestApplication,
  type TestNamed,
  type TestStore,
} from '../../store/store.testing.ts';
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
  type TestClient,
  type TestServer,
  testServers,
} from '../steps/sign-in.testing.ts';

let store: TestStore;
let first: TestServer;
let second: TestServer & { address: string };
let app: TestApplication;
let browserClient: TestClient;
let serverClient: TestClient;
let ada: TestNamed & { username: string };

beforeAll(async () => {
  const started = await testServers();
  ({ store, server: first, other: second } = started);
  await arrange(store, async (handle) => {
    app = await addApplication(handle, 'shop', 'Shop');
    const clerk = await addRole(handle, app, 'clerk');
    ada = await addSignInUser(first, handle, { username: 'ada' });
    await addGrant(handle, { application: app, principal: ada, role: clerk });
    browserClient = await addClient(handle, app, 'browser');
    serverClient = await addClient(handle, app, 'server');
  });
  return started.close;
});

/** A refresh at the token endpoint of either server. */
async function refresh(address: string, token: string, headers: Record<string, string> = {}, id = browserClient.id) {
  const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: token, client_id: id });
  const response = await fetch(`${address}/oidc/token`, { method: 'POST', body, headers });
  return { status: response.status, body: (await response.json()) as Record<string, string> };
}

describe('refresh tokens', () => {
  test('attack 10: a reused one ends its whole family, and its tokens', async () => {
    const { tokens } = await signIn(first, browserClient, 'ada');
    const old = tokens.refresh_token ?? '';
    const next = await refresh(first.issuer, old);
    expect(next.status).toBe(200);
    expect(await refresh(second.address, old)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    expect(await refresh(first.issuer, next.body.refresh_token ?? '')).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant' },
    });
    const licet = await licetClient();
    const own = await signIn(first, licet, 'ada');
    const held = { authorization: `Bearer ${own.tokens.access_token}` };
    expect((await fetch(`${first.issuer}/api/v1/whoami`, { headers: held })).status).toBe(200);
    await refresh(first.issuer, own.tokens.refresh_token ?? '', {}, licet.id);
    await refresh(first.issuer, own.tokens.refresh_token ?? '', {}, licet.id);
    expect((await fetch(`${second.address}/api/v1/whoami`, { headers: held })).status).toBe(401);
  });

  test('attack 11: of fifty at the same moment, on two servers, exactly one succeeds', async () => {
    const { tokens } = await signIn(first, browserClient, 'ada');
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        refresh(index % 2 === 0 ? first.issuer : second.address, tokens.refresh_token ?? ''),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, body } of answers)
      if (status !== 200) expect([status, body.error]).toEqual([400, 'invalid_grant']);
    expect(first.errors.concat(second.errors)).toEqual([]);
  });

  test('decision 68: the last one does not work again, however soon, unless it is bound to a key', async () => {
    const { tokens } = await signIn(first, browserClient, 'ada');
    const lost = await refresh(first.issuer, tokens.refresh_token ?? '');
    const [again, successor] = [
      await refresh(second.address, tokens.refresh_token ?? ''),
      await refresh(second.address, lost.body.refresh_token ?? ''),
    ];
    expect([lost.status, again.status, successor.status]).toEqual([200, 400, 400]);
    expect(again.body).not.toHaveProperty('refresh_token');
    const config = await discover(first, browserClient);
    const DPoP = client.getDPoPHandle(config, await client.randomDPoPKeyPair('ES256'));
    const bound = await signIn(first, browserClient, 'ada', { DPoP });
    for (let times = 0; times < 3; times += 1) {
      const answer = await client.refreshTokenGrant(config, bound.tokens.refresh_token ?? '', undefined, { DPoP });
      expect(answer.refresh_token).toBe(bound.tokens.refresh_token);
    }
  });

  test('attack 13: rejects another client’s', async () => {
    const { tokens } = await signIn(first, browserClient, 'ada');
    const headers = { authorization: `Basic ${btoa(`${serverClient.id}:${serverClient.secret}`)}` };
    expect(await refresh(first.issuer, tokens.refresh_token ?? '', headers, serverClient.id)).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant' },
    });
  });

  test('one bound to a key stays the same, and is void without the key', async () => {
    const config = await discover(first, browserClient);
    const DPoP = client.getDPoPHandle(config, await client.randomDPoPKeyPair('ES256'));
    const { tokens } = await signIn(first, browserClient, 'ada', { DPoP });
    expect(claimsOf(tokens.access_token).cnf).toEqual({ jkt: expect.any(String) });
    const again = await client.refreshTokenGrant(config, tokens.refresh_token ?? '', undefined, { DPoP });
    expect(again.refresh_token).toBe(tokens.refresh_token);
    expect(again.token_type).toBe('dpop');
    expect((await refresh(first.issuer, tokens.refresh_token ?? '')).body.error).toBe('invalid_grant');
    const other = client.getDPoPHandle(config, await client.randomDPoPKeyPair('ES256'));
    await expect(
      client.refreshTokenGrant(config, tokens.refresh_token ?? '', undefined, { DPoP: other }),
    ).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  test('rotation does not move the end', async () => {
    const { tokens } = await signIn(first, browserClient, 'ada');
    const ends = async () => {
      const { rows } = await store.database.pool.query<{ end: number }>(
        `select extract(epoch from max(expires_at))::int as end from oidc_records where model = 'RefreshToken' and consumed_at is null`,
      );
      return rows[0]?.end ?? 0;
    };
    const before = await ends();
    await new Promise((resolve) => setTimeout(resolve, 1100));
    await refresh(first.issuer, tokens.refresh_token ?? '');
    expect(Math.abs((await ends()) - before)).toBeLessThanOrEqual(1);
  });

  test('attack 33: refuses a suspended user’s at once, on every server', async () => {
    const bob = await arrange(store, (handle) => addSignInUser(first, handle, { username: 'bob' }));
    const { tokens } = await signIn(first, browserClient, 'bob');
    await arrange(store, (handle) => setStatus(handle, bob, 'suspended'));
    expect(await refresh(second.address, tokens.refresh_token ?? '')).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant' },
    });
  });

  test('an open tab does not refresh for an administrator after an hour without activity', async () => {
    const eve = await arrange(store, async (handle) => {
      const user = await addSignInUser(first, handle, { username: 'eve' });
      const { rows } = await handle.connection.query<{ id: string; app_id: string }>(
        `select r.id, r.app_id from roles r join applications a on a.id = r.app_id where a.key = 'licet' and r.name = 'admin'`,
      );
      const licet = { id: rows[0]?.app_id ?? '', key: 'licet', name: 'Licet', admin: rows[0]?.id ?? '' };
      await addGrant(handle, { application: licet, principal: user, role: { id: licet.admin, name: 'admin' } });
      return user;
    });
    const { tokens } = await signIn(first, browserClient, 'eve');
    const renewed = await refresh(first.issuer, tokens.refresh_token ?? '');
    expect(renewed.status).toBe(200);
    await store.database.pool.query(
      `update sessions set seen_at = seen_at - interval '61 minutes' where user_id = $1`,
      [eve.id],
    );
    expect(await refresh(first.issuer, renewed.body.refresh_token ?? '')).toMatchObject({ status: 400 });
  });
});

describe('a refresh that repeats the scope of the sign-in', () => {
  test('works if offline_access was removed then, as angular-oauth2-oidc does', async () => {
    const scope = 'openid profile offline_access';
    const { tokens, config } = await signIn(first, browserClient, 'ada', { scope });
    expect(tokens.scope).toBe('openid profile');
    const next = await client.refreshTokenGrant(config, tokens.refresh_token ?? '', { scope });
    expect([next.scope, claimsOf(next.access_token).scope]).toEqual(['openid profile', 'openid profile']);
  });

  test('keeps offline_access if consent was requested', async () => {
    const scope = 'openid offline_access';
    const parameters = { prompt: 'consent' };
    const { tokens, config } = await signIn(first, browserClient, 'ada', { scope, parameters });
    const next = await client.refreshTokenGrant(config, tokens.refresh_token ?? '', { scope });
    expect([tokens.scope, next.scope]).toEqual([scope, scope]);
  });

  test('is refused for a scope that was not granted', async () => {
    const { tokens, config } = await signIn(first, browserClient, 'ada', { scope: 'openid' });
    await expect(
      client.refreshTokenGrant(config, tokens.refresh_token ?? '', { scope: 'openid email offline_access' }),
    ).rejects.toMatchObject({ error: 'invalid_scope' });
  });
});

describe('authorization codes', () => {
  const exchange = async (address: string, code: string, verifier: string, over: Record<string, string> = {}) => {
    const fields = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, client_id: browserClient.id };
    const body = new URLSearchParams({ ...fields, ...(verifier ? { code_verifier: verifier } : {}), ...over });
    const response = await fetch(`${address}/oidc/token`, { method: 'POST', body });
    return { status: response.status, body: (await response.json()) as Record<string, string> };
  };
  const aCode = async () => {
    const config = await discover(first, browserClient);
    const { callback, verifier } = await authorize(first, config, new Browser(first.issuer), 'ada');
    return { code: callback.searchParams.get('code') ?? '', verifier };
  };

  test('attack 12: used twice in turn, the second is refused and the tokens of the first end', async () => {
    const { code, verifier } = await aCode();
    const good = await exchange(first.issuer, code, verifier);
    expect(good.status).toBe(200);
    expect(await exchange(second.address, code, verifier)).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant' },
    });
    expect((await refresh(first.issuer, good.body.refresh_token ?? '')).body.error).toBe('invalid_grant');
  });

  test('attack 12: used twenty times at the same moment, at most one succeeds, and its tokens end', async () => {
    const { code, verifier } = await aCode();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => exchange(index % 2 ? first.issuer : second.address, code, verifier)),
    );
    const good = answers.filter(({ status }) => status === 200);
    expect(good).toHaveLength(1);
    expect((await refresh(first.issuer, good[0]?.body.refresh_token ?? '')).body.error).toBe('invalid_grant');
  });

  test('decision 68: refuses a repeated code request, however soon, on either server', async () => {
    for (const [one, other] of [
      [first.issuer, second.address],
      [second.address, first.issuer],
    ] as const) {
      const { code, verifier } = await aCode();
      expect((await exchange(one, code, verifier)).status).toBe(200);
      const again = await exchange(other, code, verifier);
      expect([again.status, again.body.error]).toEqual([400, 'invalid_grant']);
    }
  });

  test('attack 13: rejects another client’s code', async () => {
    const { code, verifier } = await aCode();
    const other = await arrange(store, (handle) => addClient(handle, app, 'browser'));
    expect(await exchange(first.issuer, code, verifier, { client_id: other.id })).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant' },
    });
  });

  test('attack 14: is refused without the verifier, or with another one', async () => {
    const one = await aCode();
    expect(await exchange(first.issuer, one.code, '')).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    const other = await aCode();
    expect(await exchange(first.issuer, other.code, 'v'.repeat(43))).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant' },
    });
  });
});

let known: TestClient | undefined;
async function licetClient(): Promise<TestClient> {
  known ??= await arrange(store, async (handle) => {
    const { rows } = await handle.connection.query<{ id: string }>(`select id from applications where key = 'licet'`);
    return addClient(handle, { id: rows[0]?.id ?? '', key: 'licet', name: 'Licet', admin: '' });
  });
  return known;
}
