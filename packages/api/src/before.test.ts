import { afterAll, beforeAll, expect, test } from 'vitest';
import * as before from '../before/api.generated.mjs';
import { hashOf, startIssuer, type TestIssuer } from './issuer.testing.ts';
import { createVerifier, type Verifier } from './verifier.ts';

let issuer: TestIssuer;
let former: Verifier;
let present: Verifier;
beforeAll(async () => {
  issuer = await startIssuer();
  const options = { issuer: issuer.url, audience: 'ledger' };
  former = before.createVerifier(options);
  present = createVerifier(options);
  await Promise.all([former.ready(), present.ready()]);
});
afterAll(async () => {
  await Promise.all([former.close(), present.close()]);
  await issuer.close();
});

const list = ['invoices.read', 'invoices.close'];
const holders = {
  'a clerk': {},
  'an administrator': { roles: ['admin'] },
  'a user without access': { roles: [], permissions: [] },
  'a user whose list is separate': { permissions: [], permissions_ref: hashOf(list) },
};
const claims = {
  'admin on a resource': { on: [{ resources: ['shop:berlin'], roles: ['admin'], permissions: ['invoices.refund'] }] },
  'a resource of each name': { on: [{ resources: ['admin', 'ledger', ''], roles: ['admin'] }] },
  'no resource': { on: [] },
  'a reference': { on_ref: hashOf(list) },
  'a malformed list': { on: [{}] },
  'a malformed value': { on: 'admin' },
  null: { on: null, on_ref: null },
};
const names = ['invoices.read', 'invoices.refund', 'invoices.close', 'admin', 'clerk'];

/** Returns every answer of a verifier about the token. */
async function answers(verifier: Verifier, token: string): Promise<unknown> {
  try {
    const access = await verifier.verify(token);
    const required = names.flatMap((name) => [
      verifier.requirePermission(token, name).then(() => true, code),
      verifier.requireRole(token, name).then(() => true, code),
    ]);
    return [
      ...(await Promise.all(required)),
      ...names.flatMap((name) => [access.can(name), access.hasRole(name)]),
      access.roles,
      access.permissions,
    ];
  } catch (error) {
    return code(error);
  }
}

const code = (error: unknown) => (error as { code?: string }).code;

for (const [holder, held] of Object.entries(holders))
  test.each(Object.entries(claims))(
    `the former verifier gives ${holder} with %s exactly what it gives them without`,
    async (_, on) => {
      issuer.lists.set(hashOf(list), list);
      const granted = await issuer.token({ ...held, ...on });
      const plain = await answers(former, await issuer.token(held));
      expect(await answers(former, granted)).toEqual(plain);
      expect(await answers(present, granted)).toBeOneOf([plain, 'token_invalid']);
    },
  );

test('the former verifier refuses a requirement on a resource', async () => {
  const token = await issuer.token({ roles: ['admin'], ...claims['admin on a resource'] });
  await expect(former.requirePermission(token, 'invoices.refund', { on: 'shop:berlin' })).rejects.toThrow(TypeError);
});
