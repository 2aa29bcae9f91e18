import type { Page } from '@licet/contract';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { PagerProps } from '../ui/pager.tsx';
import type { Sort } from '../ui/table-model.ts';
import { countOf, type Place, readSort, writeSort } from './list-search.ts';
import { useTyped } from './typed-search.ts';

/** A list whose search, sort, page and filters are in the address. */
export interface ListSearch {
  /** Everything that the address says. */
  readonly search: Readonly<Record<string, string | undefined>>;
  /** What is typed; it reaches the address after a pause. For `SearchField`. */
  readonly text: string;
  readonly setText: (text: string) => void;
  /** For `DataTable`. */
  readonly sort: Sort;
  readonly setSort: (sort: Sort) => void;
  /** Sets or takes away a filter, or anything else of the address; the list begins again at its first page. */
  readonly set: (changes: Record<string, string | undefined>) => void;
  /** For `Pager`. */
  readonly pager: (page: Page<unknown> | undefined) => Pick<PagerProps, 'count' | 'onPrevious' | 'onNext'>;
}

/** @param first the sort while the address names none, as `name` or `-at`. */
export function useListSearch(first: string): ListSearch {
  const search: Record<string, string | undefined> = useSearch({ strict: false });
  const navigate = useNavigate();
  const go = (changes: Record<string, string | undefined>, replace = false) =>
    void navigate({
      to: '.',
      search: ((before: Record<string, string | undefined>) => ({ ...before, ...changes })) as never,
      replace,
    });
  const [text, setText] = useTyped(search.q ?? '', (q) => go({ q: q.trim() || undefined, cursor: undefined }, true));

  return {
    search,
    text,
    setText,
    sort: readSort(search.sort, first),
    setSort: (sort) => go({ sort: writeSort(sort) === first ? undefined : writeSort(sort), cursor: undefined }, true),
    set: (changes) => go({ cursor: undefined, ...changes }),
    pager: (page) => {
      if (!page) return { count: '' };
      const { cursor } = search;
      const { next } = page;
      const place = cursor === undefined ? { before: undefined, offset: 0 } : places.get(placeKey(search, cursor));
      const onNext = () => {
        if (next === null) return;
        places.set(placeKey(search, next), { before: cursor, offset: (place?.offset ?? 0) + page.items.length });
        go({ cursor: next });
      };
      return {
        count: countOf(page, place),
        ...(cursor !== undefined && { onPrevious: () => go({ cursor: place?.before }) }),
        ...(next !== null && { onNext }),
      };
    },
  };
}

// Kept beyond the screen, so that coming back to a page still knows the way to the one before.
const places = new Map<string, Place>();

function placeKey({ q, sort, ...rest }: ListSearch['search'], cursor: string): string {
  const { cursor: _cursor, open: _open, add: _add, edit: _edit, ...filters } = rest;
  return JSON.stringify([location.pathname, q, sort, Object.entries(filters).sort(), cursor]);
}
