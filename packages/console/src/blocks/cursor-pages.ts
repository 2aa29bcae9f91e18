import type { Page } from '@licet/contract';
import { useRef } from 'react';
import { formatNumber } from '../ui/format.ts';

/** What the foot of a list that pages by cursor needs. */
export interface CursorPages {
  /** "51 to 100 of 1,942". */
  count: string;
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
}

interface Place {
  before: string | undefined;
  offset: number;
}

/**
 * Pages a list by the cursor in the address. A page that was opened by its address knows none before it: its way back is
 * the first page, and its count is the total alone.
 */
export function useCursorPages(
  page: Page<unknown> | undefined,
  cursor: string | undefined,
  go: (cursor: string | undefined) => void,
): CursorPages {
  const places = useRef(new Map<string, Place>());
  if (!page) return { count: '', onPrevious: undefined, onNext: undefined };
  const place = cursor === undefined ? { before: undefined, offset: 0 } : places.current.get(cursor);
  const { next, items } = page;
  const first = (place?.offset ?? 0) + 1;
  const range = `${formatNumber(first)} to ${formatNumber(first + items.length - 1)} of ${totalOf(page)}`;
  return {
    count: place === undefined || items.length === 0 ? totalOf(page) : range,
    onPrevious: cursor === undefined ? undefined : () => go(place?.before),
    onNext:
      next === null
        ? undefined
        : () => {
            places.current.set(next, { before: cursor, offset: (place?.offset ?? 0) + items.length });
            go(next);
          },
  };
}

/** The total of a list that stops counting at a bound: "5,000+". */
export function totalOf({ total, atLeast }: Pick<Page<unknown>, 'total' | 'atLeast'>): string {
  return `${formatNumber(total)}${atLeast ? '+' : ''}`;
}
