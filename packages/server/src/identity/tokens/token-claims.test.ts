import { permissionsRef } from '@licet/api/verify';
import { limits } from '@licet/contract';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { expect, test } from 'vitest';
import { type TokenFacts, tokenClaims, tokenExpiry, tokenSize, tokenSizeOf, wholeClaims } from './token-claims.ts';

const facts: TokenFacts = {
  sub: '01a1fcd1-1232-7091-914f-c917880e928e',
  roles: ['auditor', 'größe'],
  permissions: ['a.read', 'say "hi"', '日本', '\u{1F600}'],
  ver: 12,
  iat: 1_900_000_000,
  changesAt: null,
  iss: 'https://access.example.org',
  aud: 'ledger',
  clientId: '01a1fcd1-1232-7091-914f-c917880e928f',
  jti: 'x'.repeat(43),
  jkt: 'y'.repeat(43),
};

test('computes the size of the signed token', async () => {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  expect((await exportJWK(publicKey)).crv).toBe('P-256');
  const claims = wholeClaims(facts);
  const header = { alg: 'ES256', typ: 'at+jwt', kid: 'k'.repeat(43) };
  const token = await new SignJWT({ ...claims, roles: [...claims.roles] }).setProtectedHeader(header).sign(privateKey);
  expect(tokenSize(claims)).toBe(token.length);
  const listBytes = {
    roles: Buffer.byteLength(JSON.stringify(facts.roles)),
    permissions: Buffer.byteLength(JSON.stringify(facts.permissions)),
  };
  expect(tokenSizeOf(facts, listBytes)).toBe(token.length);
});

test('a token lives five minutes, or until its access changes', () => {
  expect(tokenExpiry(1_900_000_000, null)).toBe(1_900_000_300);
  const soon = new Date(1_900_000_060_999).toISOString();
  expect(tokenExpiry(1_900_000_000, soon)).toBe(1_900_000_060);
  expect(tokenExpiry(1_900_000_000, '2099-01-01T00:00:00.000000Z')).toBe(1_900_000_300);
});

test('a token contains the permissions up to the limit, and a reference beyond it', () => {
  let permissions: string[] = [];
  const size = () => tokenSize(wholeClaims({ ...facts, permissions }));
  while (size() <= limits.tokenBytes.value) {
    expect(tokenClaims({ ...facts, permissions })).toEqual(wholeClaims({ ...facts, permissions }));
    permissions = [...permissions, `invoices.permission.${permissions.length}`];
  }
  const claims = tokenClaims({ ...facts, permissions });
  expect(claims).not.toHaveProperty('permissions');
  expect(claims.permissions_ref).toBe(permissionsRef(permissions));
  expect(tokenSize(claims)).toBeLessThan(limits.tokenBytes.value);
  expect(claims).toMatchObject({ sub: facts.sub, roles: facts.roles, ver: 12, cnf: { jkt: facts.jkt } });
});

test('the reference does not depend on the order of the list', () => {
  // printf '["a","b"]' | openssl dgst -sha256 -binary | basenc --base64url
  expect(permissionsRef(['b', 'a'])).toBe('BHPvLcDTJKtlnTWAwRNOnYEgNZBcR4H91tUpsMaGDhM');
  expect(permissionsRef(['\u{1F600}', '\uFFEE'])).toBe(permissionsRef(['\uFFEE', '\u{1F600}']));
  expect(permissionsRef(['a'])).not.toBe(permissionsRef(['b']));
});
