import { expect, test } from 'vitest';
import { pauseOf } from './login.ts';

test.each([
  [2, 2],
  [60, 60],
  [undefined, 5],
  ['soon', 5],
  [0, 5],
  [-1, 5],
  [1e10, 5],
])('an interval of %j makes it wait %i s between two polls', (interval, seconds) =>
  expect(pauseOf(interval)).toBe(seconds),
);
