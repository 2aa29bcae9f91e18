import { expect, test } from 'vitest';
import { clientAddress } from './client-address.ts';

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
])('of %j is %j', (told, address) => expect(clientAddress(told)).toBe(address));
