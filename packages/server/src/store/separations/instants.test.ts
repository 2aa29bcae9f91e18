import { expect, test } from 'vitest';
import { firstExcess, type HeldPart } from './check.ts';

const [first, second, third]: HeldPart[] = [
  [1, 0, null],
  [2, 10, 20],
  [3, 15, 30],
];
const held = [first, second, third].filter((part) => part !== undefined);

test('finds the first instant at which more roles are held than allowed', () => {
  expect(firstExcess(held, [], 1, 0, null)).toBe(10);
  expect(firstExcess(held, [], 1, 12, null)).toBe(12);
  expect(firstExcess(held, [], 2, 0, null)).toBe(15);
  expect(firstExcess(held, [], 3, 0, null)).toBeUndefined();
  expect(firstExcess(held, [], 1, 40, null)).toBeUndefined();
});

test('ignores an excess that existed before, but not an additional role', () => {
  expect(firstExcess(held, held, 1, 0, null)).toBeUndefined();
  expect(firstExcess(held, held.slice(0, 2), 1, 0, null)).toBe(15);
});

test('allows roles whose period begins during an exception, even after the exception ends, but not roles whose period begins later', () => {
  expect(firstExcess(held, [], 1, 0, 40)).toBeUndefined();
  expect(firstExcess(held, [], 1, 0, 11)).toBe(15);
  expect(firstExcess(held, [], 1, 0, 16)).toBeUndefined();
  expect(firstExcess(held, [], 1, 0, 10)).toBe(10);
});
