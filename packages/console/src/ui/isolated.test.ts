import { expect, it } from 'vitest';
import { isolated } from './language.ts';

it('isolates a right-to-left name, and leaves others unchanged', () => {
  expect(isolated('ليلى')).toBe('\u2068ليلى\u2069');
  expect(isolated(isolated('ليلى'))).toBe('\u2068ليلى\u2069');
  expect(isolated('Maya Lindqvist')).toBe('Maya Lindqvist');
});
