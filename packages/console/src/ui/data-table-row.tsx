// biome-ignore-all lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose rows are reached by the arrows is a grid (ARIA APG)
// biome-ignore-all lint/a11y/useFocusableInteractive: the row has the focus, and its cells do not take it
// biome-ignore-all lint/a11y/noAriaHiddenOnFocusable: a row without tabindex takes no focus
import { type KeyboardEvent, type MouseEvent, type ReactNode, type RefObject, useState } from 'react';
import { Checkbox } from './choices.tsx';
import { classNames } from './class-names.ts';
import { Skeleton } from './states.tsx';
import type { Column, DataTableProps } from './table-model.ts';
import { words } from './words.ts';
import './data-table.css';

interface DataTableRowProps<R> {
  row: R;
  id: string;
  index: number;
  table: DataTableProps<R>;
  columns: readonly Column<R>[];
  keys: RowKeys<R>;
  /** Whether the row's details are open. */
  open: boolean;
  /** Whether the row is in the tab order. */
  reachable: boolean;
}

/** One row of a `DataTable`. */
export function DataTableRow<R>({
  row,
  id,
  index,
  table,
  columns,
  keys,
  open,
  reachable,
}: DataTableRowProps<R>): ReactNode {
  const { selection, onOpen, rowName } = table;
  const props = {
    role: 'row',
    'data-row': id,
    'aria-rowindex': index + 2,
    tabIndex: reachable ? 0 : -1,
    onClick: (event: MouseEvent<HTMLElement>) => keys.onRowClick(row, event),
    onFocus: () => keys.setCursor(id),
    ...(selection && { 'aria-selected': selection.picked.has(id) }),
    ...(open && { 'aria-current': true }),
  };
  return (
    <tr className={classNames((onOpen || selection) && 'clickable', open && 'cursor')} {...props}>
      {selection && (
        <td className="pick" role="gridcell">
          <Checkbox
            label={words.selectRow(rowName?.(row) ?? id)}
            hideLabel
            checked={selection.picked.has(id)}
            onClick={(event) => {
              if (!event.shiftKey) return;
              event.preventDefault();
              keys.pick(row, true);
            }}
            onChange={() => keys.pick(row, false)}
          />
        </td>
      )}
      {columns.map((column) => (
        <td key={column.id} className={cellClass(column)} role="gridcell">
          <div className="cell">{column.cell(row)}</div>
        </td>
      ))}
    </tr>
  );
}

const SKELETON_ROWS = 8;

/** Grey placeholder rows, shown while the first page loads. */
export function SkeletonRows<R>({
  table,
  columns,
}: {
  table: DataTableProps<R>;
  columns: readonly Column<R>[];
}): ReactNode {
  return Array.from({ length: table.skeletonRows ?? SKELETON_ROWS }, (_, line) => line).map((line) => (
    <tr key={line} className="waiting" aria-hidden={true}>
      {table.selection && <td className="pick" />}
      {columns.map((column, place) => (
        <td key={column.id} className={cellClass(column)}>
          <Skeleton width={column.skeleton ?? 60 + ((line * 37 + place * 53) % 70)} />
        </td>
      ))}
    </tr>
  ));
}

function cellClass<R>(column: Column<R>): string {
  return classNames(
    column.end && 'numeric',
    column.spare && 'spare',
    column.fold !== undefined && `fold-${column.fold}`,
  );
}

/** The state and handlers for keyboard and mouse, shared by the body and the rows of a table. */
interface RowKeys<R> {
  /** The id of the row at which the keyboard is. */
  cursor: string | undefined;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  onRowClick: (row: R, event: MouseEvent<HTMLElement>) => void;
  pick: (row: R, range: boolean) => void;
  setCursor: (id: string) => void;
}

/** Handles arrows, Home, End, Enter and Space; with Shift a range is selected. */
export function useRowKeys<R>(
  props: Pick<DataTableProps<R>, 'rowId' | 'onOpen' | 'selection'>,
  rows: readonly R[],
  body: RefObject<HTMLElement | null>,
  reveal: (index: number) => void,
): RowKeys<R> {
  const { rowId, onOpen, selection } = props;
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

  const moveTo = (index: number) => {
    const row = rows[Math.min(Math.max(index, 0), rows.length - 1)];
    if (row === undefined) return;
    setCursor(rowId(row));
    reveal(rows.indexOf(row));
    const drawn = () => body.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(rowId(row))}"]`);
    // Focus the row now if it is rendered: the next key may come before the next frame and must apply to this row.
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
      moveTo(to);
    };
    const actions = new Map<string, () => void>([
      ['ArrowDown', () => step(index + 1)],
      ['ArrowUp', () => step(index - 1)],
      ['Home', () => moveTo(0)],
      ['End', () => moveTo(rows.length - 1)],
      ['Enter', () => onOpen?.(row)],
      [' ', () => pick(row, event.shiftKey)],
    ]);
    const action = actions.get(event.key);
    if (!action) return;
    event.preventDefault();
    action();
  };

  const onRowClick = (row: R, event: MouseEvent<HTMLElement>) => {
    if (event.target instanceof Element && event.target.closest('a, button, input, label, select, [role="button"]'))
      return;
    if (window.getSelection()?.type === 'Range') return;
    setCursor(rowId(row));
    if (selection && (event.shiftKey || event.ctrlKey || event.metaKey)) pick(row, event.shiftKey);
    else onOpen?.(row);
  };

  return { cursor: indexOf(cursor) >= 0 ? cursor : undefined, onKeyDown, onRowClick, pick, setCursor };
}
