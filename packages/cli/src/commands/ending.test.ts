import { afterAll, beforeAll, expect, test } from 'vitest';
import { later } from './ending.ts';

const zone = process.env.TZ;
beforeAll(() => {
  process.env.TZ = 'Europe/Berlin';
});
afterAll(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

test.each([
  ['1w', '2027-04-01T15:00:00.000Z'],
  ['7d', '2027-04-01T15:00:00.000Z'],
  ['168h', '2027-04-01T16:00:00.000Z'],
])('--extend %s keeps the time of day across a clock change, unless it counts hours', (extend, then) => {
  expect(later(extend)('2027-03-25T16:00:00Z')).toBe(then);
});

test('refuses --extend without a duration', () => {
  for (const extend of ['1', 'd', '0d', '1y'])
    expect(() => later(extend)).toThrow('--extend must be a number of hours');
});
