import type { ReactNode } from 'react';

/** One column of a `DataTable`. */
export interface Column<R> {
  id: string;
  head: string;
  cell: (row: R) => ReactNode;
  /** The list can be sorted by it; the screen sorts (`sort`, `onSort`). */
  sortable?: boolean | undefined;
  /** Sorts descending at the first press: the latest or largest first, as users expect of times. */
  downFirst?: boolean | undefined;
  /** Aligns numbers and dates to the end of the cell. */
  end?: boolean | undefined;
  /**
   * Its position on a phone: 1 the name, 2 at its right, 3 and 4 below. Without it, only the details show the value.
   */
  fold?: 1 | 2 | 3 | 4 | undefined;
  /** Shown only if there is room: hidden while details are open beside the table. */
  spare?: boolean | undefined;
  /** A CSS width, such as `12rem`; by default the browser decides. */
  width?: string | undefined;
  /** The width of the placeholder bar while loading, in pixels. */
  skeleton?: number | undefined;
}

/** The sort order of the list. */
export interface Sort {
  id: string;
  down: boolean;
}

/** The selected rows; the screen keeps them. */
export interface Selection {
  picked: ReadonlySet<string>;
  onChange: (picked: ReadonlySet<string>) => void;
}

export interface DataTableProps<R> {
  /** The name of the table, for screen readers. */
  label: string;
  columns: readonly Column<R>[];
  /** Undefined while loading: placeholder rows are shown. */
  rows: readonly R[] | undefined;
  rowId: (row: R) => string;
  /** The name of a row, for its checkbox. */
  rowName?: ((row: R) => string) | undefined;
  sort?: Sort | undefined;
  onSort?: ((sort: Sort) => void) | undefined;
  selection?: Selection | undefined;
  /** Enter or a click on the row. */
  onOpen?: ((row: R) => void) | undefined;
  /** The row whose details are open beside the table. */
  openId?: string | undefined;
  /** A heading before the first row of each group. */
  groupOf?: ((row: R) => { id: string; head: ReactNode }) | undefined;
  /** Older rows are shown while newer ones load. */
  busy?: boolean | undefined;
  error?: unknown;
  onRetry?: (() => void) | undefined;
  empty?: ReactNode;
  /** The columns that the reader has hidden. */
  hidden?: readonly string[] | undefined;
  /** Without its own scrolling: inside a section of a page. */
  inline?: boolean | undefined;
  skeletonRows?: number | undefined;
}
