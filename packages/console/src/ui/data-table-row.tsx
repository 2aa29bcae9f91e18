// biome-ignore-all lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose rows are reached by the arrows is a grid (ARIA APG)
// biome-ignore-all lint/a11y/useFocusableInteractive: the row has the focus, and its cells do not take it
// biome-ignore-all lint/a11y/noAriaHiddenOnFocusable: a row without tabindex takes no focus
import type { MouseEvent, ReactNode } from 'react';
import { Checkbox } from './choices.tsx';
import { classNames } from './class-names.ts';
import { Skeleton } from './states.tsx';
import type { Column, DataTableProps } from './table-model.ts';
import type { RowKeys } from './use-row-keys.ts';
import { words } from './words.ts';
import './data-table.css';

interface DataTableRowProps<R> {
  row: R;
  id: string;
  index: number;
  table: DataTableProps<R>;
  columns: readonly Column<R>[];
  keys: RowKeys<R>;
  /** Its details are open. */
  open: boolean;
  /** The row is in the tab order. */
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

/** Grey placeholder rows until the first answer. */
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
