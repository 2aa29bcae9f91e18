import { expect, test } from 'vitest';
import { later } from './instants.ts';

test('adding to an instant keeps its microseconds, and stays within the supported years', () => {
  expect(later('2026-01-31T23:59:59.123456Z', 1)).toBe('2026-02-01T00:00:00.123456Z');
  expect(later('2026-01-01T00:00:00.000007Z', -1)).toBe('2025-12-31T23:59:59.000007Z');
  expect(later('9999-12-31T00:00:00.000007Z', 2 * 86_400)).toBe('9999-12-31T23:59:59.999007Z');
  expect(later('0001-01-02T00:00:00.000007Z', -2 * 86_400)).toBe('0001-01-01T00:00:00.000007Z');
});
