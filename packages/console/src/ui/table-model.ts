import type { ReactNode } from 'react';
import type { Widths } from './column-edge.tsx';

/** One column of a `DataTable`. */
export interface Column<R> {
  id: string;
  head: string;
  cell: (row: R) => ReactNode;
  /** Whether the list can be sorted by the column. The screen does the sorting (`sort`, `onSort`). */
  sortable?: boolean | undefined;
  /** Sorts in descending order at the first click: the latest or largest first, as users expect for times. */
  downFirst?: boolean | undefined;
  /** Aligns numbers and dates to the end of the cell. */
  end?: boolean | undefined;
  /** The position on a phone: 1 the name, 2 at its right, 3 and 4 below. A column without it is hidden there. */
  fold?: 1 | 2 | 3 | 4 | undefined;
  /** Hides the column in a narrow table, for example beside open details. Columns with `first` are hidden earlier. */
  spare?: boolean | 'first' | undefined;
  /** A column of actions, which the reader cannot hide and a file does not contain. */
  fixed?: boolean | undefined;
  /** Hidden until the reader chooses it. */
  optional?: boolean | undefined;
  /** A CSS width, such as `12rem`; by default the browser decides. */
  width?: string | undefined;
  /** The width of the placeholder bar while loading, in pixels. */
  skeleton?: number | undefined;
}

export interface Sort {
  id: string;
  down: boolean;
}

/** The selected rows. The screen holds this state. */
export interface Selection {
  picked: ReadonlySet<string>;
  onChange: (picked: ReadonlySet<string>) => void;
}

export interface DataTableProps<R> {
  /** The name of the table, for screen readers. */
  label: string;
  columns: readonly Column<R>[];
  /** Undefined while loading; placeholder rows are shown then. */
  rows: readonly R[] | undefined;
  rowId: (row: R) => string;
  /** The name of a row, for its checkbox. */
  rowName?: ((row: R) => string) | undefined;
  sort?: Sort | undefined;
  onSort?: ((sort: Sort) => void) | undefined;
  selection?: Selection | undefined;
  /** Called for Enter or a click on a row. */
  onOpen?: ((row: R) => void) | undefined;
  /**
   * Called when the keyboard or a click has reached a row, for details beside the table. `asked` is true for J, K and a
   * click, which open the details; other keys only move details that are already open.
   */
  onReach?: ((row: R, asked: boolean) => void) | undefined;
  /** Called for Escape on a row, if no row is selected. */
  onEscape?: (() => void) | undefined;
  /** The row whose details are open beside the table. */
  openId?: string | undefined;
  /** Whether a row is new. It is highlighted for 10 s. */
  isFresh?: ((row: R) => boolean) | undefined;
  /** A heading before the first row of each group. */
  groupOf?: ((row: R) => { id: string; head: ReactNode }) | undefined;
  /** Whether newer rows are loading while older ones are shown. */
  busy?: boolean | undefined;
  error?: unknown;
  onRetry?: (() => void) | undefined;
  empty?: ReactNode;
  /** The columns that the reader has hidden. */
  hidden?: readonly string[] | undefined;
  /** The widths that the reader has chosen; by default the browser decides. */
  widths?: Widths | undefined;
  /** Called when the reader has changed the widths. Without it they cannot be changed. */
  onWidths?: ((widths: Widths) => void) | undefined;
  /** Removes the table's own scrolling, for use in a section of a page. */
  inline?: boolean | undefined;
  /** Rows of 30 px instead of 38. */
  compact?: boolean | undefined;
  skeletonRows?: number | undefined;
}
