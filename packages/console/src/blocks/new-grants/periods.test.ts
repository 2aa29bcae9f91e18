import { expect, test } from 'vitest';
import { endFirst, endOf, sentenceTime } from './periods.ts';

const start = new Date(2026, 10, 19, 14, 32);

test('computes an end from the start of the grant', () => {
  expect(endOf('hours', null, start)).toEqual(new Date(2026, 10, 19, 16, 32));
  expect(endOf('tonight', null, start)).toEqual(new Date(2026, 10, 19, 23, 59));
  expect(endOf('week', null, start)).toEqual(new Date(2026, 10, 26, 14, 32));
  expect(endOf('none', null, start)).toBeNull();
});

test('distinguishes a date that is not chosen yet from no end', () => {
  expect(endOf('on', null, start)).toBeUndefined();
  expect(endOf('on', start, start)).toEqual(start);
});

test('shows the year if it is not the current one', () => {
  expect(sentenceTime(new Date(2026, 10, 26, 14, 32), start)).not.toContain('2026');
  expect(sentenceTime(new Date(2027, 0, 1, 9, 5), start)).toContain('2027');
});

test('preselects an end in a week, or after the role’s longest period if that is shorter', () => {
  const [hours, days] = [3600, 86_400];
  for (const longest of [null, undefined, 7 * days, 90 * days])
    expect(endFirst(longest, start)).toEqual({ choice: 'week', on: null });
  expect(endFirst(2 * hours, start)).toEqual({ choice: 'hours', on: null });
  expect(endFirst(2 * days, new Date(2026, 10, 19, 14, 32, 40))).toEqual({
    choice: 'on',
    on: new Date(2026, 10, 21, 14, 32),
  });
});
