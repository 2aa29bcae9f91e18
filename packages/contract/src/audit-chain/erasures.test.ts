import { describe, expect, test } from 'vitest';
import { type Erasure, Erasures } from './erasures.ts';

const row = { of: 'grants', id: '00000000-0000-4000-8000-000000000001', rowNo: 3 } as const;
const erasure = (no: number, remains: string): Erasure => ({
  ...row,
  no,
  original: 'as covered',
  remains,
  line: null,
  lineNow: null,
});
const left = (all: readonly Erasure[], found: string) =>
  new Erasures(all).left({ ...row, committed: 'as covered', found });

describe('what stands in a row of which something was erased', () => {
  const [first, second] = [erasure(7, 'without the reason'), erasure(7, 'without the giver either')];

  test('is what one change left that took two things out of it, in whatever order they are read', () => {
    expect(left([first, second], second.remains)).toBe(true);
    expect(left([second, first], second.remains)).toBe(true);
  });

  test('is not what an earlier change left, in whatever order they are read', () => {
    const later = erasure(9, 'without the place');
    for (const all of [
      [first, later],
      [later, first],
    ]) {
      expect(left(all, later.remains)).toBe(true);
      expect(left(all, first.remains)).toBe(false);
    }
    expect(left([first], 'something else')).toBe(false);
  });
});
