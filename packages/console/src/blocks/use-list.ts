import type { Page } from '@licet/contract';
import { formatNumber } from '../ui/format.ts';
import type { PagerProps } from '../ui/pager.tsx';
import type { DataTableProps, Sort } from '../ui/table-model.ts';
import { listOf } from './address.ts';
import { useTyped } from './typed-search.ts';
import { pageWords as words } from './words.ts';

/** The address of a list: the contract's list query. */
export interface ListAddress<S extends string> {
  q?: string | undefined;
  sort?: S | undefined;
  cursor?: string | undefined;
}

/** A page of a list, as requested. */
export interface ListQuery<R> {
  data: Page<R> | undefined;
  error: unknown;
  isPlaceholderData: boolean;
  refetch: () => Promise<unknown>;
}

/** A list whose search, sort and page are in the address. */
export interface List {
  /** `<SearchField label="Name" {...list.search} />`: typed text reaches the address after a pause. */
  readonly search: { value: string; onChange: (text: string) => void };
  /** For `SortMenu`. */
  readonly sorting: { sort: Sort; onSort: (sort: Sort) => void };
  /** `<DataTable {...list.table(query)} … />`. */
  readonly table: <R>(
    query: ListQuery<R>,
  ) => Pick<DataTableProps<R>, 'rows' | 'sort' | 'onSort' | 'busy' | 'error' | 'onRetry'>;
  /**
   * `<Pager {...list.pager(query)} />`. `exact` is the exact total, for a list whose answer counts only up to a limit.
   */
  readonly pager: (
    query: ListQuery<unknown>,
    exact?: number,
  ) => { count: string } & Pick<PagerProps, 'empty' | 'onPrevious' | 'onNext' | 'pending' | 'waiting'>;
}

/**
 * A list of a screen: `const list = useList(...useAddress(route), 'name')`.
 * @param first the default sort, as `name` or `-at`
 */
export function useList<S extends string>(
  address: ListAddress<S>,
  change: (changes: ListAddress<S>, replace?: boolean) => void,
  first: S,
): List {
  const [value, onChange] = useTyped(address.q ?? '', (q) => change({ q: q.trim() || undefined }, true));
  const sorting = {
    sort: readSort(address.sort ?? first),
    // The cast is safe: a table sorts only by its columns, and the address reader drops unknown keys.
    onSort: (sort: Sort) => change({ sort: writeSort(sort) === first ? undefined : (writeSort(sort) as S) }, true),
  };
  return {
    search: { value, onChange },
    sorting,
    table: ({ data, error, isPlaceholderData, refetch }) => ({
      ...sorting,
      rows: data?.items,
      busy: isPlaceholderData,
      error,
      onRetry: () => void refetch(),
    }),
    pager: ({ data, isPlaceholderData }, exact) => {
      if (!data) return { count: '' };
      const { cursor } = address;
      const { next, items } = data;
      const place = placeOf(address, cursor);
      const onNext = () => {
        if (next === null) return;
        notePlace(address, next, { before: cursor, offset: (place?.offset ?? 0) + items.length });
        change({ cursor: next });
      };
      return {
        count: countOf(exact !== undefined && data.atLeast ? { ...data, total: exact, atLeast: false } : data, place),
        empty: items.length === 0 && cursor === undefined,
        pending: isPlaceholderData && cursor !== undefined,
        waiting: isPlaceholderData,
        ...(cursor !== undefined && { onPrevious: () => change({ cursor: place?.before }) }),
        ...(next !== null && { onNext }),
      };
    },
  };
}

/** Reads `-name` of the address as the table's sort. */
export function readSort(sort: string): Sort {
  return sort.startsWith('-') ? { id: sort.slice(1), down: true } : { id: sort, down: false };
}

/** Writes the table's sort for the address. */
export const writeSort = ({ id, down }: Sort): string => (down ? `-${id}` : id);

/** The position of a page in a list: the previous page, and the number of rows before it. */
interface Place {
  readonly before: string | undefined;
  readonly offset: number;
}

/**
 * "51 to 100 of 1,204". Without the position if the page was opened by its address, since the position is unknown then.
 */
export function countOf(page: Page<unknown>, place: Place | undefined): string {
  const shown = page.items.length;
  if (shown === 0) return words.none;
  if (place === undefined) return words.some(countText(shown), totalOf(page));
  return words.range(countText(place.offset + 1), countText(place.offset + shown), totalOf(page));
}

/** The position of the page that an address names. */
function placeOf(address: object, cursor: string | undefined): Place | undefined {
  return cursor === undefined ? { before: undefined, offset: 0 } : places.get(keyOf(address, cursor));
}

function notePlace(address: object, cursor: string, place: Place): void {
  places.set(keyOf(address, cursor), place);
}

// Outside of the component, so that a list still knows the previous page when the user returns to it.
const places = new Map<string, Place>();

const keyOf = (address: object, cursor: string): string => JSON.stringify([location.pathname, listOf(address), cursor]);

/** The items of a list from all of its pages, up to a limit. */
export interface AllItems<Item> {
  items: Item[];
  /** Whether the list has more items than were read. */
  more: boolean;
}

/** Reads a list to its end, or up to `most` items. */
export async function everyPage<Item>(
  read: (cursor: string | undefined) => Promise<Pick<Page<Item>, 'items' | 'next'>>,
  most: number,
): Promise<AllItems<Item>> {
  const items: Item[] = [];
  let cursor: string | undefined;
  do {
    const page = await read(cursor);
    items.push(...page.items);
    cursor = page.next ?? undefined;
  } while (cursor !== undefined && items.length < most);
  return { items, more: cursor !== undefined };
}

/** A number with separators: "13,790". */
export const countText = (count: number): string => formatNumber(count);

/** The total of a list. The server stops counting at a limit: "1,204", or "10,000+". */
export const totalOf = ({ total, atLeast }: Pick<Page<unknown>, 'total' | 'atLeast'>): string =>
  `${countText(total)}${atLeast ? '+' : ''}`;
