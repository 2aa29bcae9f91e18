import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { plainKey } from './plain-key.ts';
import { useReturnToRow } from './row-memory.ts';
import type { DataTableProps } from './table-model.ts';

/** The state and handlers for keyboard and mouse, shared by the body and the rows of a table. */
export interface RowKeys<R> {
  /** The id of the row that has the keyboard focus. */
  cursor: string | undefined;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  onRowClick: (row: R, event: MouseEvent<HTMLElement>) => void;
  pick: (row: R, range: boolean) => void;
  setCursor: (id: string) => void;
}

/**
 * Handles the keys of a table:
 * - arrows, Home and End move; J and K move from anywhere on the screen
 * - Space and X select a row; with Shift, Space and the arrows select a range
 * - Enter opens a row, Escape ends the selection or closes the details
 * - Tab goes to the bar of the selected rows
 */
export function useRowKeys<R>(
  props: Pick<
    DataTableProps<R>,
    'label' | 'rowId' | 'onOpen' | 'selection' | 'onReach' | 'onEscape' | 'inline' | 'openId'
  >,
  rows: readonly R[],
  body: RefObject<HTMLElement | null>,
  reveal: (index: number) => void,
): RowKeys<R> {
  const { label, rowId, onOpen, selection, onReach, onEscape, inline, openId } = props;
  const [cursor, setCursor] = useState<string>();
  const [anchor, setAnchor] = useState<string>();

  const indexOf = (id: string | undefined) => rows.findIndex((row) => rowId(row) === id);

  const pick = (row: R, range: boolean) => {
    if (!selection) return;
    const id = rowId(row);
    const picked = new Set(selection.picked);
    const from = indexOf(anchor);
    const to = indexOf(id);
    if (range && from >= 0) {
      for (const between of rows.slice(Math.min(from, to), Math.max(from, to) + 1)) picked.add(rowId(between));
    } else if (!picked.delete(id)) picked.add(id);
    setAnchor(id);
    selection.onChange(picked);
  };

  const drawnRow = (id: string) => body.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`);

  useReturnToRow(label, body, cursor ?? openId, rows.length > 0, (id) => {
    const index = indexOf(id);
    if (index < 0) return true;
    const row = drawnRow(id);
    if (row) row.focus();
    else reveal(index);
    return row != null;
  });

  const moveTo = (index: number, asked = false) => {
    const row = rows[Math.min(Math.max(index, 0), rows.length - 1)];
    if (row === undefined) return;
    setCursor(rowId(row));
    reveal(rows.indexOf(row));
    onReach?.(row, asked);
    const drawn = () => drawnRow(rowId(row));
    // Focus the row immediately if it is rendered, because the next key may come before the next frame and must apply
    // to this row.
    const now = drawn();
    if (now) now.focus();
    else requestAnimationFrame(() => drawn()?.focus());
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const id = event.target instanceof HTMLElement ? event.target.dataset.row : undefined;
    const index = indexOf(id);
    const row = rows[index];
    if (row === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = (to: number) => {
      const next = rows[to];
      if (event.shiftKey && next !== undefined) pick(next, true);
      if (rows[to] !== undefined) moveTo(to);
      else (rowBeside(body.current, to < 0 ? -1 : 1) ?? (to < 0 ? searchField() : undefined))?.focus();
    };
    const actions = new Map<string, () => void>([
      ['ArrowDown', () => step(index + 1)],
      ['ArrowUp', () => step(index - 1)],
      ['Home', () => moveTo(0)],
      ['End', () => moveTo(rows.length - 1)],
      ['Enter', () => onOpen?.(row)],
      [' ', () => pick(row, event.shiftKey)],
    ]);
    if (onEscape) actions.set('Escape', onEscape);
    const bar = selectionBar();
    if (selection && selection.picked.size > 0) {
      actions.set('Escape', () => selection.onChange(new Set()));
      if (bar && !event.shiftKey) actions.set('Tab', () => bar.focus());
    }
    const action = actions.get(event.key);
    if (!action) return;
    event.preventDefault();
    action();
  };

  const onShortcut = (key: string): boolean => {
    const index = indexOf(cursor);
    const row = rows[index];
    if (key === 'J' || key === 'K') moveTo(row === undefined ? 0 : index + (key === 'J' ? 1 : -1), true);
    else if (key === 'X' && selection && row !== undefined) pick(row, false);
    else return false;
    return true;
  };
  useShortcuts(onShortcut, !inline && (selection !== undefined || onReach !== undefined));

  const onRowClick = (row: R, event: MouseEvent<HTMLElement>) => {
    if (event.target instanceof Element && event.target.closest('a, button, input, label, select, [role="button"]'))
      return;
    if (window.getSelection()?.type === 'Range') return;
    setCursor(rowId(row));
    if (selection && (event.shiftKey || event.ctrlKey || event.metaKey)) pick(row, event.shiftKey);
    else if (onReach) onReach(row, true);
    else onOpen?.(row);
  };

  return { cursor: indexOf(cursor) >= 0 ? cursor : undefined, onKeyDown, onRowClick, pick, setCursor };
}

/** Calls `onKey` with the upper-case key of each shortcut that is pressed on the screen. */
function useShortcuts(onKey: (key: string) => boolean, enabled: boolean): void {
  const latest = useRef(onKey);
  useEffect(() => {
    latest.current = onKey;
  });
  useEffect(() => {
    if (!enabled) return;
    const listen = (event: globalThis.KeyboardEvent) => {
      const key = event.repeat || event.shiftKey ? undefined : plainKey(event);
      if (key !== undefined && latest.current(key)) event.preventDefault();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [enabled]);
}

/** The row before (-1) or after (1) a table, in another table of the screen. */
function rowBeside(table: HTMLElement | null, step: -1 | 1): HTMLElement | undefined {
  const all = [...document.querySelectorAll<HTMLElement>('#main [role="grid"] [data-row]')];
  const own = (row: HTMLElement) => table?.contains(row) === true;
  return all.some(own) ? all[step < 0 ? all.findIndex(own) - 1 : all.findLastIndex(own) + 1] : undefined;
}

/** The search field of the screen. */
export const searchField = () => document.querySelector<HTMLElement>('#main [aria-keyshortcuts="/"]');

/** The first button of the bar of selected rows. */
const selectionBar = () => document.querySelector<HTMLElement>('#main [data-bulk-bar] button');

/** Focuses the row, the cell or the leaf of the screen's table or tree that is in the tab order. Returns false if the screen has none. */
export function focusRow(): boolean {
  const row = document.querySelector<HTMLElement>(
    '#main :is([role="grid"] [data-row], [role="treeitem"])[tabindex="0"], #main [role="grid"] .cell-grid-focus',
  );
  row?.focus();
  return row !== null;
}
