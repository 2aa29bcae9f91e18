import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startIssuer, type TestIssuer } from './issuer.testing.ts';
import { frameworks, startApi } from './servers.testing.ts';
import { createVerifier, type Verifier } from './verifier.ts';

let issuer: TestIssuer;
let verifier: Verifier;
beforeAll(async () => {
  issuer = await startIssuer();
  verifier = createVerifier({ issuer: issuer.url, audience: 'ledger' });
  await verifier.ready();
});
afterAll(async () => {
  await verifier.close();
  await issuer.close();
});

const on = [
  { resources: ['shop:berlin'], permissions: ['invoices.refund'] },
  { resources: ['region:fr'], roles: ['admin'] },
];

describe.each(frameworks)('%s', (framework) => {
  test('requires a permission on the resource that the request names', async () => {
    const api = await startApi(framework, verifier);
    const status = async (shop: string, claims: Record<string, unknown>) => {
      const authorization = `Bearer ${await issuer.token(claims)}`;
      const response = await fetch(`${api.url}/shops/${encodeURIComponent(shop)}`, { headers: { authorization } });
      return response.status;
    };
    try {
      expect(await status('berlin', { on })).toBe(200);
      expect(await status('hamburg', { on })).toBe(403);
      expect(await status('hamburg', { on: [{ resources: ['region:de'], roles: ['admin'] }] })).toBe(200);
      expect(await status('hamburg', { permissions: ['invoices.refund'] })).toBe(200);
      expect(await status('berlin,shop:hamburg', { on })).toBe(403);
      expect(await status('berlin', { on: 'shop:berlin' })).toBe(401);
      expect(await status('unknown', { roles: ['admin'] })).toBe(503);
    } finally {
      await api.close();
    }
  });

  test('does not look for the resource unless the token is valid', async () => {
    const api = await startApi(framework, verifier);
    try {
      expect((await fetch(`${api.url}/shops/unknown`)).status).toBe(401);
    } finally {
      await api.close();
    }
  });
});

test('the access answers on each resource', async () => {
  const access = await verifier.verify(await issuer.token({ permissions: ['invoices.read'], on }));
  expect(access.can('invoices.refund')).toBe(false);
  expect(access.at('shop:berlin').can('invoices.refund')).toBe(true);
  expect(access.at(['shop:berlin']).can('invoices.read')).toBe(true);
  expect(access.at(['shop:lyon', 'region:fr']).hasRole('admin')).toBe(true);
  expect(access.at(5 as never).can('invoices.read')).toBe(false);
  expect(JSON.parse(access.sqlClaims()).on).toEqual(on);
});

test('a requirement may name the resource itself, with or without a step-up', async () => {
  const token = await issuer.token({ on });
  await expect(verifier.requirePermission(token, 'invoices.refund', { on: 'shop:berlin' })).resolves.toBeDefined();
  await expect(verifier.requirePermission(token, 'invoices.refund', { on: 'shop:hamburg' })).rejects.toMatchObject({
    permission: 'invoices.refund',
  });
  await expect(
    verifier.requirePermission(token, 'invoices.refund', { on: 'shop:berlin', maxAge: 60 }),
  ).rejects.toMatchObject({ code: 'sign_in_again' });
  await expect(verifier.requirePermission(token, 'invoices.refund', { on: undefined })).rejects.toMatchObject({
    code: 'forbidden',
  });
  await expect(
    verifier.requirePermission(token, 'invoices.refund', { on: 'shop:berlin', maxage: 60 } as never),
  ).rejects.toThrow(TypeError);
  for (const missing of [
    { maxAge: undefined },
    { acr: undefined },
    { maxAge: undefined, acr: 'mfa' },
    { maxAge: 300, acr: undefined },
  ])
    await expect(
      verifier.requirePermission(token, 'invoices.refund', { on: 'shop:berlin', ...missing } as never),
    ).rejects.toThrow(TypeError);
});

test.each([null, 'shop:berlin', 5, true])(
  'conditions that are not an object are refused with advice: %s',
  async (given) => {
    const token = await issuer.token({ roles: ['admin'] });
    await expect(verifier.requirePermission(token, 'invoices.refund', given as never)).rejects.toThrow(
      /^The conditions of a guard are an object/,
    );
  },
);

test('a token whose access on resources is separate is refused as incomplete, except for what it permits everywhere', async () => {
  const token = await issuer.token({ roles: ['clerk'], permissions: ['invoices.read'], on_ref: 'x' });
  const code = (permission: string, place?: string | string[]) =>
    verifier.requirePermission(token, permission, place === undefined ? undefined : { on: place }).then(
      () => 'permitted',
      (error) => `${error.code} ${error.reason}`,
    );
  expect(await code('invoices.read', 'shop:berlin')).toBe('permitted');
  expect(await code('invoices.refund', 'shop:berlin')).toBe('unavailable list');
  expect(await code('invoices.refund', ['shop:berlin', 'region:de'])).toBe('unavailable list');
  expect(await code('invoices.refund', 5 as never)).toBe('forbidden permission');
  expect(await code('invoices.refund', [])).toBe('forbidden permission');
  expect(await code('invoices.refund')).toBe('forbidden permission');
  await expect(
    Promise.resolve().then(() => verifier.admit(token, { role: 'boss', on: 'shop:berlin' })),
  ).rejects.toMatchObject({ reason: 'list', status: 503 });
  expect(() => verifier.admit(token, { role: 'clerk', on: 'shop:berlin' })).not.toThrow();
  const access = await verifier.verify(token);
  expect(access.at('shop:berlin').can('invoices.refund')).toBe(false);
});

test('a resource without a permission or a role admits nobody', async () => {
  const token = await issuer.token({ roles: ['admin'], on });
  await expect(Promise.resolve().then(() => verifier.admit(token, { on: 'shop:berlin' }))).rejects.toMatchObject({
    reason: 'internal',
  });
});

test('a step-up that a class defines is required beside a resource', async () => {
  class Recent {
    readonly on = 'shop:berlin';
    get maxAge() {
      return 60;
    }
  }
  const token = await issuer.token({ on });
  await expect(verifier.requirePermission(token, 'invoices.refund', new Recent())).rejects.toMatchObject({
    code: 'sign_in_again',
  });
});

test('a promise of any library is awaited, and access revoked meanwhile is refused', async () => {
  let now = Date.now();
  const other = createVerifier({ issuer: issuer.url, audience: 'ledger', clock: () => now });
  await other.ready();
  const token = await issuer.token({ on });
  // biome-ignore lint/suspicious/noThenProperty: query builders return such objects
  const thenable = { then: (take: (on: string) => void) => take('shop:berlin') } as PromiseLike<string>;
  const later = async () => {
    now += 3_600_000;
    return 'shop:berlin';
  };
  try {
    await expect(other.admit(token, { permission: 'invoices.refund', on: () => thenable })).resolves.toBeDefined();
    await expect(other.admit(token, { permission: 'invoices.refund', on: later })).rejects.toMatchObject({
      reason: 'expired',
    });
  } finally {
    await other.close();
  }
});
