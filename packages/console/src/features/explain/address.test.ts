import { expect, test } from 'vitest';
import { readExplain } from './address.ts';

test('the question is read from the address, and what is not understood is dropped', () => {
  expect(
    readExplain({
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

test('a day that is none is now', () => {
  expect(readExplain({ permission: '42', at: 'yesterday-ish' })).toEqual({ permission: '42' });
});
