import { useState } from 'react';
import type { Selection } from '../../ui/table-model.ts';

/** The selected rows of a list, including those on other pages. */
export interface Selected<R> {
  readonly picked: ReadonlyMap<string, R>;
  /** Whether any row was ever selected. The bar stays mounted from then on, because unmounting it would cancel its work. */
  readonly used: boolean;
  /** For `DataTable`. */
  readonly selection: Selection;
  readonly replace: (rows: readonly R[]) => void;
  /** Ends the selection of these rows. Rows that are selected later, or in another list, stay selected. */
  readonly clear: () => void;
}

const NONE: ReadonlyMap<string, never> = new Map<string, never>();

/**
 * The selection of a list.
 * @param rows the rows in sight
 * @param of identifies the list without its page and order; another list starts without a selection
 */
export function useSelection<R extends { readonly id: string }>(rows: readonly R[], of: string): Selected<R> {
  const [used, setUsed] = useState(false);
  const [kept, setKept] = useState<{ of: string; picked: ReadonlyMap<string, R> }>({ of, picked: NONE });
  const picked = kept.of === of ? kept.picked : NONE;
  const replace = (next: readonly R[]) => {
    setKept({ of, picked: new Map(next.map((row) => [row.id, row])) });
    setUsed(used || next.length > 0);
  };
  return {
    picked,
    used,
    selection: {
      picked: new Set(picked.keys()),
      onChange: (ids) => {
        const known = new Map([...picked, ...rows.map((row) => [row.id, row] as const)]);
        replace([...ids].flatMap((id) => known.get(id) ?? []));
      },
    },
    replace,
    clear: () =>
      setKept((now) =>
        now.of === of ? { of, picked: new Map([...now.picked].filter(([id]) => !picked.has(id))) } : now,
      ),
  };
}
