// biome-ignore-all lint/a11y/noRedundantRoles: a table whose display is not that of a table loses its own roles
import type { ReactNode } from 'react';
import { Checkbox } from './choices.tsx';
import { classNames } from './class-names.ts';
import { ArrowDownIcon, ArrowUpIcon } from './icons.tsx';
import type { Column, DataTableProps, Sort } from './table-model.ts';
import { words } from './words.ts';
import './data-table.css';

/** The head of a `DataTable`: sort buttons, and the tick box for all rows in sight. */
export function DataTableHead<R>({
  table,
  columns,
}: {
  table: DataTableProps<R>;
  columns: readonly Column<R>[];
}): ReactNode {
  return (
    <thead role="rowgroup">
      <tr role="row">
        {table.selection && <PickAll table={table} />}
        {columns.map((column) => (
          <Head key={column.id} column={column} table={table} />
        ))}
      </tr>
    </thead>
  );
}

function Head<R>({ column, table }: { column: Column<R>; table: DataTableProps<R> }): ReactNode {
  const sorted = table.sort?.id === column.id ? table.sort : undefined;
  const props = {
    role: 'columnheader',
    className: classNames(column.end && 'numeric', column.spare && 'spare'),
    style: column.width === undefined ? undefined : { width: column.width },
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
        onChange={(checked) => table.selection?.onChange(new Set(checked ? ids : []))}
      />
    </th>
  );
}

function nextSort({ id, downFirst = false }: Column<never>, now: Sort | undefined): Sort {
  return { id, down: now ? !now.down : downFirst };
}
