import { createHmac, randomUUID } from 'node:crypto';
import { exportJWK, exportSPKI, generateKeyPair, SignJWT } from 'jose';
import { expect } from 'vitest';
import type { Attacked } from './attacked.ts';
import { encode } from './forge.ts';
import { type Answer, send } from './http.ts';
import { newApplication, newClient, type TestApplication } from './people.ts';
import type { Part } from './suite.ts';

const type = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const now = () => Math.floor(Date.now() / 1000);

type Pair = Awaited<ReturnType<typeof newPair>>;
const newPair = (alg = 'ES256') => generateKeyPair(alg, { extractable: true });

/** Registers a program that authenticates with keys, with or without a `kid`. */
async function newProgram(
  { operator }: Attacked,
  { key: application }: TestApplication,
  keys: readonly (readonly [pair: Pair, kid?: string])[],
): Promise<{ readonly id: string; readonly application: string }> {
  const publicKeys = [];
  for (const [{ publicKey }, kid] of keys) {
    const { x = '', y = '' } = await exportJWK(publicKey);
    publicKeys.push({ kty: 'EC' as const, crv: 'P-256' as const, x, y, ...(kid !== undefined && { kid }) });
  }
  const body = { name: 'Program', kind: 'service' as const, publicKeys };
  const { client } = await operator.clients.create({ params: { application }, body });
  return { id: client.id, application };
}

/** Returns the claims of a valid assertion. */
const right = ({ issuer }: Attacked, id: string) => ({
  iss: id,
  sub: id,
  aud: issuer,
  iat: now(),
  exp: now() + 60,
  jti: randomUUID(),
});

const sign = (claims: Record<string, unknown>, { privateKey }: Pair, header: Record<string, unknown> = {}) =>
  new SignJWT(claims).setProtectedHeader({ alg: 'ES256', ...header }).sign(privateKey);

const prove = (
  at: string,
  assertion: string,
  more: Readonly<Record<string, string>> = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> => {
  const fields = { grant_type: 'client_credentials', client_assertion: assertion, client_assertion_type: type };
  return send(at, '/oidc/token', { body: new URLSearchParams({ ...fields, ...more }), headers });
};

const refused = ({ status, code }: Answer) =>
  (status === 401 && code === 'invalid_client') || (status === 400 && code === 'invalid_request');

export const assertions: Part = (attack) => {
  attack('01 refuses a client assertion without a signature', async (attacked) => {
    const pair = await newPair();
    const { id } = await newProgram(attacked, await newApplication(attacked), [[pair, 'own']]);
    const claims = encode(right(attacked, id));
    for (const alg of ['none', 'None', 'nOnE', '', undefined, null, ['none'], 5]) {
      for (const signature of ['', 'AA', 'A'.repeat(86)])
        expect(refused(await prove(attacked.here, `${encode({ alg })}.${claims}.${signature}`)), `${alg}`).toBe(true);
    }
    expect((await prove(attacked.here, await sign(right(attacked, id), pair))).status).toBe(200);
  });

  attack('02 refuses a client assertion by HS256 with the public key as its secret', async (attacked) => {
    const pair = await newPair();
    const { id } = await newProgram(attacked, await newApplication(attacked), [[pair, 'own']]);
    const jwk = await exportJWK(pair.publicKey);
    for (const secret of [await exportSPKI(pair.publicKey), JSON.stringify(jwk), jwk.x ?? '', id, ''])
      for (const [alg, hash] of [['HS256', 'sha256'] as const, ['HS512', 'sha512'] as const]) {
        const input = `${encode({ alg, kid: 'own' })}.${encode(right(attacked, id))}`;
        const signature = createHmac(hash, secret).update(input).digest('base64url');
        expect(refused(await prove(attacked.here, `${input}.${signature}`))).toBe(true);
      }
  });

  attack(
    '03 refuses a client assertion signed by a foreign key, whether its header names or contains that key',
    async (attacked) => {
      const shop = await newApplication(attacked);
      const [own, other] = [await newPair(), await newPair()];
      const { id } = await newProgram(attacked, shop, [[own, 'own']]);
      const neighbour = await newProgram(attacked, shop, [[other, 'own']]);
      const jwk = await exportJWK(other.publicKey);
      for (const header of [
        {},
        { kid: 'own' },
        { kid: 'own', jwk },
        { jwk },
        { kid: '../own' },
        { kid: '' },
        { kid: 5 },
        { kid: 'own', jku: `${attacked.provider.issuer}/jwks` },
        { kid: 'own', x5u: `${attacked.provider.issuer}/jwks` },
        { kid: 'x'.repeat(4000) },
      ])
        expect(refused(await prove(attacked.here, await sign(right(attacked, id), other, header)))).toBe(true);
      expect(attacked.provider.requests.filter((line) => line.includes('/jwks'))).toEqual([]);
      for (const alg of ['RS256', 'PS256', 'ES384']) {
        const strange = await sign(right(attacked, id), await newPair(alg), { alg, kid: 'own' });
        expect(refused(await prove(attacked.here, strange)), alg).toBe(true);
      }
      // A client with valid keys cannot authenticate as a different client.
      for (const replaced of [
        { iss: neighbour.id },
        { sub: neighbour.id },
        { sub: [id] },
        { sub: { id } },
        { sub: 5 },
        { sub: true },
        { iss: [id] },
        { sub: `${id}\0` },
        { sub: ` ${id}` },
        { sub: id.toUpperCase(), iss: id.toUpperCase() },
        { sub: undefined },
      ]) {
        const assertion = await sign({ ...right(attacked, id), ...replaced }, own);
        expect(refused(await prove(attacked.here, assertion)), JSON.stringify(replaced)).toBe(true);
      }
      const named = await prove(attacked.here, await sign(right(attacked, id), own), { client_id: neighbour.id });
      expect(refused(named)).toBe(true);
    },
  );

  attack(
    '07 refuses a client assertion that is expired, not yet valid, or without a valid expiry or id',
    async (attacked) => {
      const pair = await newPair();
      const { id } = await newProgram(attacked, await newApplication(attacked), [[pair]]);
      for (const replaced of [
        { exp: undefined },
        { exp: now() - 1 },
        { exp: now() + 3600 },
        { exp: 1e300 },
        { exp: '9999999999' },
        { exp: -1 },
        { exp: [now() + 60] },
        { nbf: now() + 600 },
        { nbf: 'x' },
        { iat: now() + 600 },
        { iat: 'x' },
        { jti: undefined },
        { jti: '' },
        { jti: 5 },
        { jti: { a: 1 } },
        { jti: ['x'] },
      ]) {
        const assertion = await sign({ ...right(attacked, id), ...replaced }, pair);
        expect(refused(await prove(attacked.here, assertion)), JSON.stringify(replaced)).toBe(true);
      }
    },
  );

  attack('08 refuses a client assertion whose audience is anything but this issuer', async (attacked) => {
    const pair = await newPair();
    const { id } = await newProgram(attacked, await newApplication(attacked), [[pair]]);
    const { issuer } = attacked;
    for (const aud of [
      'https://evil.example',
      `${issuer}/`,
      `${issuer}/oidc/token`,
      issuer.toUpperCase(),
      attacked.here,
      '',
      id,
      [issuer],
      [issuer, 'https://evil.example'],
      [],
      undefined,
      null,
      { issuer },
      5,
    ]) {
      const assertion = await sign({ ...right(attacked, id), aud }, pair);
      expect(refused(await prove(attacked.here, assertion)), JSON.stringify(aud)).toBe(true);
    }
  });

  attack('12 refuses a used client assertion at every endpoint of every process', async (attacked) => {
    const pair = await newPair();
    const { id } = await newProgram(attacked, await newApplication(attacked), [[pair]]);
    const once = await sign(right(attacked, id), pair);
    expect((await prove(attacked.here, once)).status).toBe(200);
    for (const at of [attacked.there, attacked.here])
      for (const path of ['/oidc/token', '/oidc/introspection', '/oidc/revocation', '/oidc/request']) {
        const fields = { grant_type: 'client_credentials', token: 'x', client_assertion: once };
        const body = new URLSearchParams({ ...fields, client_assertion_type: type });
        expect((await send(at, path, { body })).code, path).toBe('invalid_client');
      }
    const copied = await sign(right(attacked, id), pair);
    const places = Array.from({ length: 20 }, (_, index) => (index % 2 ? attacked.here : attacked.there));
    const answers = await Promise.all(places.map((at) => prove(at, copied)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    // Every ECDSA signature has a second valid form. A copied assertion with the second form must not count as a new assertion.
    const [head, payload, signature = ''] = copied.split('.');
    const bytes = Buffer.from(signature, 'base64url');
    const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
    const s = order - BigInt(`0x${bytes.subarray(32).toString('hex')}`);
    const twin = Buffer.concat([bytes.subarray(0, 32), Buffer.from(s.toString(16).padStart(64, '0'), 'hex')]);
    expect(refused(await prove(attacked.there, `${head}.${payload}.${twin.toString('base64url')}`))).toBe(true);
  });

  attack(
    '13 refuses a client assertion by an ended key, with another key’s kid, or together with a secret',
    async (attacked) => {
      const { operator } = attacked;
      const shop = await newApplication(attacked);
      const [old, next] = [await newPair(), await newPair()];
      const { id, application } = await newProgram(attacked, shop, [[old, 'main']]);
      const params = { application, client: id };
      const [key] = (await operator.clients.keys({ params })).items;
      await operator.clients.endKey({ params: { ...params, key: key?.id ?? '' } });
      // The next key has the same `kid`.
      const { x = '', y = '' } = await exportJWK(next.publicKey);
      const publicKey = { kty: 'EC' as const, crv: 'P-256' as const, x, y, kid: 'main' };
      await operator.clients.makeKey({ params, body: { publicKey } });
      for (const at of [attacked.here, attacked.there]) {
        for (const header of [{ kid: 'main' }, {}, { kid: 'other' }])
          expect((await prove(at, await sign(right(attacked, id), old, header))).code).toBe('invalid_client');
        expect((await prove(at, await sign(right(attacked, id), next, { kid: 'main' }))).status).toBe(200);
      }
      const service = await newClient(attacked, shop.key, 'service');
      const basic = (user: string, secret: string) => `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}`;
      const fresh = () => sign(right(attacked, id), next);
      expect(refused(await prove(attacked.here, await fresh(), { client_secret: 'a secret of somebody' }))).toBe(true);
      const headers = { authorization: basic(service.id, service.secret ?? '') };
      expect(refused(await prove(attacked.here, await fresh(), {}, headers))).toBe(true);
      expect(refused(await prove(attacked.here, 'x.y.z', {}, headers))).toBe(true);
      for (const wrong of ['', 'x', 'urn:ietf:params:oauth:client-assertion-type:saml2-bearer'])
        expect(refused(await prove(attacked.here, await fresh(), { client_assertion_type: wrong }))).toBe(true);
      // A client with keys cannot use a secret, and a client with a secret cannot use an assertion.
      const signed = await sign(right(attacked, service.id), next);
      expect(refused(await prove(attacked.here, signed))).toBe(true);
      const body = new URLSearchParams({ grant_type: 'client_credentials', client_id: id });
      expect((await send(attacked.here, '/oidc/token', { body })).code).toBe('invalid_client');
      const twice = new URLSearchParams([
        ['grant_type', 'client_credentials'] as [string, string],
        ['client_assertion_type', type] as [string, string],
        ['client_assertion', await fresh()],
        ['client_assertion', await fresh()],
      ]);
      expect(refused(await send(attacked.here, '/oidc/token', { body: twice }))).toBe(true);
    },
  );
};
