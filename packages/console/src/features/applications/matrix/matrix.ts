import { type RoleMatrix, searchFilter, type UserMatrix } from '@licet/contract';
import { roleTitle } from '../../../blocks/roles.ts';
import type { CellState } from '../../../ui/cell-grid/pictures.ts';
import { byLikeness, countOf, type Ticks, ticksOf } from './likeness.ts';

/** A row of a matrix: a role or a user, with a bit for each permission. */
export interface MatrixRow {
  readonly id: string;
  readonly name: string;
  readonly note: string;
  /** The permissions that the row has; for a role, inherited ones too. */
  readonly has: Uint8Array;
  /** For a role, its own permissions; for a user, the permissions that were used. */
  readonly strong: Uint8Array;
  readonly ending: Uint8Array;
}

export interface MatrixColumn {
  readonly id: string;
  readonly name: string;
  readonly title: string;
  /** The index of the permission in the bits of each row. */
  readonly place: number;
  /** The first part of the permission's name, up to a separator. */
  readonly group: string;
}

/** Rows and columns in display order. */
export interface Matrix {
  readonly rows: readonly MatrixRow[];
  readonly columns: readonly MatrixColumn[];
  readonly stateOf: (row: MatrixRow, column: MatrixColumn) => CellState;
}

export const orders = ['name', '-count', 'alike'] as const;
export type Order = (typeof orders)[number];
export const orderIn = (text: string | undefined): Order => orders.find((order) => order === text) ?? 'name';

/** A row that decodes its bits when they are first needed: of thousands of rows, few are visible. */
function rowOf(names: Pick<MatrixRow, 'id' | 'name' | 'note'>, has: string, strong: string, ending: string): MatrixRow {
  const bits: Partial<Record<'has' | 'strong' | 'ending', Uint8Array>> = {};
  return {
    ...names,
    get has() {
      bits.has ??= readBits(has);
      return bits.has;
    },
    get strong() {
      bits.strong ??= readBits(strong);
      return bits.strong;
    },
    get ending() {
      bits.ending ??= readBits(ending);
      return bits.ending;
    },
  };
}

/** The matrix of roles. */
export function matrixOfRoles({ permissions, roles }: RoleMatrix): Matrix {
  return {
    columns: columnsOf(permissions),
    rows: roles.map(({ id, name, title, own, brings }) =>
      rowOf({ id, name, note: roleTitle({ name, title }) }, brings, own, ''),
    ),
    stateOf: (row, { place }) => (has(row.strong, place) ? 'yes' : has(row.has, place) ? 'weak' : 'none'),
  };
}

/** The matrix of users. Marks unused access if the application reports use. */
export function matrixOfPeople({ permissions, items, reportedSince }: UserMatrix): Matrix {
  const usageKnown = reportedSince !== null;
  return {
    columns: columnsOf(permissions),
    rows: items.map(({ id, name, roles, permitted, used, ending }) =>
      rowOf({ id, name, note: roles.join(', ') }, permitted, used, ending),
    ),
    stateOf: (row, { place }) => {
      if (!has(row.has, place)) return 'none';
      if (has(row.ending, place)) return 'ending';
      return usageKnown && !has(row.strong, place) ? 'idle' : 'yes';
    },
  };
}

/** The filters and the order that the browser applies to the server's filtered result. */
export interface ArrangeOptions {
  /** Text that the name of a row must contain. */
  readonly q?: string | undefined;
  /** Texts, separated by spaces, that the name of a permission must contain. */
  readonly columns?: string | undefined;
  /** Only permissions that are held and were never used. */
  readonly idle: boolean;
  readonly order: Order;
  readonly columnOrder: Order;
}

/** Filters and orders rows and columns. */
export function arranged(matrix: Matrix, options: ArrangeOptions): Matrix {
  const stateOf: Matrix['stateOf'] = options.idle
    ? (row, column) => (matrix.stateOf(row, column) === 'idle' ? 'idle' : 'none')
    : matrix.stateOf;
  const fitsColumns = searchFilter(options.columns);
  const fitsRows = searchFilter(options.q);
  let columns = matrix.columns.filter(({ name, title }) => fitsColumns(name, title));
  let rows = matrix.rows.filter(({ name, note }) => fitsRows(name, note));
  const simple = !options.idle && options.order === 'name' && options.columnOrder === 'name';
  if (simple) return { rows, columns, stateOf };

  let ticks = ticksIn(rows, columns, options.idle ? stateOf : undefined);
  if (options.idle) {
    const left = new Set(ticks.columns);
    rows = rows.filter((_, index) => countOf(ticks, index) > 0);
    columns = columns.filter((_, index) => left.has(index));
    ticks = ticksIn(rows, columns, stateOf);
  }
  const counts = new Uint32Array(columns.length);
  for (const column of ticks.columns) counts[column] = (counts[column] ?? 0) + 1;
  const alike =
    options.order === 'alike' || options.columnOrder === 'alike' ? byLikeness(ticks, columns.length) : undefined;
  const most = (count: (place: number) => number, length: number) =>
    Array.from({ length }, (_, index) => index).sort((one, other) => count(other) - count(one) || one - other);
  const order = (
    by: Order,
    likeness: readonly number[] | undefined,
    count: (place: number) => number,
    length: number,
  ) => (by === 'alike' ? likeness : by === '-count' ? most(count, length) : undefined);
  const down = order(options.order, alike?.rows, (row) => countOf(ticks, row), rows.length);
  const along = order(options.columnOrder, alike?.columns, (column) => counts[column] ?? 0, columns.length);
  return {
    stateOf,
    rows: down ? down.flatMap((index) => rows[index] ?? []) : rows,
    columns: along ? along.flatMap((index) => columns[index] ?? []) : columns,
  };
}

/** Returns the columns that each row has. `stateOf` excludes cells with the state `none`. */
function ticksIn(rows: Matrix['rows'], columns: Matrix['columns'], stateOf: Matrix['stateOf'] | undefined): Ticks {
  const last = columns.reduce((most, { place }) => Math.max(most, place), 0);
  const indexOf = new Int32Array(last + 1).fill(-1);
  for (const [index, { place }] of columns.entries()) indexOf[place] = index;
  return ticksOf(rows.length, (index, tick) => {
    const row = rows[index];
    if (!row) return;
    eachPlace(row.has, (place) => {
      const column = indexOf[place] ?? -1;
      const head = columns[column];
      if (!head || stateOf?.(row, head) === 'none') return;
      tick(column);
    });
  });
}

const columnsOf = (permissions: RoleMatrix['permissions']): MatrixColumn[] =>
  permissions.map((permission, place) => ({
    ...permission,
    place,
    group: /^[^.:/_-]*/.exec(permission.name)?.[0] ?? '',
  }));

/** Decodes the bits of a matrix from base64: one bit per index, least significant bit of each byte first. */
export function readBits(base64: string): Uint8Array {
  const text = atob(base64);
  const bits = new Uint8Array(text.length);
  for (let place = 0; place < text.length; place += 1) bits[place] = text.charCodeAt(place);
  return bits;
}

/** Whether the bit at an index is set. */
export const has = (bits: Uint8Array, place: number): boolean => (((bits[place >> 3] ?? 0) >> (place & 7)) & 1) === 1;

/** Calls a function with the index of each set bit, in ascending order. */
function eachPlace(bits: Uint8Array, run: (place: number) => void): void {
  for (let index = 0; index < bits.length; index += 1)
    for (let left = bits[index] ?? 0; left !== 0; left &= left - 1) run(index * 8 + 31 - Math.clz32(left & -left));
}

/** The indexes of the set bits, in ascending order. */
export function placesOf(bits: Uint8Array): number[] {
  const places: number[] = [];
  eachPlace(bits, (place) => places.push(place));
  return places;
}
