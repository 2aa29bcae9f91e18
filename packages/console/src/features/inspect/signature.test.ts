import { CompactSign, exportJWK, exportPKCS8, exportSPKI, generateKeyPair, SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { readToken } from './reading.ts';
import { checkSignature } from './signature.ts';

const signed = async (algorithm: string, kid?: string) => {
  const { publicKey, privateKey } = await generateKeyPair(algorithm, { extractable: true });
  const token = await new SignJWT({ roles: ['clerk'] })
    .setProtectedHeader({ alg: algorithm, ...(kid !== undefined && { kid }) })
    .setSubject('ada')
    .setExpirationTime('1h')
    .sign(privateKey);
  return { token, publicKey, privateKey, jwk: { ...(await exportJWK(publicKey)), ...(kid !== undefined && { kid }) } };
};
const check = (token: string, keys: unknown) =>
  checkSignature(token, readToken(token).header ?? {}, typeof keys === 'string' ? keys : JSON.stringify(keys));

describe('the signature of a pasted token', () => {
  test.each(['ES256', 'RS256', 'PS256', 'EdDSA'])('is checked with a JWK Set, a JWK or PEM: %s', async (algorithm) => {
    const { token, jwk, publicKey } = await signed(algorithm, 'k1');
    const other = await signed(algorithm, 'k2');
    const fits = { state: 'fits', algorithm, key: 'k1' };
    expect(await check(token, { keys: [other.jwk, jwk] })).toEqual(fits);
    expect(await check(token, jwk)).toEqual(fits);
    const pem = `${await exportSPKI(other.publicKey)}\n${await exportSPKI(publicKey)}`;
    expect(await check(token, pem)).toEqual({ state: 'fits', algorithm, key: undefined });
  });

  test('does not match a changed token, nor the keys of another issuer', async () => {
    const { token, jwk } = await signed('ES256', 'k1');
    const [header, , signature] = token.split('.');
    const payload = btoa(JSON.stringify({ sub: 'ada', roles: ['admin'], exp: 4_000_000_000 })).replaceAll('=', '');
    expect(await check(`${header}.${payload}.${signature}`, jwk)).toEqual({ state: 'differs' });
    const other = await signed('ES256', 'k1');
    expect(await check(token, other.jwk)).toEqual({ state: 'differs' });
    const rsa = await signed('RS256', 'k1');
    expect(await check(token, { keys: [rsa.jwk] })).toEqual({ state: 'differs' });
  });

  test('names the missing key', async () => {
    const { token } = await signed('ES256', 'k1');
    const { jwk } = await signed('ES256', 'k2');
    expect(await check(token, { keys: [jwk] })).toEqual({ state: 'key_missing', key: 'k1' });
  });

  test('is never accepted if it is missing or made with a shared secret', async () => {
    const { jwk } = await signed('ES256');
    const unsigned = `${btoa('{"alg":"none"}').replaceAll('=', '')}.e30.`;
    expect(await check(unsigned, jwk)).toEqual({ state: 'unsigned' });
    const secret = new TextEncoder().encode('a shared secret of at least 32 bytes!');
    const hmac = await new CompactSign(new Uint8Array([1])).setProtectedHeader({ alg: 'HS256' }).sign(secret);
    expect(await check(hmac, jwk)).toEqual({ state: 'secret' });
  });

  test('is not checked with private keys or other text', async () => {
    const { token, privateKey } = await signed('ES256', 'k1');
    expect(await check(token, await exportJWK(privateKey))).toEqual({ state: 'private' });
    expect(await check(token, await exportPKCS8(privateKey))).toEqual({ state: 'private' });
    expect(await check(token, { keys: [{ kty: 'oct', k: 'c2VjcmV0' }] })).toEqual({ state: 'private' });
    for (const text of ['keys', '{}', '[1]', 'null', '{"keys":7}', '-----BEGIN PUBLIC KEY-----'])
      expect(await check(token, text)).toEqual({ state: 'unreadable' });
  });
});

describe('tokens of other issuers', () => {
  const tokenOf = (claims: object) =>
    readToken(`e30.${btoa(JSON.stringify({ sub: 'ada', exp: 4_000_000_000, ...claims })).replaceAll('=', '')}.x`);

  test.each([
    [
      'Keycloak',
      {
        iss: 'https://sso.example/realms/shop',
        azp: 'ledger',
        realm_access: { roles: ['clerk'] },
        resource_access: { ledger: { roles: ['approver'] }, account: { roles: ['manage-account'] } },
      },
      ['clerk', 'approver'],
      'https://sso.example/realms/shop/protocol/openid-connect/certs',
    ],
    [
      'Auth0',
      { iss: 'https://shop.eu.auth0.com/', permissions: ['read:invoices'], 'https://shop.example/roles': ['clerk'] },
      ['clerk'],
      'https://shop.eu.auth0.com/.well-known/jwks.json',
    ],
    [
      'Amazon Cognito',
      { iss: 'https://cognito-idp.eu-central-1.amazonaws.com/eu-central-1_x', 'cognito:groups': ['clerk'] },
      ['clerk'],
      'https://cognito-idp.eu-central-1.amazonaws.com/eu-central-1_x/.well-known/jwks.json',
    ],
    [undefined, { iss: 'https://id.example', roles: ['clerk'] }, ['clerk'], 'https://id.example/oidc/jwks'],
  ])('show the roles, the software of the issuer (%s) and the address of its keys', (name, claims, roles, keysAt) => {
    const { token, issuer } = tokenOf(claims);
    expect(token?.roles).toEqual(roles);
    expect([issuer?.name, issuer?.keysAt]).toEqual([name, keysAt]);
  });

  test('are malformed if their roles are not a list, and have no keys if their issuer is not a URL', () => {
    expect(tokenOf({ realm_access: { roles: 'admin' } }).malformed).toBe('roles');
    expect(tokenOf({ iss: 'id' }).issuer?.keysAt).toBeUndefined();
  });
});
