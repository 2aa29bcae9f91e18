import type { Review } from '@licet/contract';
import { expect, it } from 'vitest';
import { progressOf } from './progress.ts';

const review = (state: Review['state'], lines: number, waiting: number) =>
  ({ state, counts: { lines: 3, pending: 1, handedOn: 0 }, mine: { lines, waiting } }) as Review;

it('counts the lines that the reviewer decides, and no others', () => {
  expect(progressOf(review('open', 2, 0))).toEqual({ decided: 2, lines: 2, own: true });
});

it('counts all lines for who decides none, and once the review is closed', () => {
  expect(progressOf(review('open', 0, 0))).toEqual({ decided: 2, lines: 3, own: false });
  expect(progressOf(review('closed', 2, 1))).toEqual({ decided: 2, lines: 3, own: false });
});

it('counts at once what was decided a moment ago', () => {
  const items = [
    { mine: true, state: 'kept' },
    { mine: true, state: 'pending' },
    { mine: false, state: 'kept' },
  ] as const;
  expect(progressOf(review('open', 2, 2), items)).toEqual({ decided: 1, lines: 2, own: true });
});
