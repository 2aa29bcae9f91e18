import { expect, test } from 'vitest';
import { readAddress } from './address.ts';

test('an empty address asks whether somebody may', () => {
  expect(readAddress({})).toEqual({ ask: 'may' });
});

test('the question is read from the address, and what is not understood is dropped', () => {
  expect(
    readAddress({
      ask: 'who',
      permission: 's3:GetObject',
      application: 'ledger',
      at: '2026-03-03T13:00:00Z',
      cursor: '',
      user: [],
      x: 1,
    }),
  ).toEqual({ ask: 'who', permission: 's3:GetObject', application: 'ledger', at: '2026-03-03T13:00:00.000Z' });
});

test('a permission whose name is a number stays a name, and a day that is none is now', () => {
  expect(readAddress({ permission: 42, at: 'yesterday-ish' })).toEqual({ ask: 'may', permission: '42' });
});
