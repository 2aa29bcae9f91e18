import { expect, test } from 'vitest';
import { firstExcess, type HeldPart } from './instants.ts';

const [first, second, third]: HeldPart[] = [
  [1, 0, null],
  [2, 10, 20],
  [3, 15, 30],
];
const held = [first, second, third].filter((part) => part !== undefined);

test('the first instant is told at which more is held than may be, at once or later', () => {
  expect(firstExcess(held, [], 1, 0, null)).toBe(10);
  expect(firstExcess(held, [], 1, 12, null)).toBe(12);
  expect(firstExcess(held, [], 2, 0, null)).toBe(15);
  expect(firstExcess(held, [], 3, 0, null)).toBeUndefined();
  expect(firstExcess(held, [], 1, 40, null)).toBeUndefined();
});

test('what was held then anyway counts no more; a part beside it does', () => {
  expect(firstExcess(held, held, 1, 0, null)).toBeUndefined();
  expect(firstExcess(held, held.slice(0, 2), 1, 0, null)).toBe(15);
});

test('what begins while an exception lasts goes on after it; what begins later does not', () => {
  expect(firstExcess(held, [], 1, 0, 40)).toBeUndefined();
  expect(firstExcess(held, [], 1, 0, 11)).toBe(15);
  expect(firstExcess(held, [], 1, 0, 16)).toBeUndefined();
  expect(firstExcess(held, [], 1, 0, 10)).toBe(10);
});
