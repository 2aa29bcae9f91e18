import { limits } from '@licet/contract';
import { expect, test } from 'vitest';
import { countBegun } from './unfinished-sign-ins.ts';

const most = limits.begunFree.value;

test('a network begins so many sign-ins without finishing one, and so many a second from then on', () => {
  let now = 0;
  const begun = countBegun(() => now);
  for (let round = 0; round < most; round += 1) expect(begun.take('198.51.100.7')).toBeUndefined();
  expect(begun.take('198.51.100.7')).toBe(1);
  expect(begun.take('198.51.100.8')).toBeUndefined();
  now += 1;
  for (let round = 0; round < limits.begunAgain.value; round += 1) expect(begun.take('198.51.100.7')).toBeUndefined();
  expect(begun.take('198.51.100.7')).toBe(1);
});

test('what is finished does not count, an IPv6 /64 is one network, and this machine is none', () => {
  const begun = countBegun(() => 0);
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
  const begun = countBegun(() => 0);
  for (let round = 0; round < most; round += 1) expect(begun.take(null)).toBeUndefined();
  expect(begun.take(null)).toBe(1);
});

test('however many networks there are, no more are remembered than is bounded', () => {
  const begun = countBegun(() => 0);
  for (let round = 0; round <= most; round += 1) begun.take('192.0.2.1');
  expect(begun.take('192.0.2.1')).toBe(1);
  for (let round = 0; round < 10_001; round += 1) begun.take(`10.${round >> 16}.${(round >> 8) & 255}.${round & 255}`);
  expect(begun.take('192.0.2.1')).toBeUndefined();
});
