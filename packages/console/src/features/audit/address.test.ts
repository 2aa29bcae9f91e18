import { expect, test } from 'vitest';
import { readAddress } from './address.ts';

test('an empty address lists the changes', () => {
  expect(readAddress({})).toEqual({ tab: 'changes' });
});

test('filters are read from the address, and what is not understood is dropped', () => {
  expect(
    readAddress({
      tab: 'sign-ins',
      q: 'maya',
      from: '2026-11-21',
      to: 'never',
      open: '-3',
      x: 1,
      actor: 'a'.repeat(300),
    }),
  ).toEqual({ tab: 'sign-ins', q: 'maya', from: '2026-11-21T00:00:00.000Z' });
  expect(readAddress({ open: 48210, action: 'role.changed' })).toEqual({
    tab: 'changes',
    open: '48210',
    action: 'role.changed',
  });
});
