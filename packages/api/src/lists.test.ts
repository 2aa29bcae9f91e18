import { afterEach, beforeEach, expect, test } from 'vitest';
import { newDpopKey } from './dpop.testing.ts';
import { client, hashOf, startIssuer, type TestIssuer } from './issuer.testing.ts';
import { createVerifier, type Verifier } from './verifier.ts';

const long = Array.from({ length: 3000 }, (_, at) => `invoices.p${String(at).padStart(4, '0')}`);
const ref = hashOf(long);
let issuer: TestIssuer;
let verifier: Verifier;
beforeEach(async () => {
  issuer = await startIssuer();
  issuer.lists.set(ref, long);
  verifier = createVerifier({ issuer: issuer.url, audience: 'ledger', client });
  await verifier.ready();
});
afterEach(async () => {
  await verifier.close();
  await issuer.close();
});

const fetched = () => issuer.asked.filter((path) => path.startsWith('/oidc/permissions/')).length;
const tokenOf = (claims: Record<string, unknown> = {}) =>
  issuer.token({ permissions: undefined, permissions_ref: ref, ...claims });

test('fetches a permission list once for all tokens that refer to it, and adds it to the database claims', async () => {
  const tokens = await Promise.all(['ada', 'bob', 'eve'].map((sub) => tokenOf({ sub })));
  const [access] = await Promise.all(tokens.map((token) => verifier.verify(token)));
  await verifier.verify(await tokenOf({ sub: 'later' }));
  expect(fetched()).toBe(1);
  expect([access?.can('invoices.p2999' as 'invoices.read'), access?.can('invoices.read')]).toEqual([true, false]);
  const claims = JSON.parse(access?.sqlClaims() ?? '');
  expect([claims.permissions.length, claims.permissions_ref]).toEqual([3000, undefined]);
});

test('fetches the permission list with the verifier’s own token if the user’s token is bound to a key', async () => {
  const key = await newDpopKey();
  const token = await tokenOf({ cnf: { jkt: key.thumbprint } });
  const url = 'http://api.example/';
  const dpop = await key.proof({ url, token });
  const request = new Request(url, { headers: { authorization: `DPoP ${token}`, dpop } });
  expect((await verifier.verify(request)).permissions.length).toBe(3000);
  expect(issuer.asked).toContain('/token');
});

test('answers 503 while the permission list cannot be fetched, and retries at the next request', async () => {
  issuer.broken.set(`/oidc/permissions/${ref}`, 500);
  const token = await tokenOf();
  await expect(verifier.requirePermission(token, 'invoices.read')).rejects.toMatchObject({
    status: 503,
    code: 'unavailable',
    reason: 'list',
  });
  issuer.broken.clear();
  expect((await verifier.verify(token)).permissions.length).toBe(3000);
});

test('refuses a signed permission list that does not match the hash', async () => {
  issuer.lists.set(ref, [...long, 'invoices.refund']);
  await expect(verifier.verify(await tokenOf())).rejects.toMatchObject({ status: 503, reason: 'list' });
});

test('escapes slashes in a token’s reference to a permission list', async () => {
  const token = await tokenOf({ permissions_ref: '../../jwks' });
  await expect(verifier.verify(token)).rejects.toMatchObject({ status: 503, reason: 'list' });
  expect(issuer.asked.at(-1)).toBe('/oidc/permissions/..%2F..%2Fjwks');
});
