import { describe, expect, it } from 'vitest';
import { lengthsUpTo, lengthText, shortLength, untilText } from './durations.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;

describe('a duration in words', () => {
  it.each([
    [60, '1 minute', '1 min'],
    [90 * 60, '1 hour 30 minutes', '1 h 30 min'],
    [2 * HOUR, '2 hours', '2 h'],
    [DAY, '1 day', '1 day'],
    [36 * HOUR, '36 hours', '36 h'],
    [7 * DAY, '1 week', '1 week'],
    [14 * DAY, '2 weeks', '2 weeks'],
    [30 * DAY, '30 days', '30 days'],
    [3 * DAY + 4 * HOUR + 60, '3 days 4 hours', '3 days 4 h'],
    [366 * DAY, '366 days', '366 days'],
    [1, '1 minute', '1 min'],
  ])('%i seconds are %s', (seconds, long, short) => {
    expect([lengthText(seconds), shortLength(seconds)]).toEqual([long, short]);
  });
});

describe('the durations offered to an approver', () => {
  it('are the requested duration and the usual shorter ones', () => {
    expect(lengthsUpTo(DAY)).toEqual([2 * HOUR, DAY]);
    expect(lengthsUpTo(600)).toEqual([600]);
    expect(lengthsUpTo(10 * DAY)).toEqual([2 * HOUR, DAY, 7 * DAY, 10 * DAY]);
  });
});

describe('an end in words', () => {
  const now = new Date(2026, 10, 21, 14, 32);
  it.each([
    [new Date(2026, 10, 21, 16, 32), '16:32 today'],
    [new Date(2026, 10, 22, 9, 5), '09:05 tomorrow'],
    [new Date(2026, 10, 30, 16, 32), '30 Nov, 16:32'],
    [new Date(2027, 0, 2, 16, 32), '2 Jan 2027, 16:32'],
  ])('names today, tomorrow or the date', (at, told) => {
    expect(untilText(at, now, 'en-GB')).toBe(told);
  });
});
