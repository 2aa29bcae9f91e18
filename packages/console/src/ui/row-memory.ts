import { type RefObject, useEffect, useRef } from 'react';

/** The last row that the user reached in each table, by the entry of the browser's history and the table's name. */
const rows = new Map<string, string>();

// The router gives each history entry a key. Back and Forward restore it.
const placeOf = (table: string): string => `${String(Reflect.get(Object(history.state), '__TSR_key'))} ${table}`;

/**
 * Focuses the row that the user last reached in this entry of the history, when Back or Forward returns to it.
 * @param last the row that the user reached last
 * @param arrive reveals and focuses a row. Returns false while the row is not drawn yet, and is then called again.
 */
export function useReturnToRow(
  table: string,
  body: RefObject<HTMLElement | null>,
  last: string | undefined,
  loaded: boolean,
  arrive: (row: string) => boolean,
): void {
  const latest = useRef(last);
  const wanted = useRef<string>(undefined);
  useEffect(() => {
    latest.current = last;
  });
  useEffect(() => {
    wanted.current = rows.get(placeOf(table));
    // Store the row before a click or a key leaves the page, because the history then has another entry.
    const note = ({ target }: Event) => {
      const row = target instanceof HTMLElement && body.current?.contains(target) && target.closest('[data-row]');
      const id = row instanceof HTMLElement ? row.dataset.row : latest.current;
      if (id !== undefined) rows.set(placeOf(table), id);
    };
    document.addEventListener('click', note, true);
    document.addEventListener('keydown', note, true);
    return () => {
      document.removeEventListener('click', note, true);
      document.removeEventListener('keydown', note, true);
    };
  }, [table, body]);
  useEffect(() => {
    if (wanted.current === undefined || !loaded) return;
    if (!isFocusFree() || arrive(wanted.current)) wanted.current = undefined;
  });
}

/** Whether nothing on the screen has the focus. The frame focuses `main` after each navigation. */
const isFocusFree = (): boolean =>
  document.activeElement === null || document.activeElement === document.body || document.activeElement.id === 'main';
