import type { Page } from '@licet/contract';
import type { Sort } from '../ui/table-model.ts';
import { listOf } from './address.ts';
import { countText, totalOf } from './totals.ts';
import { pageWords as words } from './words.ts';

/** Reads `-name` of the address as the table's sort. */
export function readSort(sort: string): Sort {
  return sort.startsWith('-') ? { id: sort.slice(1), down: true } : { id: sort, down: false };
}

/** Writes the table's sort for the address. */
export const writeSort = ({ id, down }: Sort): string => (down ? `-${id}` : id);

/** The position of a page in a list: the previous page, and the number of rows before it. */
export interface Place {
  readonly before: string | undefined;
  readonly offset: number;
}

/** "51 to 100 of 1,204"; without the position if the address opened the page. */
export function countOf(page: Page<unknown>, place: Place | undefined): string {
  const shown = page.items.length;
  if (shown === 0) return words.none;
  if (place === undefined) return words.some(countText(shown), totalOf(page));
  return words.range(countText(place.offset + 1), countText(place.offset + shown), totalOf(page));
}

/** The position of the page that an address names. */
export function placeOf(address: object, cursor: string | undefined): Place | undefined {
  return cursor === undefined ? { before: undefined, offset: 0 } : places.get(keyOf(address, cursor));
}

export function notePlace(address: object, cursor: string, place: Place): void {
  places.set(keyOf(address, cursor), place);
}

// Kept beyond the screen, so that returning to a page still knows the previous one.
const places = new Map<string, Place>();

const keyOf = (address: object, cursor: string): string => JSON.stringify([location.pathname, listOf(address), cursor]);
