import { type CryptoKey, createRemoteJWKSet, exportJWK, generateKeyPair, importJWK, jwtVerify, SignJWT } from 'jose';
import * as client from 'openid-client';
import { describe, expect } from 'vitest';
import { sweep } from '../../store/sign-in/sweep.ts';
import { readKeys } from '../keys/signing-keys.ts';
import {
  addClient,
  arrange,
  authorize,
  Browser,
  claimsOf,
  discover,
  redirectUri,
  signIn,
  type TestClient,
  testKey,
} from '../steps/sign-in.testing.ts';
import { type ProviderWorld, test as providerTest } from './provider.testing.ts';

interface Clients {
  /** Requires ID tokens with RS256. */
  readonly rs256: TestClient;
  /** Must push its authorization requests. */
  readonly pushing: TestClient;
  /** A program that proves itself by the key `pair`. */
  readonly signing: TestClient;
  readonly pair: { readonly privateKey: CryptoKey; readonly publicKey: CryptoKey };
}

const test = providerTest.extend<{ clients: Clients }>({
  clients: [
    async ({ world: { store, shop } }, use) => {
      const pair = await generateKeyPair('ES256', { extractable: true });
      const { x = '', y = '' } = await exportJWK(pair.publicKey);
      const publicKeys = [{ kty: 'EC', crv: 'P-256', x, y }] as const;
      const made = await arrange(store, async (handle) => ({
        rs256: await addClient(handle, shop, 'server', { idTokenAlgorithm: 'RS256' }),
        pushing: await addClient(handle, shop, 'server', { requirePushedAuthorization: true }),
        signing: await addClient(handle, shop, 'service', { publicKeys }),
      }));
      await use({ ...made, pair });
    },
    { scope: 'file' },
  ],
});

const algorithmOf = (token: string | undefined) =>
  JSON.parse(Buffer.from(token?.split('.')[0] ?? '', 'base64url').toString()).alg;

describe('ID tokens', () => {
  test('are signed with the client’s algorithm, and access tokens always with ES256', async ({ world, clients }) => {
    const { server, page } = world;
    const { rs256 } = clients;
    const { tokens, browser } = await signIn(server, rs256, 'ada');
    expect([algorithmOf(tokens.id_token), algorithmOf(tokens.access_token)]).toEqual(['RS256', 'ES256']);
    const keys = createRemoteJWKSet(new URL(`${server.issuer}/oidc/jwks`));
    const { payload } = await jwtVerify(tokens.id_token ?? '', keys, { issuer: server.issuer, audience: rs256.id });
    expect(payload.sub).toBe(tokens.claims()?.sub);
    const usual = await signIn(server, page, 'ada', { browser });
    expect(algorithmOf(usual.tokens.id_token)).toBe('ES256');
    const bye = `/oidc/session/end?${new URLSearchParams({ id_token_hint: tokens.id_token ?? '' })}`;
    await browser.go(bye);
    expect(browser.cookieNames).not.toContain('licet_session');
  });

  test('attack 3: an access token signed by the RSA key is refused', async ({ world, clients }) => {
    const { store, server, other } = world;
    const { rs256 } = clients;
    const { tokens } = await signIn(server, rs256, 'ada');
    const jwk = (await readKeys(store.database, testKey)).find(({ algorithm }) => algorithm === 'RS256')?.jwk ?? {};
    for (const alg of ['RS256', 'PS256']) {
      const forged = await new SignJWT(claimsOf(tokens.access_token))
        .setProtectedHeader({ alg, typ: 'at+jwt', kid: jwk.kid ?? '' })
        .sign(await importJWK({ ...jwk, alg }, alg));
      for (const address of [server.address, other.address]) {
        const answer = await fetch(`${address}/api/v1/whoami`, { headers: { authorization: `Bearer ${forged}` } });
        expect(answer.status).toBe(401);
      }
    }
  });
});

describe('pushed authorization requests', () => {
  test('start one sign-in each, and are mandatory if the client requires them', async ({ world, clients }) => {
    const { server } = world;
    const { pushing } = clients;
    const config = await discover(server, pushing);
    const browser = new Browser(server.issuer);
    const direct = await authorize(server, config, browser, 'ada');
    expect(direct.callback.searchParams.get('error')).toBe('invalid_request');
    const verifier = client.randomPKCECodeVerifier();
    const parameters = {
      redirect_uri: redirectUri,
      scope: 'openid email',
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state: 's',
    };
    const url = await client.buildAuthorizationUrlWithPAR(config, parameters);
    expect([...url.searchParams.keys()].sort()).toEqual(['client_id', 'request_uri']);
    const page = (await browser.go(url.href)).headers.get('location') ?? '';
    const body = JSON.stringify({ login: 'ada', password: 'a long enough passphrase' });
    const headers = { 'content-type': 'application/json', origin: server.issuer };
    const { location } = (await (await browser.go(page, { method: 'POST', body, headers })).json()) as {
      location: string;
    };
    const callback = new URL((await browser.go(location)).headers.get('location') ?? '');
    const tokens = await client.authorizationCodeGrant(config, callback, {
      pkceCodeVerifier: verifier,
      expectedState: 's',
    });
    expect(claimsOf(tokens.access_token)).toMatchObject({ client_id: pushing.id, scope: 'openid email' });
    const again = await browser.go(url.href);
    expect(`${again.status} ${again.headers.get('location') ?? (await again.text())}`).toContain('invalid_request_uri');
  });

  test('attack 15: refuse an unregistered address and another client', async ({ world, clients }) => {
    const { server } = world;
    const { rs256, pushing } = clients;
    const config = await discover(server, pushing);
    const parameters = {
      redirect_uri: 'https://evil.example/',
      scope: 'openid',
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
    };
    await expect(client.buildAuthorizationUrlWithPAR(config, parameters)).rejects.toMatchObject({
      error: 'invalid_request',
    });
    const url = await client.buildAuthorizationUrlWithPAR(config, { ...parameters, redirect_uri: redirectUri });
    url.searchParams.set('client_id', rs256.id);
    const answer = await new Browser(server.issuer).go(url.href);
    expect(`${answer.headers.get('location')} ${await answer.text()}`).not.toContain('/sign-in/');
  });
});

describe('a client with keys', () => {
  const assertFor = (
    { server }: ProviderWorld,
    { signing, pair }: Clients,
    overrides: Record<string, unknown> = {},
    key = pair.privateKey,
    alg = 'ES256',
  ) => {
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      iss: signing.id,
      sub: signing.id,
      aud: server.issuer,
      iat: now,
      exp: now + 60,
      jti: crypto.randomUUID(),
    };
    return new SignJWT({ ...claims, ...overrides }).setProtectedHeader({ alg }).sign(key);
  };
  type Given = [overrides?: Record<string, unknown>, key?: CryptoKey, alg?: string];
  const ask = async (
    { server }: ProviderWorld,
    fields: Record<string, string>,
    address = server.address,
    headers = {},
  ) => {
    const body = new URLSearchParams({ grant_type: 'client_credentials', ...fields });
    const answer = await fetch(`${address}/oidc/token`, { method: 'POST', body, headers });
    return [answer.status, ((await answer.json()) as { error?: string }).error];
  };
  const type = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
  const by = (client_assertion: string) => ({ client_assertion, client_assertion_type: type });
  const refused = [401, 'invalid_client'];

  test('authenticates with private_key_jwt through openid-client', async ({ world, clients }) => {
    const { server } = world;
    const { signing, pair } = clients;
    const authentication = client.PrivateKeyJwt(pair.privateKey);
    const config = await client.discovery(new URL(server.issuer), signing.id, undefined, authentication, {
      execute: [client.allowInsecureRequests],
    });
    const tokens = await client.clientCredentialsGrant(config);
    expect(claimsOf(tokens.access_token)).toMatchObject({ sub: signing.id, aud: 'shop' });
    expect(await client.tokenIntrospection(config, tokens.access_token)).toMatchObject({ active: true });
  });

  test('can use an assertion only once across servers, and cannot use a made-up secret', async ({ world, clients }) => {
    const { server, other } = world;
    const { signing } = clients;
    const assert = (...given: Given) => assertFor(world, clients, ...given);
    const once = await assert();
    expect(await ask(world, by(once))).toEqual([200, undefined]);
    expect(await ask(world, by(once))).toEqual(refused);
    expect(await ask(world, by(once), other.address)).toEqual(refused);
    const copies = await assert();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => ask(world, by(copies), index % 2 ? server.address : other.address)),
    );
    expect(answers.filter(([status]) => status === 200)).toHaveLength(1);
    const authorization = `Basic ${Buffer.from(`${signing.id}:secret`).toString('base64')}`;
    expect(await ask(world, {}, server.address, { authorization })).toEqual(refused);
    expect(await ask(world, { client_id: signing.id, client_secret: 'secret' })).toEqual(refused);
    expect(await ask(world, { client_id: signing.id })).toEqual(refused);
  });

  test('cannot reuse an assertion at a server with a slow clock after expired assertions were deleted', async ({
    world,
    clients,
  }) => {
    const { store } = world;
    const assert = (...given: Given) => assertFor(world, clients, ...given);
    const once = await assert();
    expect(await ask(world, by(once))).toEqual([200, undefined]);
    store.setClock(30 * 60_000);
    while ((await sweep(store.database)) > 0);
    store.setClock(0);
    expect(await ask(world, by(once))).toEqual(refused);
  });

  test('must send an assertion with the issuer as only audience, and with valid times', async ({ world, clients }) => {
    const { server } = world;
    const assert = (...given: Given) => assertFor(world, clients, ...given);
    const now = Math.floor(Date.now() / 1000);
    for (const overrides of [
      { aud: `${server.issuer}/oidc/token` },
      { aud: [server.issuer] },
      { aud: [server.issuer, 'https://evil.example'] },
      { aud: `${server.issuer}/` },
      { iat: now + 120 },
      { nbf: now + 62 },
      { exp: now - 5 },
    ])
      expect(await ask(world, by(await assert(overrides))), JSON.stringify(overrides)).toEqual(refused);
    expect(await ask(world, by(await assert({ iat: now + 20 })))).toEqual([200, undefined]); // a clock that is slightly ahead
    expect(await ask(world, by(await assert({ iat: undefined })))).toEqual([200, undefined]);
    for (const ahead of [1, 10]) {
      const nbf = Math.floor(Date.now() / 1000) + ahead;
      expect(await ask(world, by(await assert({ nbf }))), `nbf ${ahead} s ahead`).toEqual([200, undefined]);
    }
  });

  test('attack 13: cannot use an assertion of another audience, client or key, or without a short expiry', async ({
    world,
    clients,
  }) => {
    const { rs256 } = clients;
    const assert = (...given: Given) => assertFor(world, clients, ...given);
    const now = Math.floor(Date.now() / 1000);
    const stranger = await generateKeyPair('ES256');
    const rsa = await generateKeyPair('RS256');
    const wrong = [
      await assert({ aud: 'https://evil.example' }),
      await assert({ iss: rs256.id }),
      await assert({ sub: rs256.id }),
      await assert({ exp: undefined }),
      await assert({ exp: now - 1 }),
      await assert({ exp: now + 3600 }),
      await assert({ exp: '9999999999' }),
      await assert({ jti: undefined }),
      await assert({}, stranger.privateKey),
      await assert({}, rsa.privateKey, 'RS256'),
      `${Buffer.from('{"alg":"none"}').toString('base64url')}.${(await assert()).split('.')[1]}.`,
    ];
    for (const assertion of wrong) {
      const [status] = await ask(world, by(assertion));
      expect([400, 401]).toContain(status);
    }
  });
});
