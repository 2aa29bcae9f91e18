// biome-ignore-all lint/a11y/noRedundantRoles: a table whose display is not that of a table loses its own roles
// biome-ignore-all lint/a11y/noAriaHiddenOnFocusable: a row without tabindex takes no focus
// biome-ignore-all lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose rows are reached by the arrows is a grid (ARIA APG)
// biome-ignore-all lint/a11y/useFocusableInteractive: the row has the focus, and its cells do not take it
import { useVirtualizer } from '@tanstack/react-virtual';
import { Fragment, type MouseEvent, type ReactNode, useMemo, useRef } from 'react';
import { classNames } from './class-names.ts';
import { ColumnEdge, sharesOf, type Widths } from './column-edge.tsx';
import { usePrinting } from './print.ts';
import { type RowKeys, useRowKeys } from './row-keys.ts';
import { ErrorState, Skeleton } from './states.tsx';
import type { Column, DataTableProps, Sort } from './table-model.ts';
import './data-table.css';
import { Checkbox } from './choices.tsx';
import { ArrowDownIcon, ArrowUpIcon } from './icons.tsx';
import { words } from './words.ts';

const NO_ROWS: readonly never[] = [];
const NONE_PICKED: ReadonlySet<string> = new Set();
const VIRTUAL_FROM_ROWS = 150;
const ROW_PX = 38;
const COMPACT_ROW_PX = 30;

/** A list as a table, usable by keyboard and folded on a phone. The screen does the sorting and paging. */
export function DataTable<R extends object>(props: DataTableProps<R>): ReactNode {
  const { label, columns, rows, rowId, selection, busy, error, onRetry, empty, hidden, inline, openId, groupOf } =
    props;
  const scroller = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);

  const shownColumns = useMemo(() => columns.filter(({ id }) => !hidden?.includes(id)), [columns, hidden]);
  const list = rows ?? NO_ROWS;
  const printing = usePrinting();
  const virtual = list.length > VIRTUAL_FROM_ROWS && !inline && !groupOf && !printing;
  // biome-ignore lint/nursery/useReactCompiler: the virtualizer reads its own mutable state; nothing here is memoised by it
  const windowed = useVirtualizer({
    count: list.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (props.compact ? COMPACT_ROW_PX : ROW_PX),
    overscan: 12,
    enabled: virtual,
  });
  const keys = useRowKeys(props, list, body, (index) => virtual && windowed.scrollToIndex(index));

  const items = windowed.getVirtualItems();
  const start = virtual ? (items[0]?.index ?? 0) : 0;
  const end = virtual ? (items.at(-1)?.index ?? -1) + 1 : list.length;
  const span = shownColumns.length + (selection ? 1 : 0);
  const nothing = rows !== undefined && rows.length === 0;
  const failed = error !== undefined && error !== null && rows === undefined;

  const grid = { role: 'grid', 'aria-label': label, 'aria-busy': busy === true || rows === undefined };
  const table = (
    <table
      className={classNames('table fold', inline && 'tight', props.compact && 'dense', props.widths && 'sized')}
      {...grid}
      {...(virtual && { 'aria-rowcount': list.length + 1 })}
    >
      <DataTableHead table={props} columns={shownColumns} />
      <tbody ref={body} role="rowgroup" onKeyDown={keys.onKeyDown}>
        {rows === undefined && !failed && <SkeletonRows table={props} columns={shownColumns} />}
        <Spacer px={virtual ? (items[0]?.start ?? 0) : 0} span={span} />
        {list.slice(start, end).map((row, offset) => {
          const index = start + offset;
          const id = rowId(row);
          const group = groupOf?.(row);
          const before = index > 0 ? list[index - 1] : undefined;
          const opensGroup = group && (before === undefined || groupOf?.(before).id !== group.id);
          return (
            <Fragment key={id}>
              {opensGroup && <GroupRow span={span}>{group.head}</GroupRow>}
              <DataTableRow
                row={row}
                id={id}
                index={index}
                table={props}
                columns={shownColumns}
                keys={keys}
                open={openId === id}
                reachable={keys.cursor === undefined ? index === start : keys.cursor === id}
              />
            </Fragment>
          );
        })}
        <Spacer px={virtual ? windowed.getTotalSize() - (items.at(-1)?.end ?? 0) : 0} span={span} />
      </tbody>
    </table>
  );
  const notes = (
    <>
      {failed && <ErrorState error={error} onRetry={onRetry} />}
      {nothing && empty}
    </>
  );
  if (inline) return <>{nothing || failed ? notes : table}</>;
  return (
    <div
      className={classNames(
        'body',
        busy && 'busy',
        rows === undefined && !failed && 'on-its-way',
        selection && selection.picked.size > 0 && 'above-bar',
      )}
      ref={scroller}
    >
      {nothing || failed ? notes : table}
    </div>
  );
}

function GroupRow({ span, children }: { span: number; children: ReactNode }): ReactNode {
  return (
    <tr className="row-heading">
      <th colSpan={span} scope="rowgroup">
        {children}
      </th>
    </tr>
  );
}

function Spacer({ px, span }: { px: number; span: number }): ReactNode {
  if (px <= 0) return null;
  return (
    <tr className="spacer" aria-hidden={true}>
      <td colSpan={span} style={{ height: px }} />
    </tr>
  );
}

/** The header of a `DataTable`: sort buttons, and a checkbox that selects all visible rows. */
function DataTableHead<R>({ table, columns }: { table: DataTableProps<R>; columns: readonly Column<R>[] }): ReactNode {
  const ids = columns.map(({ id }) => id);
  const widths = table.widths && sharesOf(ids, table.widths);
  return (
    <thead role="rowgroup">
      <tr role="row">
        {table.selection && <PickAll table={table} />}
        {columns.map((column, place) => (
          <Head key={column.id} column={column} next={ids[place + 1]} widths={widths} table={table} />
        ))}
      </tr>
    </thead>
  );
}

interface HeadProps<R> {
  column: Column<R>;
  /** The id of the next column. */
  next: string | undefined;
  /** The widths of the shown columns, if the reader has chosen them. */
  widths: Widths | undefined;
  table: DataTableProps<R>;
}

function Head<R>({ column, next, widths, table }: HeadProps<R>): ReactNode {
  const sorted = table.sort?.id === column.id ? table.sort : undefined;
  const share = widths?.[column.id];
  const width = share === undefined ? column.width : `${share}%`;
  const hasEdge = table.onWidths !== undefined && next !== undefined;
  const props = {
    role: 'columnheader',
    'data-column': column.id,
    'data-fixed': column.fixed,
    className: classNames(column.end && 'numeric', spareClass(column)),
    style: width === undefined ? undefined : { width },
    ...(sorted && { 'aria-sort': sorted.down ? ('descending' as const) : ('ascending' as const) }),
  };
  const onSort = table.onSort;
  return (
    <th scope="col" {...props}>
      {column.sortable && onSort ? (
        <button type="button" onClick={() => onSort(nextSort(column, sorted))}>
          {column.head}
          {sorted && (sorted.down ? <ArrowDownIcon small /> : <ArrowUpIcon small />)}
        </button>
      ) : (
        column.head
      )}
      {hasEdge && table.onWidths && (
        <ColumnEdge column={[column.id, next]} head={column.head} width={share} onChange={table.onWidths} />
      )}
    </th>
  );
}

function PickAll<R>({ table }: { table: DataTableProps<R> }): ReactNode {
  const ids = (table.rows ?? []).map(table.rowId);
  const picked = ids.filter((id) => table.selection?.picked.has(id)).length;
  const all = ids.length > 0 && picked === ids.length;
  return (
    <th scope="col" className="pick" role="columnheader">
      <Checkbox
        label={words.selectAll}
        hideLabel
        checked={all}
        mixed={picked > 0 && !all}
        disabled={ids.length === 0}
        onChange={(checked) => {
          const before = table.selection?.picked ?? NONE_PICKED;
          table.selection?.onChange(checked ? before.union(new Set(ids)) : before.difference(new Set(ids)));
        }}
      />
    </th>
  );
}

function nextSort({ id, downFirst = false }: Column<never>, now: Sort | undefined): Sort {
  return { id, down: now ? !now.down : downFirst };
}

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
function DataTableRow<R>({ row, id, index, table, columns, keys, open, reachable }: DataTableRowProps<R>): ReactNode {
  const { selection, onOpen, rowName, isFresh } = table;
  // The cells stay when only the cursor or the selection moves.
  const cells = useMemo(
    () =>
      columns.map((column) => (
        <td key={column.id} className={cellClass(column)} role="gridcell">
          <div className="cell">{column.cell(row)}</div>
        </td>
      )),
    [columns, row],
  );
  // The change event of a checkbox does not tell whether Shift is down.
  const range = useRef(false);
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
    <tr
      className={classNames((onOpen || selection) && 'clickable', open && 'cursor', isFresh?.(row) && 'fresh')}
      {...props}
    >
      {selection && (
        <td className="pick" role="gridcell">
          <Checkbox
            label={words.selectRow(rowName?.(row) ?? id)}
            hideLabel
            tabIndex={reachable ? 0 : -1}
            checked={selection.picked.has(id)}
            onClick={(event) => {
              range.current = event.shiftKey;
            }}
            onChange={() => keys.pick(row, range.current)}
          />
        </td>
      )}
      {cells}
    </tr>
  );
}

const SKELETON_ROWS = 8;

/** Grey placeholder rows, shown while the first page loads. */
function SkeletonRows<R>({ table, columns }: { table: DataTableProps<R>; columns: readonly Column<R>[] }): ReactNode {
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
  return classNames(column.end && 'numeric', spareClass(column), column.fold !== undefined && `fold-${column.fold}`);
}

const spareClass = <R,>({ spare }: Column<R>) => (spare === 'first' ? 'spare spare-first' : spare && 'spare');
