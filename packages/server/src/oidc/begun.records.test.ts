import { limits } from '@licet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { redirectUri, type ServerAlone, type TestClient, testShop } from '../sign-in/sign-in.testing.ts';
import { poolOf } from '../store/kernel/pool.ts';

let shop: ServerAlone & { readonly app: TestClient };

beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.close());

const records = async () => {
  const { rows } = await poolOf(shop.store.database).query<{ count: string }>('select count(*) from oidc_records');
  return Number(rows[0]?.count);
};

const authorization = '/oidc/auth';
const device = '/device';

test.each([
  ['HEAD', authorization, '203.0.113.1'],
  ['GET', authorization, '203.0.113.2'],
  ['HEAD', device, '203.0.113.3'],
  ['GET', device, '203.0.113.4'],
] as const)('limits the records that one network stores by %s %s', async (method, path, remoteAddress) => {
  const query = new URLSearchParams({
    client_id: shop.app.id,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid',
    code_challenge: 'x'.repeat(43),
    code_challenge_method: 'S256',
  });
  const url = path === authorization ? `${path}?${query}` : path;
  let statusCode = 0;
  for (let left = 20 * limits.begunFree.value; left > 0 && statusCode !== 429; left -= 1)
    ({ statusCode } = await shop.server.app.inject({ method, url, remoteAddress }));
  expect(statusCode).toBe(429);
});

test('a sign-out without a session stores no record and leads on', async () => {
  const before = await records();
  for (const method of ['GET', 'HEAD'] as const) {
    const answer = await shop.server.app.inject({ method, url: `/oidc/session/end?client_id=${shop.app.id}` });
    expect(shop.server.errors).toEqual([]);
    expect([answer.statusCode, answer.headers.location]).toEqual([302, '/signed-out']);
  }
  expect(shop.server.errors).toEqual([]);
  expect(await records()).toBe(before);
});

test('a browser with a session opens the page for device codes as often as it likes', async () => {
  const remoteAddress = '203.0.113.9';
  const first = await shop.server.app.inject({ url: '/device', remoteAddress });
  const cookie = [first.headers['set-cookie'] ?? []]
    .flat()
    .map((it) => it.split(';')[0])
    .join('; ');
  for (let round = 0; round < limits.begunFree.value + 20; round += 1) {
    const { statusCode } = await shop.server.app.inject({ url: '/device', remoteAddress, headers: { cookie } });
    if (statusCode !== 200) expect(statusCode, `request ${round}`).toBe(200);
  }
});
