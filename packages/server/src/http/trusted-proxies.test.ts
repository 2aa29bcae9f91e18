import { expect, test } from 'vitest';
import { trustOf } from './trusted-proxies.ts';

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
])('trusts what %j names: %s', (proxies, address) => expect(trusted(proxies, address)).toBe(true));

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
])('trusts nothing else than %j: %s', (proxies, address) => expect(trusted(proxies, address)).toBe(false));
