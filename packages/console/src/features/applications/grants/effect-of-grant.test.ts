import { expect, test } from 'vitest';
import { type Brought, effectOfGrant } from './effect-of-grant.ts';

const role: Brought = { admin: false, permissions: ['a', 'b', 'c'], more: false, total: 3 };

test('only what is new to somebody counts as a gain', () => {
  expect(effectOfGrant(role, { admin: false, permissions: ['b', 'x'], more: false })).toEqual({
    kind: 'gains',
    gained: ['a', 'c'],
    kept: 1,
  });
  expect(effectOfGrant(role, { admin: false, permissions: ['c', 'b', 'a'], more: false })).toEqual({
    kind: 'keeps',
    kept: 3,
  });
});

test('an administrator gains nothing, and becoming one is everything', () => {
  expect(effectOfGrant(role, { admin: true, permissions: [], more: false })).toEqual({ kind: 'admin' });
  expect(effectOfGrant({ ...role, admin: true }, { admin: false, permissions: [], more: false })).toEqual({
    kind: 'becomes-admin',
  });
});

test('what was not read whole is not guessed', () => {
  const brings = { kind: 'unknown', brings: 3 };
  expect(effectOfGrant({ ...role, more: true }, { admin: false, permissions: [], more: false })).toEqual(brings);
  expect(effectOfGrant(role, { admin: false, permissions: [], more: true })).toEqual(brings);
});
