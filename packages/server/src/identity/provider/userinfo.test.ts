import { createRemoteJWKSet, generateKeyPair, jwtVerify } from 'jose';
import * as client from 'openid-client';
import { describe, expect } from 'vitest';
import { endSessionsOf } from '../../store/sign-in/sessions.ts';
import { setStatus } from '../../store/store.testing.ts';
import { findUser, updateUser } from '../../store/users/users.ts';
import { addClient, addSignInUser, arrange, claimsOf, discover, signIn } from '../steps/sign-in.testing.ts';
import { claimsFor } from './claims.ts';
import { type ProviderWorld, test } from './provider.testing.ts';

const path = '/oidc/userinfo';
async function ask({ server }: ProviderWorld, init: RequestInit, address = server.address) {
  const response = await fetch(`${address}${path}`, init);
  const text = await response.text();
  return { status: response.status, body: text === '' ? {} : JSON.parse(text), headers: response.headers };
}
const bearing = (token: string | undefined) => ({ headers: { authorization: `Bearer ${token}` } });

describe('UserInfo', () => {
  test('returns the claims of the token’s scopes', async ({ world: { server, back, ada } }) => {
    const profile = {
      name: 'Ada Lovelace',
      given_name: 'Ada',
      family_name: 'Lovelace',
      preferred_username: 'Ada',
      updated_at: expect.any(Number),
    };
    const email = { email: 'ada@example.org', email_verified: false };
    for (const [scope, claims] of [
      ['openid', {}],
      ['openid profile', profile],
      ['openid email', email],
      ['openid profile email', { ...profile, ...email }],
    ] as const) {
      const { tokens, config } = await signIn(server, back, 'ada', { scope });
      expect([claimsOf(tokens.access_token).scope, tokens.scope]).toEqual([scope, scope]);
      const answer = await client.fetchUserInfo(config, tokens.access_token, ada.id);
      expect(answer).toEqual({ sub: ada.id, ...claims });
      const { sub: _, ...inIdToken } = answer;
      expect(tokens.claims()).toMatchObject(inIdToken);
    }
  });

  test('accepts a token by GET, by POST and in a form', async ({ world }) => {
    const { server, back, ada } = world;
    const { tokens } = await signIn(server, back, 'ada', { scope: 'openid' });
    const { access_token: token } = tokens;
    const body = new URLSearchParams({ access_token: token });
    for (const init of [bearing(token), { method: 'POST', ...bearing(token) }, { method: 'POST', body }]) {
      const { status, body: answer, headers } = await ask(world, init);
      expect([status, answer, headers.get('cache-control')]).toEqual([200, { sub: ada.id }, 'no-store']);
    }
    const twice = new URLSearchParams([...body, ...body]);
    for (const init of [
      { method: 'POST', body, ...bearing(token) },
      { method: 'POST', body: twice },
    ])
      expect((await ask(world, init)).status).toBe(400);
    const inAddress = `${server.address}${path}?access_token=${token}`;
    expect((await fetch(inAddress)).status).toBe(401);
    for (const init of [bearing(token), { method: 'POST', body }])
      expect((await fetch(inAddress, init)).status).toBe(400);
    expect((await ask(world, { method: 'POST', body: `access_token=${'x'.repeat(20_000)}` })).status).toBe(415);
    const large = new URLSearchParams({ access_token: 'x'.repeat(20_000) });
    expect((await ask(world, { method: 'POST', body: large })).status).toBe(413);
  });

  test('attack 19: requires proof of possession for a bound token', async ({ world }) => {
    const { server, page, ada } = world;
    const config = await discover(server, page);
    const DPoP = client.getDPoPHandle(config, await generateKeyPair('ES256'));
    const { tokens } = await signIn(server, page, 'ada', { DPoP });
    const answer = await client.fetchUserInfo(config, tokens.access_token, ada.id, { DPoP });
    expect(answer.name).toBe('Ada Lovelace');
    expect((await ask(world, bearing(tokens.access_token))).status).toBe(401);
    const body = new URLSearchParams({ access_token: tokens.access_token });
    expect((await ask(world, { method: 'POST', body })).body.code).toBe('proof_invalid');
  });

  test('returns fewer claims after a narrower refresh, and refuses a wider one', async ({
    world: { server, back, ada },
  }) => {
    const { tokens, config } = await signIn(server, back, 'ada', { scope: 'openid email' });
    const refresh = (scope: string) => client.refreshTokenGrant(config, tokens.refresh_token ?? '', { scope });
    await expect(refresh('openid profile')).rejects.toMatchObject({ error: 'invalid_scope' });
    const narrow = await refresh('openid');
    expect(await client.fetchUserInfo(config, narrow.access_token, ada.id)).toEqual({ sub: ada.id });
  });

  test('returns current values, not those of the sign-in', async ({ world }) => {
    const { store, server, other, back } = world;
    const bob = await arrange(store, (handle) =>
      addSignInUser(server, handle, { username: 'bob', name: 'Bob', email: 'bob@example.org' }),
    );
    const { tokens } = await signIn(server, back, 'bob');
    const before = (await ask(world, bearing(tokens.access_token))).body;
    expect(before.email).toEqual(expect.any(String));
    await arrange(store, async (handle) => {
      const user = await findUser(handle, bob.id);
      if (user) await updateUser(handle, user, { name: 'Robert', email: null });
    });
    const after = (await ask(world, bearing(tokens.access_token), other.address)).body;
    expect(after).toMatchObject({ sub: bob.id, name: 'Robert' });
    expect([after.email, after.email_verified]).toEqual([undefined, undefined]);
    expect(after.updated_at).toBeGreaterThanOrEqual(before.updated_at);
  });

  test('attack 9: refuses other kinds of tokens, and lists the accepted schemes when there is no token', async ({
    world,
  }) => {
    const { server, back } = world;
    const { tokens } = await signIn(server, back, 'ada');
    const nobody = await ask(world, {});
    expect([nobody.status, nobody.headers.get('www-authenticate')]).toEqual([
      401,
      'Bearer realm="Licet", DPoP algs="ES256"',
    ]);
    for (const token of [tokens.id_token, tokens.refresh_token, `${tokens.access_token}x`, 'x']) {
      const { status, headers } = await ask(world, bearing(token));
      expect(status).toBe(401);
      expect(headers.get('www-authenticate')).toContain('error="invalid_token"');
    }
  });

  test('attack 18: refuses a token without the scope openid, and a program’s token', async ({ world }) => {
    const { server, back, service } = world;
    const plain = await signIn(server, back, 'ada', { scope: 'profile email' });
    const own = await client.clientCredentialsGrant(await discover(server, service), { scope: 'openid profile' });
    expect(claimsOf(own.access_token).scope).toBeUndefined();
    for (const token of [plain.tokens.access_token, own.access_token]) {
      const { status, headers } = await ask(world, bearing(token));
      expect([status, headers.get('www-authenticate')]).toEqual([
        403,
        'Bearer realm="Licet", error="insufficient_scope", scope="openid", DPoP error="insufficient_scope", scope="openid", algs="ES256"',
      ]);
    }
  });

  test('signs its response for a client that requests it, with the algorithm of its ID tokens', async ({ world }) => {
    const { store, server, shop, back, ada } = world;
    const rs256 = await arrange(store, (handle) => addClient(handle, shop, 'server', { idTokenAlgorithm: 'RS256' }));
    for (const [registered, alg] of [
      [back, 'ES256'],
      [rs256, 'RS256'],
    ] as const) {
      const { tokens } = await signIn(server, registered, 'ada', { scope: 'openid email' });
      const headers = { ...bearing(tokens.access_token).headers, accept: 'application/jwt' };
      const response = await fetch(`${server.address}${path}`, { headers });
      expect(response.headers.get('content-type')).toBe('application/jwt; charset=utf-8');
      const keys = createRemoteJWKSet(new URL(`${server.issuer}/oidc/jwks`));
      const checks = { issuer: server.issuer, audience: registered.id, algorithms: [alg] };
      const { payload } = await jwtVerify(await response.text(), keys, checks);
      expect(payload).toMatchObject({ sub: ada.id, email: 'ada@example.org' });
      expect(payload).not.toHaveProperty('sid');
      expect(payload).not.toHaveProperty('name');
    }
    const { tokens, config } = await signIn(server, back, 'ada');
    const answered = await client.fetchUserInfo(config, tokens.access_token, ada.id); // accepts both
    expect(answered.sub).toBe(ada.id);
    for (const accept of [
      'application/jwt;q=0, */*',
      'application/jwt; q=0.000',
      'application/jwt, application/json;q=0.1',
    ]) {
      const { headers } = await fetch(`${server.address}${path}`, {
        headers: { ...bearing(tokens.access_token).headers, accept },
      });
      expect(headers.get('content-type'), accept).toContain('application/json');
    }
    const metadata = { userinfo_signed_response_alg: 'ES256', client_secret: back.secret ?? '' };
    const execute = [client.allowInsecureRequests];
    const signing = await client.discovery(new URL(server.issuer), back.id, metadata, undefined, { execute });
    expect(await client.fetchUserInfo(signing, tokens.access_token, ada.id)).toMatchObject({ aud: back.id });
  });

  test.each([
    ['Lovelace, Ada', 'Ada', 'Lovelace'],
    ['Ada King Lovelace', 'Ada King', 'Lovelace'],
    ['  Ada   Lovelace ', 'Ada', 'Lovelace'],
    ['Ada', 'Ada', undefined],
    ['Lovelace, Ada, Countess', 'Lovelace, Ada,', 'Countess'],
    ['李 小龙', '李', '小龙'],
  ])('derives given and family name from %j', (name, given, family) => {
    const account = { id: 'one', name, username: 'ada', email: null, emailVerified: false, updatedAt: 0 };
    const claims = claimsFor(['openid', 'profile'], account as unknown as Parameters<typeof claimsFor>[1]);
    expect([claims.given_name, claims.family_name]).toEqual([given, family]);
  });

  test('attack 33: refuses a token of an ended session or a suspended user immediately, on another server too', async ({
    world,
  }) => {
    const { store, server, other, back } = world;
    const eve = await arrange(store, (handle) => addSignInUser(server, handle, { username: 'eve' }));
    const first = await signIn(server, back, 'eve');
    await arrange(store, (handle) => endSessionsOf(handle, eve.id));
    for (const { address } of [other, server])
      expect((await ask(world, bearing(first.tokens.access_token), address)).status).toBe(401);
    const again = await signIn(server, back, 'eve');
    expect((await ask(world, bearing(again.tokens.access_token))).status).toBe(200);
    await arrange(store, (handle) => setStatus(handle, eve, 'suspended'));
    for (const { address } of [other, server])
      expect((await ask(world, bearing(again.tokens.access_token), address)).status).toBe(401);
  });

  test('attack 45: only pages of the token’s own client can read it', async ({ world }) => {
    const { store, server, shop, page } = world;
    const { tokens } = await signIn(server, page, 'ada');
    const from = async (origin: string, method = 'GET') => {
      const more =
        method === 'OPTIONS' ? { 'access-control-request-method': 'GET' } : bearing(tokens.access_token).headers;
      const { status, headers } = await ask(world, { method, headers: { origin, ...more } });
      return [status, headers.get('access-control-allow-origin'), headers.get('access-control-allow-headers')];
    };
    const webOrigins = ['http://elsewhere.example'];
    await arrange(store, (handle) => addClient(handle, shop, 'browser', { webOrigins }));
    const own = 'http://127.0.0.1:9';
    expect(await from(own, 'OPTIONS')).toEqual([204, own, 'authorization, dpop, content-type']);
    expect(await from(own)).toEqual([200, own, null]);
    expect(await from('http://elsewhere.example')).toEqual([403, 'http://elsewhere.example', null]);
    expect(await from('https://evil.example')).toEqual([403, null, null]);
    expect(await from('https://evil.example', 'OPTIONS')).toEqual([204, null, null]);
    expect(await from('null')).toEqual([403, null, null]);
  });

  test('is described in the discovery document with its address, languages and claims', async ({
    world: { server, back },
  }) => {
    const metadata = (await discover(server, back)).serverMetadata();
    const { userinfo_endpoint: endpoint, claims_supported: claims } = metadata;
    expect(metadata.ui_locales_supported).toEqual(['en', 'de']);
    expect(endpoint).toBe(`${server.issuer}${path}`);
    const answer = [
      'sub',
      'name',
      'given_name',
      'family_name',
      'preferred_username',
      'updated_at',
      'email',
      'email_verified',
    ];
    expect([...(claims ?? [])].sort()).toEqual([...answer, 'sid', 'acr', 'amr', 'auth_time', 'iss'].sort());
  });
});
