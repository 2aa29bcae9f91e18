import { request } from 'node:http';
import { limits } from '@licet/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { poolOf } from '../../store/kernel/pool.ts';
import { redirectUri, type StartedServer, type TestClient, testShop } from './sign-in.testing.ts';
import { countUnfinished } from './sign-in-requests.ts';

const most = limits.begunFree.value;

test('limits the unfinished sign-ins of a network, and allows a few new ones each second', () => {
  let now = 0;
  const begun = countUnfinished(() => now);
  for (let round = 0; round < most; round += 1) expect(begun.take('198.51.100.7')).toBeUndefined();
  expect(begun.take('198.51.100.7')).toBe(1);
  expect(begun.take('198.51.100.8')).toBeUndefined();
  now += 1;
  for (let round = 0; round < limits.begunAgain.value; round += 1) expect(begun.take('198.51.100.7')).toBeUndefined();
  expect(begun.take('198.51.100.7')).toBe(1);
});

test('does not count finished or local sign-ins, and counts an IPv6 /64 as one network', () => {
  const begun = countUnfinished(() => 0);
  for (let round = 0; round < 3 * most; round += 1) {
    expect(begun.take('203.0.113.1')).toBeUndefined();
    begun.giveBack('203.0.113.1');
    expect(begun.take('127.0.0.1')).toBeUndefined();
    expect(begun.take('::1')).toBeUndefined();
  }
  for (let round = 0; round < most; round += 1) begun.take(`2001:db8:1:2::${round.toString(16)}`);
  expect(begun.take('2001:db8:1:2:ffff::1')).toBe(1);
});

test('counts all senders without an address as one network', () => {
  const begun = countUnfinished(() => 0);
  for (let round = 0; round < most; round += 1) expect(begun.take(null)).toBeUndefined();
  expect(begun.take(null)).toBe(1);
});

test('counts unfinished sign-ins for a limited number of networks', () => {
  const begun = countUnfinished(() => 0);
  for (let round = 0; round <= most; round += 1) begun.take('192.0.2.1');
  expect(begun.take('192.0.2.1')).toBe(1);
  for (let round = 0; round < 10_001; round += 1) begun.take(`10.${round >> 16}.${(round >> 8) & 255}.${round & 255}`);
  expect(begun.take('192.0.2.1')).toBeUndefined();
});

describe('records of unfinished sign-ins', () => {
  /** The clock is stopped: on a slow machine, attempts would otherwise be regained as fast as they are sent. */
  const begun = countUnfinished(() => 0);
  let shop: StartedServer & { readonly app: TestClient };

  beforeAll(async () => {
    shop = await testShop({ begun });
  });
  afterAll(() => shop.close());

  /** Uses up all but one of a network's attempts without storing records. */
  const leaveOne = (network: string) => {
    for (let left = limits.begunFree.value; left > 1; left -= 1) begun.take(network);
  };
  const recordIds = async () => {
    const { rows } = await poolOf(shop.store.database).query<{ id: string }>(
      `select model || ' ' || encode(id, 'hex') as id from oidc_records`,
    );
    return rows.map(({ id }) => id);
  };

  const authorization = '/oidc/auth';
  const device = '/device';

  test.each([
    ['HEAD', authorization, '203.0.113.1'],
    ['GET', authorization, '203.0.113.2'],
    ['HEAD', device, '203.0.113.3'],
    ['GET', device, '203.0.113.4'],
  ] as const)('are limited for one network when created by %s %s', async (method, path, remoteAddress) => {
    const query = new URLSearchParams({
      client_id: shop.app.id,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'openid',
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
    });
    const url = path === authorization ? `${path}?${query}` : path;
    leaveOne(remoteAddress);
    const before = await recordIds();
    const last = await shop.server.app.inject({ method, url, remoteAddress });
    expect(last.statusCode).toBe(path === authorization ? 303 : 200);
    const between = await recordIds();
    expect(between.filter((id) => !before.includes(id))).not.toEqual([]);
    const tooMany = await shop.server.app.inject({ method, url, remoteAddress });
    expect(tooMany.statusCode).toBe(429);
    expect((await recordIds()).filter((id) => !between.includes(id))).toEqual([]);
  });

  test.each([
    ['GET', '/device#', '203.0.113.11'],
    ['GET', '/device/#', '203.0.113.12'],
    ['POST', '/oidc/request#', '203.0.113.13'],
    ['POST', '/oidc/device/#', '203.0.113.14'],
  ] as const)('are limited if the address has a fragment: %s %s', async (method, path, network) => {
    for (let left = most; left > 0; left -= 1) begun.take(network);
    const { hostname, port } = new URL(shop.server.address);
    const answer = Promise.withResolvers<number | undefined>();
    request({ hostname, port, method, path, headers: { 'x-forwarded-for': network } }, (response) => {
      response.resume();
      answer.resolve(response.statusCode);
    })
      .on('error', answer.reject)
      .end();
    expect(await answer.promise).toBe(429);
  });

  test('a sign-out without a session stores no record and redirects', async () => {
    const before = await recordIds();
    for (const method of ['GET', 'HEAD'] as const) {
      const answer = await shop.server.app.inject({ method, url: `/oidc/session/end?client_id=${shop.app.id}` });
      expect([answer.statusCode, answer.headers.location]).toEqual([302, '/signed-out']);
    }
    expect(shop.server.errors).toEqual([]);
    expect((await recordIds()).filter((id) => !before.includes(id))).toEqual([]);
  });

  test('a browser with a session may open the device code page any number of times', async () => {
    const remoteAddress = '203.0.113.9';
    const open = (headers: Record<string, string> = {}) =>
      shop.server.app.inject({ url: device, remoteAddress, headers });
    const first = await open();
    const cookie = [first.headers['set-cookie'] ?? []]
      .flat()
      .map((it) => it.split(';')[0])
      .join('; ');
    leaveOne(remoteAddress);
    begun.giveBack(remoteAddress);
    for (const round of [1, 2, 3]) expect((await open({ cookie })).statusCode, `request ${round}`).toBe(200);
    expect([(await open()).statusCode, (await open()).statusCode]).toEqual([200, 429]);
  });
});
