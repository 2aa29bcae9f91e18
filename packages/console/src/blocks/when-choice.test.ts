import { expect, test } from 'vitest';
import { presetAt } from './when-choice.tsx';

const now = new Date(2026, 4, 31, 14, 32, 9);

test.each([
  ['yesterday', new Date(2026, 4, 30, 14, 32)],
  ['aWeekAgo', new Date(2026, 4, 24, 14, 32)],
  ['aMonthAgo', new Date(2026, 3, 30, 14, 32)],
  ['endOfMonth', new Date(2026, 3, 30, 23, 59)],
  ['endOfQuarter', new Date(2026, 2, 31, 23, 59)],
  ['endOfYear', new Date(2025, 11, 31, 23, 59)],
] as const)('computes the preset instant %s in the time zone of the reader', (preset, at) => {
  expect(presetAt(preset, now)).toEqual(at);
});

test('the last quarter and the last month may be in the previous year', () => {
  expect(presetAt('endOfQuarter', new Date(2026, 1, 3))).toEqual(new Date(2025, 11, 31, 23, 59));
  expect(presetAt('aMonthAgo', new Date(2026, 0, 31, 8, 0))).toEqual(new Date(2025, 11, 31, 8, 0));
});

test('yesterday keeps the time of day across a change of the clocks', () => {
  for (let day = 1; day <= 365; day += 1) {
    const noon = new Date(2026, 0, day, 12, 0);
    expect(presetAt('yesterday', noon).getHours()).toBe(12);
  }
});
