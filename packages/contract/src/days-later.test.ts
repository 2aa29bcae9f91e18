import { afterAll, beforeAll, expect, test } from 'vitest';
import { daysLater } from './days-later.ts';

const zone = process.env.TZ;
beforeAll(() => {
  process.env.TZ = 'Europe/Berlin';
});
afterAll(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

test.each([
  ['the clocks go forward', '2027-03-25T17:00:00+01:00', 7, '2027-04-01T15:00:00.000Z'],
  ['the clocks go back', '2027-10-28T17:00:00+02:00', 7, '2027-11-04T16:00:00.000Z'],
  ['the clocks go forward, 90 days', '2027-01-15T09:30:00+01:00', 90, '2027-04-15T07:30:00.000Z'],
  ['the hour is skipped', '2027-03-27T02:30:00+01:00', 1, '2027-03-28T01:30:00.000Z'],
  ['nothing changes', '2027-06-01T12:00:00.123Z', 30, '2027-07-01T12:00:00.123Z'],
  ['days are taken off', '2027-04-01T17:00:00+02:00', -7, '2027-03-25T16:00:00.000Z'],
])('keeps the time of day when %s', (_, at, days, then) => {
  expect(daysLater(at, days).toISOString()).toBe(then);
});
