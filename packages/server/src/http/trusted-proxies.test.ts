import { beforeAll, describe, expect, test } from 'vitest';
import { clientAddress } from '../client-address.ts';
import { type StartedServer, signInStore, startServer, type TestServer } from '../identity/steps/sign-in.testing.ts';
import type { TestStore } from '../store/store.testing.ts';
import { trustOf } from './trusted-proxies.ts';

describe('trusted proxies', () => {
  const trusted = (proxies: readonly string[], address: string | undefined) => {
    const trust = trustOf(proxies);
    return trust !== false && trust(address);
  };

  test.each([
    [['10.0.0.0/8'], '10.1.2.3'],
    [['10.0.0.9/8'], '10.1.2.3:4711'],
    [['10.0.0.0/8'], '::ffff:10.1.2.3'],
    [['10.0.0.3'], '10.0.0.3'],
    [['::ffff:10.0.0.0/104'], '10.1.2.3'],
    [['::ffff:10.0.0.3'], '10.0.0.3'],
    [['2001:db8::/32'], '[2001:DB8:0::7]:443'],
    [['2001:db8::7'], '2001:db8::7'],
    [['loopback'], '127.0.0.2'],
    [['loopback'], '::1'],
    [['linklocal'], 'fe80::1%eth0'],
    [['uniquelocal', '192.0.2.1'], '172.31.0.1:1'],
    [['0.0.0.0/0'], '198.51.100.7'],
  ])('the setting %j trusts %s', (proxies, address) => expect(trusted(proxies, address)).toBe(true));

  test.each([
    [['10.0.0.0/8'], '110.1.2.3'],
    [['10.0.0.3'], '10.0.0.30'],
    [['10.0.0.3'], '10.0.0.31:80'],
    [['10.0.0.0/8'], 'unknown'],
    [['10.0.0.0/8'], '10.0.0.3:80:80'],
    [['10.0.0.0/8'], '10.0.0.3, 10.0.0.4'],
    [['10.0.0.0/8'], ''],
    [['10.0.0.0/8'], undefined],
    [['2001:db8::/32'], '2001:db9::7'],
    [['0.0.0.0/0'], '2001:db8::7'],
    [[], '127.0.0.1'],
  ])('the setting %j does not trust %s', (proxies, address) => expect(trusted(proxies, address)).toBe(false));
});

describe('attack 22: forged sender headers', () => {
  // Attack 22: forged headers about the sender of a request.

  let store: TestStore;
  let trusting: StartedServer['server'];
  let trustingNobody: TestServer;

  beforeAll(async () => {
    store = await signInStore();
    trusting = await startServer(store, { trustedProxies: ['127.0.0.1', '10.0.0.0/8'] });
    trustingNobody = await startServer(store, { issuer: trusting.issuer, trustedProxies: [] });
    return async () => {
      await trusting.close();
      await trustingNobody.close();
      await store.close();
    };
  });

  /** Returns the number of networks to which wrong passwords with these headers are charged. */
  async function networks(at: string, headers: readonly Record<string, string>[]): Promise<number> {
    await store.database.pool.query('delete from failures');
    for (const [index, each] of headers.entries()) {
      const response = await fetch(`${at}/sign-in`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          origin: trusting.issuer,
          'sec-fetch-site': 'same-origin',
          ...each,
        },
        body: JSON.stringify({ login: `nobody-${index}`, password: 'a wrong password' }),
      });
      expect(((await response.json()) as { code: string }).code).toBe('sign_in_failed');
    }
    const { rows } = await store.database.pool.query(`select from failures where kind = 'network'`);
    return rows.length;
  }
  const from = (...addresses: readonly string[]) => addresses.map((each) => ({ 'x-forwarded-for': each }));

  test('ignores all sender headers without a trusted proxy', async () => {
    const { address } = trustingNobody as StartedServer['server'];
    const forged = from('203.0.113.1', '203.0.113.2, 203.0.113.3', '::1', 'unknown', '10.0.0.1');
    const others = ['forwarded', 'x-real-ip', 'x-client-ip', 'cf-connecting-ip', 'true-client-ip'];
    expect(await networks(address, [...forged, ...others.map((name) => ({ [name]: 'for=203.0.113.9' }))])).toBe(1);
  });

  test('uses the last address that is not a trusted proxy', async () => {
    const forged = from(
      '198.51.100.1',
      '198.51.100.2, 198.51.100.1',
      '127.0.0.1, 198.51.100.1',
      '10.0.0.1, 198.51.100.1',
      'unknown, 198.51.100.1',
      '198.51.100.1, 10.1.1.1',
      ' 198.51.100.1 ,10.1.1.1, 127.0.0.1',
    );
    expect(await networks(trusting.address, forged)).toBe(1);
  });

  test('distinguishes clients behind two proxies that both add ports', async () => {
    const clients = from(
      '198.51.100.7:4711, 10.0.0.3:80',
      '198.51.100.8:4711, 10.0.0.3:81',
      '198.51.100.7, 10.0.0.3:82',
    );
    expect(await networks(trusting.address, clients)).toBe(2);
    // An address that only looks like a trusted proxy is not one.
    expect(await networks(trusting.address, from('198.51.100.1, 110.0.0.3:80', '198.51.100.2, 110.0.0.3'))).toBe(1);
  });

  test.each([
    ['the port that some proxies add', ['198.51.100.7:1', '198.51.100.7:65000', '::ffff:198.51.100.7', '198.51.100.7']],
    [
      'spellings of IPv6 and addresses in one /64',
      ['2001:db8::1', '2001:0DB8:0:0::2', '[2001:db8::3]:443', '[2001:db8::4]'],
    ],
    ['values that are not an address', ['unknown', '_hidden', 'x'.repeat(4000), 'a', 'b:1']],
  ])('counts requests with %s as one network', async (_, spellings) => {
    expect(await networks(trusting.address, from(...spellings))).toBe(1);
  });
});

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['192.0.2.1:4711', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8::1', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['[2001:db8::1]:4711', '2001:db8::1'],
  ['"[2001:db8::1]:4711"', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1%eth0'],
  ['unknown', null],
  ['_hidden', null],
  ['192.0.2.1:4711:1', null],
  ['192.0.2.1, 192.0.2.2', null],
  ['x'.repeat(10_000), null],
  ['', null],
  [undefined, null],
])('parses %j as the client address %j', (reported, address) => expect(clientAddress(reported)).toBe(address));
