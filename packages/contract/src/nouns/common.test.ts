import { expect, test } from 'vitest';
import { id, ids, instant } from './common.ts';

test('accepts instants that PostgreSQL can store and a clock can show', () => {
  for (const text of ['2026-11-21T17:00:00Z', '2026-11-21T17:00:00.123456+05:30', '0001-01-01T00:00:00Z'])
    expect(instant.safeParse(text).success, text).toBe(true);
  expect(instant.safeParse('9999-12-31T23:59:59.999-00:00').success).toBe(true);
  for (const text of ['0056-02-29T10:00:00-20:00', '2026-11-21T17:00:00+14:01', '2026-11-21T17:00:00+15:59'])
    expect(instant.safeParse(text).error?.issues[0]?.message, text).toMatch(/over 14 hours/);
  for (const text of ['0000-02-01T20:00:00+10:00', '0001-01-01T00:00:00+01:00', '9999-12-31T23:59:59-01:00'])
    expect(instant.safeParse(text).error?.issues[0]?.message, text).toMatch(/years 1 to 9999/);
});

test('lower-cases an id, alone and in a list', () => {
  const upper = '01A1FD60-B421-70DC-9693-52F823154A01';
  expect([id.parse(upper), ids(2).parse([upper])]).toEqual([upper.toLowerCase(), [upper.toLowerCase()]]);
  expect(ids(2).safeParse(['x']).error?.issues[0]?.message).toContain('This is not an id.');
});
