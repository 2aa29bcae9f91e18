import { describe, expect, it } from 'vitest';
import { countOf, readSort, writeSort } from './list-places.ts';

const page = (items: number, total: number, atLeast = false) => ({
  items: Array.from({ length: items }, () => ({})),
  next: null,
  total,
  atLeast,
});

describe('a list in the address', () => {
  it('reads and writes the sort', () => {
    for (const sort of ['name', '-name', '-createdAt']) expect(writeSort(readSort(sort))).toBe(sort);
    expect(readSort('-at')).toEqual({ id: 'at', down: true });
  });

  it('shows the position of the page and the total', () => {
    expect(countOf(page(50, 1204), { before: undefined, offset: 0 })).toBe('1 to 50 of 1,204');
    expect(countOf(page(4, 10_000, true), { before: 'c', offset: 50 })).toBe('51 to 54 of 10,000+');
    expect(countOf(page(50, 105_205), { before: undefined, offset: 0 })).toBe('1 to 50 of 105,205');
    expect(countOf(page(50, 1204), undefined)).toBe('50 of 1,204');
    expect(countOf(page(0, 0), { before: undefined, offset: 0 })).toBe('None');
  });
});
