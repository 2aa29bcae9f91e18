import { type ReactNode, useMemo } from 'react';
import { DataTable } from '../../ui/data-table.tsx';
import type { DataTableProps } from '../../ui/table-model.ts';
import { useNow } from '../../ui/time.tsx';
import { type AccessLine, type AccessRow, isFresh, linesOf } from './access-rows.ts';
import './users.css';

export interface AccessTableProps extends Omit<DataTableProps<AccessLine>, 'rowId' | 'isFresh' | 'rows' | 'onOpen'> {
  rows: readonly AccessRow[] | undefined;
  onOpen: (row: AccessRow) => void;
}

/** Entries of the tab Access, with a line for each path. A line whose grant began a moment ago is highlighted. */
export function AccessTable({ rows, onOpen, ...props }: AccessTableProps): ReactNode {
  const now = useNow();
  const lines = useMemo(() => rows?.flatMap(linesOf), [rows]);
  return (
    <DataTable
      {...props}
      rows={lines}
      rowId={lineId}
      onOpen={({ row }) => onOpen(row)}
      isFresh={(line) => isFresh(line, now)}
    />
  );
}

const lineId = ({ id }: AccessLine) => id;
