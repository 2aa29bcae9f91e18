import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestLicet, testLicet } from '../testing.ts';

let licet: TestLicet;
beforeAll(async () => {
  licet = await testLicet();
});
afterAll(() => licet.close());

test('refuses a plan of short changes whose events are very long', async () => {
  const { key: application, owner } = await licet.owned();
  const addresses = (path: string) =>
    Array.from({ length: 50 }, (_, n) => `https://shop.example/${path}/${n}/${'a'.repeat(1950)}`);
  const { client } = await licet.call('clients.create', owner, {
    params: { application },
    body: {
      name: 'Shop',
      kind: 'browser',
      redirectUris: addresses('in'),
      postLogoutRedirectUris: addresses('out'),
    },
  });
  const params = { application, client: client.id };
  const renames = (count: number) => ({
    body: {
      changes: Array.from({ length: count }, (_, n) => ({
        call: 'clients.update',
        params,
        body: { name: `Shop ${n}` },
      })),
    },
  });
  expect(await licet.outcome('plans.make', owner, renames(5))).toBe('ok');
  expect(await licet.outcome('plans.make', owner, renames(50))).toBe('too_large');
});
