import { createHmac, randomBytes } from 'node:crypto';
import { exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose';
import * as client from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addApplication, setStatus, type TestNamed, type TestStore } from '../../store/store.testing.ts';
import { deleteUser } from '../../store/users/users.ts';
import { openKeyRing, readKeys } from '../keys/signing-keys.ts';
import {
  addClient,
  addSignInUser,
  arrange,
  claimsOf,
  discover,
  type SignedIn,
  signIn,
  signInStore,
  startServer,
  type TestClient,
  type TestServer,
  testKey,
} from '../steps/sign-in.testing.ts';

let store: TestStore;
let server: TestServer & { address: string };
let other: TestServer & { address: string };
let console: TestClient;
let shop: TestClient;
let ada: TestNamed & { username: string };
let signed: SignedIn;
let signingKey: JWK;

beforeAll(async () => {
  store = await signInStore();
  server = await startServer(store);
  other = await startServer(store, { issuer: server.issuer });
  await arrange(store, async (handle) => {
    const { rows } = await handle.connection.query<{ id: string }>(`select id from applications where key = 'licet'`);
    const licet = { id: rows[0]?.id ?? '', key: 'licet', name: 'Licet', admin: '' };
    console = await addClient(handle, licet);
    shop = await addClient(handle, await addApplication(handle, 'shop', 'Shop'));
    ada = await addSignInUser(server, handle, { username: 'ada' });
  });
  signed = await signIn(server, console, 'ada');
  signingKey = (await readKeys(store.database, testKey)).find(({ state }) => state === 'current')?.jwk ?? {};
});

afterAll(async () => {
  await server.close();
  await other.close();
  await store.close();
});

async function call(authorization: string, headers: Record<string, string> = {}, address = server.address) {
  const response = await fetch(`${address}/api/v1/whoami`, { headers: { authorization, ...headers } });
  const body = (await response.json()) as { code?: string; userId?: string };
  return [response.status, body.code ?? body.userId];
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const good = () => claimsOf(signed.tokens.access_token);

/** Signs a token with the server's own key, as only a faulty Licet could. */
async function forge(claims: Record<string, unknown>, header: Record<string, unknown> = {}, key: JWK = signingKey) {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', ...(key.kid ? { kid: key.kid } : {}), ...header })
    .sign(await importJWK(key, 'ES256'));
}

describe('access tokens', () => {
  test('are accepted when valid, whether Licet or the test signed them', async () => {
    expect(await call(`Bearer ${signed.tokens.access_token}`)).toEqual([200, ada.id]);
    expect(await call(`Bearer ${await forge(good())}`)).toEqual([200, ada.id]);
  });

  test('attack 1: refuses tokens with algorithm none in any letter case, or without an algorithm', async () => {
    for (const alg of ['none', 'nOnE', 'NONE', '', undefined]) {
      const token = `${encode({ alg, typ: 'at+jwt', kid: signingKey.kid })}.${encode(good())}.`;
      expect((await call(`Bearer ${token}`))[0]).toBe(401);
      expect((await call(`Bearer ${token}AAAA`))[0]).toBe(401);
    }
  });

  test('attack 2: refuses tokens with HS256 and the public key as the secret', async () => {
    const { d: _, ...publicKey } = signingKey;
    const head = `${encode({ alg: 'HS256', typ: 'at+jwt', kid: signingKey.kid })}.${encode(good())}`;
    for (const secret of [JSON.stringify(publicKey), publicKey.x ?? '']) {
      const signature = createHmac('sha256', secret).update(head).digest('base64url');
      expect(await call(`Bearer ${head}.${signature}`)).toEqual([401, 'token_invalid']);
    }
  });

  test('attack 3: refuses tokens signed by a key of another type', async () => {
    for (const alg of ['RS256', 'ES384', 'EdDSA', 'PS256']) {
      const { privateKey } = await generateKeyPair(alg, { extractable: true });
      const token = await new SignJWT(good())
        .setProtectedHeader({ alg, typ: 'at+jwt', ...(signingKey.kid ? { kid: signingKey.kid } : {}) })
        .sign(privateKey);
      expect(await call(`Bearer ${token}`)).toEqual([401, 'token_invalid']);
    }
  });

  test('attack 4: verifies no token with a key from its own header', async () => {
    const pair = await generateKeyPair('ES256', { extractable: true });
    const mine = await exportJWK(pair.privateKey);
    const { d: _, ...jwk } = mine;
    for (const header of [{ jwk }, { jku: `${server.issuer}/oidc/jwks` }, { x5u: 'http://127.0.0.1:9/x' }]) {
      const token = await forge(good(), { ...header, ...(signingKey.kid ? { kid: signingKey.kid } : {}) }, mine);
      expect(await call(`Bearer ${token}`)).toEqual([401, 'token_invalid']);
    }
  });

  test('attack 5: with unknown key ids cause only a few reads of the store', async () => {
    let asked = 0;
    const ring = await openKeyRing(
      async () => {
        asked += 1;
        return readKeys(store.database, testKey);
      },
      () => undefined,
    );
    for (let round = 0; round < 10_000; round += 1) expect(await ring.verifying(`unknown-${round}`)).toBeUndefined();
    expect(asked).toBeLessThanOrEqual(3);
    const [, payload, signature] = signed.tokens.access_token.split('.');
    const head = encode({ alg: 'ES256', typ: 'at+jwt', kid: 'unknown' });
    expect(await call(`Bearer ${head}.${payload}.${signature}`)).toEqual([401, 'token_invalid']);
  });

  test('attack 6: refuses tokens that are a megabyte long', async () => {
    const huge = `${signed.tokens.access_token}${'A'.repeat(1_000_000)}`;
    expect([400, 413, 431]).toContain(
      (await fetch(`${server.address}/api/v1/whoami`, { headers: { authorization: `Bearer ${huge}` } })).status,
    );
    expect((await call(`Bearer ${'A'.repeat(13_000)}`))[0]).toBe(401);
  });

  test('attack 7: refuses tokens whose time is missing, malformed, past or too far ahead', async () => {
    const now = Math.floor(Date.now() / 1000);
    const { exp: _, ...endless } = good();
    const { iat: __, ...unborn } = good();
    const forged = [
      endless,
      unborn,
      { ...good(), exp: '9999999999' },
      { ...good(), exp: null },
      { ...good(), exp: now + 301, iat: now },
      { ...good(), exp: 1e300 },
      { ...good(), iat: now + 120, exp: now + 200 },
      { ...good(), nbf: now + 60 },
      { ...good(), nbf: 'x' },
    ];
    for (const claims of forged) expect(await call(`Bearer ${await forge(claims)}`)).toEqual([401, 'token_invalid']);
    const old = { ...good(), iat: now - 10, exp: now };
    expect(await call(`Bearer ${await forge(old)}`)).toEqual([401, 'token_expired']);
  });

  test('attack 8: refuses tokens with a wrong audience or issuer', async () => {
    const { aud: _, ...aimless } = good();
    const { iss: __, ...stray } = good();
    const shopping = await signIn(server, shop, 'ada');
    // The token is genuine. The contract decides which calls it may make: http/foreign.test.ts.
    expect(await call(`Bearer ${shopping.tokens.access_token}`)).toEqual([200, ada.id]);
    const forged = [
      aimless,
      stray,
      { ...good(), aud: ['licet', 'shop'] },
      { ...good(), aud: 'LICET' },
      { ...good(), aud: 'shop' },
      { ...claimsOf(shopping.tokens.access_token), aud: 'licet ' },
      { ...good(), iss: `${server.issuer}/` },
      { ...good(), iss: 'https://evil.example' },
    ];
    for (const claims of forged) expect(await call(`Bearer ${await forge(claims)}`)).toEqual([401, 'token_invalid']);
  });

  test('attack 9: cannot be replaced by an ID token, a refresh token or a logout token', async () => {
    expect(await call(`Bearer ${signed.tokens.id_token}`)).toEqual([401, 'token_invalid']);
    expect(await call(`Bearer ${signed.tokens.refresh_token}`)).toEqual([401, 'token_invalid']);
    for (const typ of ['JWT', 'logout+jwt', 'permissions+jwt', 'dpop+jwt', undefined])
      expect(await call(`Bearer ${await forge(good(), { typ })}`)).toEqual([401, 'token_invalid']);
  });

  test('attack 42: refuses tokens in a malformed Authorization header', async () => {
    const { access_token: token } = signed.tokens;
    for (const header of [
      'Bearer',
      'Bearer ',
      `Bearer  ${token}`,
      `Basic ${token}`,
      token,
      `Bearer ${token} x`,
      'Bearer ï',
      `${token}, Bearer ${token}`,
    ])
      expect((await call(header))[0]).toBe(401);
  });

  test('attack 33: immediately refuses tokens of an ended session or a suspended user, on another server too', async () => {
    const bob = await arrange(store, (handle) => addSignInUser(server, handle, { username: 'bob' }));
    const { tokens, browser } = await signIn(server, console, 'bob');
    expect(await call(`Bearer ${tokens.access_token}`)).toEqual([200, bob.id]);
    await browser.go(`/oidc/session/end?id_token_hint=${tokens.id_token}`);
    expect(await call(`Bearer ${tokens.access_token}`, {}, other.address)).toEqual([401, 'token_invalid']);
    const again = await signIn(server, console, 'bob');
    await arrange(store, (handle) => setStatus(handle, bob, 'suspended'));
    expect(await call(`Bearer ${again.tokens.access_token}`, {}, other.address)).toEqual([401, 'token_invalid']);
  });

  test('attack 33: immediately refuses the tokens of a deleted user, on every server', async () => {
    const cleo = await arrange(store, (handle) => addSignInUser(server, handle, { username: 'cleo' }));
    const { tokens } = await signIn(server, console, 'cleo');
    for (const { address } of [server, other])
      expect(await call(`Bearer ${tokens.access_token}`, {}, address)).toEqual([200, cleo.id]);
    await arrange(store, (handle) => deleteUser(handle, cleo.id));
    for (const { address } of [other, server])
      expect(await call(`Bearer ${tokens.access_token}`, {}, address)).toEqual([401, 'token_invalid']);
  });
});

describe('attack 19: DPoP proofs', () => {
  const setUp = async () => {
    const config = await discover(server, console);
    const pair = await generateKeyPair('ES256', { extractable: true });
    const DPoP = client.getDPoPHandle(config, pair);
    const { tokens } = await signIn(server, console, 'ada', { DPoP });
    const { createHash } = await import('node:crypto');
    const ath = createHash('sha256').update(tokens.access_token).digest('base64url');
    const jwk = await exportJWK(pair.publicKey);
    const proof = (
      overrides: Record<string, unknown> = {},
      header: Record<string, unknown> = {},
      key = pair.privateKey,
    ) =>
      new SignJWT({
        jti: randomBytes(12).toString('hex'),
        htm: 'GET',
        htu: `${server.issuer}/api/v1/whoami`,
        iat: Math.floor(Date.now() / 1000),
        ath,
        ...overrides,
      })
        .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk, ...header })
        .sign(key);
    return { token: tokens.access_token, proof };
  };

  test('are accepted only once across servers', async () => {
    const { token, proof } = await setUp();
    const one = await proof();
    expect(await call(`DPoP ${token}`, { dpop: one })).toEqual([200, ada.id]);
    expect(await call(`DPoP ${token}`, { dpop: one })).toEqual([401, 'proof_invalid']);
    expect(await call(`DPoP ${token}`, { dpop: one }, other.address)).toEqual([401, 'proof_invalid']);
    expect(await call(`DPoP ${token}`, { dpop: await proof() }, other.address)).toEqual([200, ada.id]);
  });

  test('are accepted once among twenty simultaneous copies on two servers', async () => {
    const { token, proof } = await setUp();
    const one = await proof();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        call(`DPoP ${token}`, { dpop: one }, index % 2 ? server.address : other.address),
      ),
    );
    expect(answers.filter(([status]) => status === 200)).toHaveLength(1);
  });

  test('are required with a bound token, which is refused as a bearer token', async () => {
    const { token, proof } = await setUp();
    expect(await call(`Bearer ${token}`)).toEqual([401, 'proof_invalid']);
    expect(await call(`Bearer ${token}`, { dpop: await proof() })).toEqual([401, 'proof_invalid']);
    expect(await call(`DPoP ${token}`)).toEqual([401, 'proof_invalid']);
    expect(await call(`DPoP ${signed.tokens.access_token}`, { dpop: await proof() })).toEqual([401, 'proof_invalid']);
  });

  test('are refused for another method, address, token, key, time or type', async () => {
    const { token, proof } = await setUp();
    const stranger = await generateKeyPair('ES256', { extractable: true });
    const strange = await exportJWK(stranger.publicKey);
    const now = Math.floor(Date.now() / 1000);
    const wrong = [
      await proof({ htm: 'POST' }),
      await proof({ htu: `${server.issuer}/api/v1/other` }),
      await proof({ htu: 'https://evil.example/api/v1/whoami' }),
      await proof({ htu: 'not an address' }),
      await proof({ ath: 'x' }),
      await proof({ ath: undefined }),
      await proof({ iat: now - 400 }),
      await proof({ iat: now + 400 }),
      await proof({ iat: 'now' }),
      await proof({ jti: undefined }),
      await proof({ jti: '' }),
      await proof({}, { typ: 'JWT' }),
      await proof({}, { jwk: undefined }),
      await proof({}, { jwk: strange }, stranger.privateKey),
      await proof({}, { jwk: strange }),
      `${await proof()}, ${await proof()}`,
      'nonsense',
    ];
    for (const one of wrong) expect(await call(`DPoP ${token}`, { dpop: one })).toEqual([401, 'proof_invalid']);
  });

  test('are accepted only once at the token endpoint, on any server', async () => {
    const { id } = console;
    const pair = await generateKeyPair('ES256', { extractable: true });
    const proof = await new SignJWT({
      jti: 'once',
      htm: 'POST',
      htu: `${server.issuer}/oidc/token`,
      iat: Math.floor(Date.now() / 1000),
    })
      .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk: await exportJWK(pair.publicKey) })
      .sign(pair.privateKey);
    const { tokens } = await signIn(server, console, 'ada');
    const renew = async (address: string, token: string) => {
      const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: token, client_id: id });
      const response = await fetch(`${address}/oidc/token`, { method: 'POST', body, headers: { dpop: proof } });
      return [response.status, (await response.json()) as Record<string, string>] as const;
    };
    const [status, answer] = await renew(server.address, tokens.refresh_token ?? '');
    expect(status).toBe(200);
    expect((await renew(other.address, answer.refresh_token ?? ''))[0]).toBe(400);
  });
});

test('the attacks on access tokens cause no server error', () => {
  expect(server.errors.concat(other.errors)).toEqual([]);
});
