import { expect, it } from 'vitest';
import { isolated } from './isolated.ts';

it('sets apart a name that is written from right to left, and leaves others alone', () => {
  expect(isolated('ليلى')).toBe('\u2068ليلى\u2069');
  expect(isolated(isolated('ليلى'))).toBe('\u2068ليلى\u2069');
  expect(isolated('Maya Lindqvist')).toBe('Maya Lindqvist');
});
