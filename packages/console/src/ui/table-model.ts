import type { ReactNode } from 'react';

/** One column of a `DataTable`. */
export interface Column<R> {
  id: string;
  head: string;
  cell: (row: R) => ReactNode;
  /** The list can be sorted by it; the screen does it (`sort`, `onSort`). */
  sortable?: boolean | undefined;
  /** The latest or the most first, as one would expect of times; the first press of the head then sorts down. */
  downFirst?: boolean | undefined;
  /** Numbers and dates: at the end of the cell. */
  end?: boolean | undefined;
  /** Where it stands on a phone: 1 the name, 2 at its right, 3 and 4 below. Without it, it waits in the detail. */
  fold?: 1 | 2 | 3 | 4 | undefined;
  /** Only when there is room: goes while details are open beside the table. */
  spare?: boolean | undefined;
  /** CSS width, such as `12rem`; the browser decides otherwise. */
  width?: string | undefined;
  /** The width of the grey bar while loading, px. */
  skeleton?: number | undefined;
}

/** What the list is sorted by. */
export interface Sort {
  id: string;
  down: boolean;
}

/** Rows one picked. Kept by the screen. */
export interface Selection {
  picked: ReadonlySet<string>;
  onChange: (picked: ReadonlySet<string>) => void;
}

export interface DataTableProps<R> {
  /** The name of the table, for screen readers. */
  label: string;
  columns: readonly Column<R>[];
  /** Nothing yet: grey rows in the shape of rows. */
  rows: readonly R[] | undefined;
  rowId: (row: R) => string;
  /** The name of a row, for its tick box. */
  rowName?: ((row: R) => string) | undefined;
  sort?: Sort | undefined;
  onSort?: ((sort: Sort) => void) | undefined;
  selection?: Selection | undefined;
  /** Enter or a click on the row. */
  onOpen?: ((row: R) => void) | undefined;
  /** The row whose details are open beside the table. */
  openId?: string | undefined;
  /** A head before the first row of each group. */
  groupOf?: ((row: R) => { id: string; head: ReactNode }) | undefined;
  /** Older rows are shown while newer ones come. */
  busy?: boolean | undefined;
  error?: unknown;
  onRetry?: (() => void) | undefined;
  empty?: ReactNode;
  /** Columns the reader hid. */
  hidden?: readonly string[] | undefined;
  /** Without its own scrolling: inside a section of a page. */
  inline?: boolean | undefined;
  skeletonRows?: number | undefined;
}
