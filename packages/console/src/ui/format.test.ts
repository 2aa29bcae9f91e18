import { expect, it } from 'vitest';
import { formatFirst } from './format.ts';

const others = (count: number) => `${count} more`;

it('lists the first names, and counts the others if there are at least two', () => {
  const names = Array.from({ length: 100 }, (_, at) => `role ${at + 1}`);
  expect(formatFirst(names, 2, others)).toBe('role 1, role 2, and 98 more');
  expect(formatFirst(names.slice(0, 3), 2, others)).toBe('role 1, role 2, and role 3');
  expect(formatFirst([], 2, others)).toBe('');
});
