import { createHmac, createPublicKey } from 'node:crypto';
import { request as send } from 'node:http';
import { CompactSign, exportJWK, generateKeyPair } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newDpopKey } from './dpop.testing.ts';
import { startIssuer, type TestIssuer, usual } from './issuer.testing.ts';
import { frameworks, hostileNames, startApi, type TestApi } from './servers.testing.ts';
import { createVerifier, type Verifier } from './verifier.ts';

let issuer: TestIssuer;
beforeAll(async () => {
  issuer = await startIssuer();
});
afterAll(() => issuer.close());

describe.each(frameworks)('%s', (framework) => {
  let verifier: Verifier;
  let api: TestApi;
  beforeAll(async () => {
    verifier = createVerifier({ issuer: issuer.url, audience: 'ledger' });
    await verifier.ready();
    api = await startApi(framework, verifier);
  });
  afterAll(async () => {
    await api.close();
    await verifier.close();
  });

  const ask = (headers: Record<string, string>, path = '/me', method = 'GET') =>
    fetch(api.url + path, { method, headers });
  const bearer = (token: string) => ask({ authorization: `Bearer ${token}` });

  /** Expects status 401, problem details, a challenge, and no internal details. */
  async function refused(response: Response, code: string, reason: string): Promise<void> {
    const body = await response.text();
    expect([response.status, body]).toEqual([401, expect.any(String)]);
    expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(JSON.parse(body)).toMatchObject({ type: `urn:licet:error:${code}`, status: 401, code, reason });
    expect(response.headers.get('www-authenticate')).toMatch(/^(Bearer|DPoP)/);
    expect(body).not.toMatch(/\.ts|node_modules|at \w+ \(|eyJ/);
  }

  test('accepts a valid token, with or without a required permission or role', async () => {
    const token = await issuer.token();
    for (const path of ['/me', '/invoices?page=2', '/billing'])
      expect((await ask({ authorization: `Bearer ${token}` }, path)).status).toBe(200);
  });

  test('1: refuses an alg that is none, missing, unsupported or in another case', async () => {
    const [, payload, signature] = (await issuer.token()).split('.');
    for (const alg of ['none', 'nOnE', undefined, 'es256', '', 'ES384'])
      for (const end of ['', 'AA', signature]) {
        const header = encode({ typ: 'at+jwt', kid: issuer.key().kid, ...(alg === undefined ? {} : { alg }) });
        const response = await bearer(`${header}.${payload}.${end}`);
        await refused(response, 'token_invalid', end === '' ? 'malformed' : 'signature');
      }
  });

  test('2: refuses an HMAC with the public key as its secret', async () => {
    const { publicJwk, kid } = issuer.key();
    const key = createPublicKey({ key: { ...publicJwk }, format: 'jwk' });
    for (const secret of [key.export({ type: 'spki', format: 'pem' }), JSON.stringify(publicJwk), publicJwk.x ?? '']) {
      const signed = `${encode({ alg: 'HS256', typ: 'at+jwt', kid })}.${encode(usual(issuer.url))}`;
      const signature = createHmac('sha256', secret).update(signed).digest('base64url');
      await refused(await bearer(`${signed}.${signature}`), 'token_invalid', 'signature');
    }
  });

  test('3: refuses a key of another type, another key and the signature of another token', async () => {
    const rsa = await generateKeyPair('RS256');
    const other = await generateKeyPair('ES256');
    const one = await issuer.token();
    const two = await issuer.token({ sub: 'bob' });
    const mixed = [...one.split('.').slice(0, 2), two.split('.')[2]].join('.');
    const foreign = await issuer.sign(usual(issuer.url), { alg: 'RS256' }, rsa.privateKey);
    const forged = await issuer.sign(usual(issuer.url), {}, other.privateKey);
    for (const token of [mixed, foreign, forged, one.slice(0, -4)])
      await refused(await bearer(token), 'token_invalid', 'signature');
  });

  test('4: never fetches or uses keys that a token contains or refers to', async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
    const trap = await startIssuer();
    const jwk = await exportJWK(publicKey);
    for (const header of [{ jwk }, { jku: `${trap.url}/jwks` }, { x5u: `${trap.url}/jwks` }])
      for (const kid of [issuer.key().kid, 'mine']) {
        const token = await issuer.sign(usual(issuer.url), { ...header, kid }, privateKey);
        await refused(await bearer(token), 'token_invalid', 'signature');
      }
    const critical = await issuer.sign(usual(issuer.url), { crit: ['exp'], exp: 1 });
    await refused(await bearer(critical), 'token_invalid', 'signature');
    expect(trap.asked).toEqual([]);
    await trap.close();
  });

  test('5: fetches the keys at most once for ten thousand unknown key ids', async () => {
    const fresh = createVerifier({ issuer: issuer.url, audience: 'ledger' });
    await fresh.ready();
    const before = issuer.asked.filter((path) => path === '/jwks').length;
    const [, payload, signature] = (await issuer.token()).split('.');
    const tokens = Array.from(
      { length: 10_000 },
      (_, at) => `${encode({ alg: 'ES256', typ: 'at+jwt', kid: `k${at}` })}.${payload}.${signature}`,
    );
    for (let at = 0; at < tokens.length; at += 500) {
      const answers = await Promise.allSettled(tokens.slice(at, at + 500).map((token) => fresh.verify(token)));
      expect(answers.every((answer) => answer.status === 'rejected' && answer.reason.status === 401)).toBe(true);
    }
    expect(issuer.asked.filter((path) => path === '/jwks').length - before).toBe(1);
    for (const token of tokens.slice(0, 5)) await refused(await bearer(token), 'token_invalid', 'signature');
    await fresh.close();
  });

  test('6: refuses a token or a header of a megabyte', async () => {
    expect((await bearer(`a.b.${'c'.repeat(1_000_000)}`)).status).toBe(431);
    await refused(await bearer(`a.b.${'c'.repeat(13_000)}`), 'token_invalid', 'too-long');
    await expect(verifier.verify(`a.b.${'c'.repeat(1_000_000)}`)).rejects.toMatchObject({ status: 401 });
  });

  test('7: refuses times that are missing, malformed, out of order or too far apart', async () => {
    const now = Math.floor(Date.now() / 1000);
    const faulty = [
      { exp: undefined },
      { exp: String(now + 60) },
      { exp: null },
      { iat: undefined },
      { iat: 'now' },
      { nbf: 'now' },
      { iat: now, exp: now + 301 },
      { iat: now - 10, exp: now - 10 },
      { iat: now + 60, exp: now + 120 },
      { nbf: now + 60 },
    ];
    for (const claims of faulty) await refused(await bearer(await issuer.token(claims)), 'token_invalid', 'time');
    const expired = await issuer.token({ iat: now - 100, exp: now - 1 });
    await refused(await bearer(expired), 'token_expired', 'expired');
    const infinite = JSON.stringify(usual(issuer.url)).replace(/"exp":\d+/, '"exp":1e999');
    await refused(await bearer(await raw(issuer, infinite)), 'token_invalid', 'time');
  });

  test('8: refuses another issuer, and a missing, different or ambiguous audience', async () => {
    for (const aud of ['Ledger', 'ledger ', undefined, ['ledger', 'shop'], [], [['ledger']], { 0: 'ledger' }, 7])
      await refused(await bearer(await issuer.token({ aud })), 'token_invalid', 'audience');
    for (const iss of [`${issuer.url}/`, issuer.url.toUpperCase(), undefined, [issuer.url]])
      await refused(await bearer(await issuer.token({ iss })), 'token_invalid', 'issuer');
    expect((await bearer(await issuer.token({ aud: ['ledger'] }))).status).toBe(200);
  });

  test('9: refuses an ID, refresh or logout token in place of an access token', async () => {
    for (const typ of ['JWT', 'logout+jwt', 'permissions+jwt', 'dpop+jwt', undefined, 7])
      await refused(await bearer(await issuer.sign(usual(issuer.url), { typ })), 'token_invalid', 'type');
  });

  test('19: refuses a replayed proof, and one for another method, address, token, time or key', async () => {
    const key = await newDpopKey();
    const token = await issuer.token({ cnf: { jkt: key.thumbprint } });
    const url = `${api.url}/me`;
    const dpop = (proof: string, path = '/me', method = 'GET') =>
      ask({ authorization: `DPoP ${token}`, dpop: proof }, path, method);
    const good = await key.proof({ url, token });
    expect((await dpop(good)).status).toBe(200);
    await refused(await dpop(good), 'proof_invalid', 'replay');
    const twice = await key.proof({ url: `${api.url}/billing`, token });
    expect((await dpop(twice, '/billing')).status, 'two guards, one proof').toBe(200);
    await refused(await dpop(twice, '/billing'), 'proof_invalid', 'replay');
    const other = await newDpopKey();
    const iat = Math.floor(Date.now() / 1000);
    const faulty: [string, string][] = [
      ['proof', await key.proof({ url, token, method: 'POST' })],
      ['proof', await key.proof({ url: `${api.url}/invoices`, token })],
      ['proof', await key.proof({ url: 'https://elsewhere.example/me', token })],
      ['proof', await key.proof({ url, token: `${token}x` })],
      ['proof', await key.proof({ url, token }, { iat: iat - 400 })],
      ['proof', await key.proof({ url, token }, { iat: iat + 60 })],
      ['proof', await key.proof({ url, token }, { iat: iat + 400 })],
      ['proof', await key.proof({ url, token }, { iat: 'now' })],
      ['proof', await key.proof({ url, token }, { jti: undefined })],
      ['proof', await key.proof({ url, token }, { jti: '' })],
      ['proof', await key.proof({ url, token }, {}, { typ: 'JWT' })],
      ['proof', await key.proof({ url, token }, {}, { jwk: await exportJWK(key.privateKey) })],
      ['proof', await key.proof({ url, token }, {}, { jwk: undefined })],
      ['proof', 'not a proof'],
      ['proof', `${await key.proof({ url, token })}, ${await key.proof({ url, token })}`],
      ['binding', await other.proof({ url, token })],
      ['proof', await other.proof({ url, token }, {}, { jwk: key.jwk })],
    ];
    for (const [reason, proof] of faulty) await refused(await dpop(proof), 'proof_invalid', reason);
    const unsigned = `${encode({ alg: 'none', typ: 'dpop+jwt', jwk: key.jwk })}.${encode({ jti: 'a' })}.AA`;
    await refused(await dpop(unsigned), 'proof_invalid', 'proof');
    expect((await dpop(await key.proof({ url: `${url}?x=1#y`, token }), '/me?page=2')).status).toBe(200);
  });

  test('19: refuses a bound token as Bearer or without a proof, and an unbound token as DPoP', async () => {
    const key = await newDpopKey();
    const token = await issuer.token({ cnf: { jkt: key.thumbprint } });
    const proof = await key.proof({ url: `${api.url}/me`, token });
    await refused(await ask({ authorization: `Bearer ${token}`, dpop: proof }), 'proof_invalid', 'binding');
    await refused(await ask({ authorization: `DPoP ${token}` }), 'proof_invalid', 'proof');
    const unbound = await issuer.token();
    const forIt = await key.proof({ url: `${api.url}/me`, token: unbound });
    await refused(await ask({ authorization: `DPoP ${unbound}`, dpop: forIt }), 'proof_invalid', 'binding');
    for (const cnf of [{}, { jkt: '' }, { jkt: 7 }, 'x', null, { 'x5t#S256': 'x' }])
      await refused(await bearer(await issuer.token({ cnf })), 'token_invalid', 'binding');
  });

  test('19: refuses a proof for another path, even if a forged Host header contains that path', async () => {
    const key = await newDpopKey();
    const token = await issuer.token({ cnf: { jkt: key.thumbprint } });
    const stolen = await key.proof({ url: `${api.url}/me`, token });
    const host = new URL(api.url).host;
    for (const forged of [`${host}/me?`, `${host}/me#`, `x@${host}/me?`]) {
      const status = await statusOf(`${api.url}/invoices`, {
        host: forged,
        authorization: `DPoP ${token}`,
        dpop: stolen,
      });
      expect([400, 401]).toContain(status);
    }
  });

  test('42: refuses a malformed Authorization header', async () => {
    await refused(await ask({}), 'unauthenticated', 'missing');
    const token = await issuer.token();
    const faulty = [
      'Bearer',
      'Bearer  ',
      token,
      `Basic ${token}`,
      `Bearer  ${token}`,
      `Bearer ${token} x`,
      'Bearer a.b',
    ];
    for (const authorization of [...faulty, `Bearer ${token}, Bearer ${token}`, `Bearer "${token}"`, 'Bearer ..'])
      await refused(await ask({ authorization }), 'token_invalid', 'malformed');
    const twice = ['Host', new URL(api.url).host, 'Authorization', `Bearer ${token}`, 'Authorization', 'Bearer x.y.z'];
    expect(await statusOf(`${api.url}/me`, twice)).toBe(401);
  });

  test('refuses a signed token with content that Licet never issues', async () => {
    const faulty: Record<string, unknown>[] = [
      { sub: undefined },
      { sub: '' },
      { sub: ['ada'] },
      { roles: 'admin' },
      { roles: [['admin']] },
      { permissions: { 0: 'invoices.read' } },
      { permissions_ref: 7 },
      { permissions_ref: 'x' },
      { ver: '10' },
      { ver: undefined },
      { client_id: undefined },
      { sid: 7 },
    ];
    for (const claims of faulty) await refused(await bearer(await issuer.token(claims)), 'token_invalid', 'content');
    for (const payload of ['[]', 'null', '"x"', '{', `${'['.repeat(5000)}`])
      await refused(await bearer(await raw(issuer, payload)), 'token_invalid', 'content');
  });

  test('gives hostile permission names no special meaning: only an admin has them', async () => {
    const member = await issuer.token({ roles: ['Admin', 'constructor'], permissions: ['invoices.read', 'hasOwn'] });
    const admin = await issuer.token({ roles: ['admin'], permissions: [] });
    for (const [index, name] of hostileNames.entries()) {
      const response = await ask({ authorization: `Bearer ${member}` }, `/hostile/${index}`);
      expect(response.status).toBe(403);
      expect(await response.json()).toMatchObject({ code: 'forbidden', reason: 'permission', permission: name });
      expect(response.headers.get('www-authenticate')).toMatch(/^Bearer error="insufficient_scope"/);
      expect((await ask({ authorization: `Bearer ${admin}` }, `/hostile/${index}`)).status).toBe(200);
    }
    const roleless = await ask({ authorization: `Bearer ${await issuer.token({ roles: [] })}` }, '/billing');
    expect(await roleless.json()).toMatchObject({ status: 403, code: 'forbidden', role: 'clerk' });
  });
});

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Returns a correctly signed token with exactly this text as its payload. */
const raw = (from: TestIssuer, payload: string) =>
  new CompactSign(new TextEncoder().encode(payload))
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: from.key().kid })
    .sign(from.key().privateKey);

/** Returns the status of a request with headers that `fetch` refuses to send. */
function statusOf(url: string, headers: Record<string, string> | string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    send(url, { headers, setDefaultHeaders: !Array.isArray(headers) }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .on('error', reject)
      .end();
  });
}
