import type { Page } from '@licet/contract';
import { formatNumber } from '../ui/format.ts';
import type { Sort } from '../ui/table-model.ts';

/** `-name` of the address as the table has it. */
export function readSort(sort: string | undefined, first: string): Sort {
  const text = sort ?? first;
  return text.startsWith('-') ? { id: text.slice(1), down: true } : { id: text, down: false };
}

/** The table's sort as the address has it. */
export const writeSort = ({ id, down }: Sort): string => (down ? `-${id}` : id);

/** "1,204", or "10,000+" beyond the bound. */
export const totalOf = ({ total, atLeast }: Pick<Page<unknown>, 'total' | 'atLeast'>): string =>
  `${formatNumber(total)}${atLeast ? '+' : ''}`;

/** Where a page of a list lies: the page before it, and how many rows come before its first. */
export interface Place {
  readonly before: string | undefined;
  readonly offset: number;
}

/** "51 to 100 of 1,204"; without the place when the page was opened by its address. */
export function countOf(page: Page<unknown>, place: Place | undefined): string {
  const shown = page.items.length;
  if (shown === 0) return 'None';
  if (place === undefined) return `${formatNumber(shown)} of ${totalOf(page)}`;
  return `${formatNumber(place.offset + 1)} to ${formatNumber(place.offset + shown)} of ${totalOf(page)}`;
}
