/** The side of a cell in CSS pixels: the smallest target that WCAG 2.5.8 allows. */
export const CELL = 24;

/** The width in CSS pixels below which a grid uses the phone layout. */
export const PHONE = 600;

/**
 * Returns the width of the row headers: at most their preferred width, and less if the cells would not fit. Never less
 * than a readable minimum.
 */
export function headWidthIn(width: number, columns: number, preferred: number): number {
  const [least, most] = width < PHONE ? [138, 198] : [244, 400];
  return Math.max(least, Math.min(most, Math.ceil(preferred), width - columns * CELL));
}

/** A cell by its row and column, from 0. */
export interface Place {
  readonly row: number;
  readonly column: number;
}

/** The size of the visible part in CSS pixels, headers included. */
export interface Room {
  readonly width: number;
  readonly height: number;
  /** The width of the row headers. */
  readonly headWidth: number;
  /** The height of the column headers. */
  readonly headHeight: number;
}

/** The scroll position. */
export interface Offset {
  readonly left: number;
  readonly top: number;
}

/**
 * The indexes of the first and last visible cells of a row or column with `count` cells, including partly visible ones.
 * If none is visible, `last` is less than `first`.
 */
export function seen(count: number, offset: number, room: number): { readonly first: number; readonly last: number } {
  const first = Math.max(0, Math.floor(offset / CELL));
  return { first, last: Math.min(count, Math.ceil((offset + room) / CELL)) - 1 };
}

/** The cell at a point of the visible part; undefined for a point on a header or outside of all cells. */
export function cellAt(
  point: { readonly x: number; readonly y: number },
  offset: Offset,
  room: Room,
  counts: { readonly rows: number; readonly columns: number },
): Place | undefined {
  if (point.x < room.headWidth || point.y < room.headHeight) return undefined;
  const row = Math.floor((point.y - room.headHeight + offset.top) / CELL);
  const column = Math.floor((point.x - room.headWidth + offset.left) / CELL);
  return row < counts.rows && column < counts.columns ? { row, column } : undefined;
}

/** The nearest scroll position at which the whole cell is visible. */
export function toSee({ row, column }: Place, { left, top }: Offset, room: Room): Offset {
  const within = (place: number, from: number, most: number) =>
    Math.max(Math.min(from, place * CELL), (place + 1) * CELL - most);
  return {
    left: within(column, left, room.width - room.headWidth),
    top: within(row, top, room.height - room.headHeight),
  };
}

/**
 * The cell that a key moves to; undefined for other keys. Home and End move within the row; with Ctrl they move to the
 * first and the last cell of the grid.
 */
export function movedPlace(
  key: string,
  ctrl: boolean,
  { row, column }: Place,
  counts: { readonly rows: number; readonly columns: number },
  page: number,
): Place | undefined {
  const to = (nextRow: number, nextColumn: number): Place => ({
    row: Math.max(0, Math.min(counts.rows - 1, nextRow)),
    column: Math.max(0, Math.min(counts.columns - 1, nextColumn)),
  });
  switch (key) {
    case 'ArrowUp':
      return to(ctrl ? 0 : row - 1, column);
    case 'ArrowDown':
      return to(ctrl ? counts.rows : row + 1, column);
    case 'ArrowLeft':
      return to(row, ctrl ? 0 : column - 1);
    case 'ArrowRight':
      return to(row, ctrl ? counts.columns : column + 1);
    case 'PageUp':
      return to(row - page, column);
    case 'PageDown':
      return to(row + page, column);
    case 'Home':
      return to(ctrl ? 0 : row, 0);
    case 'End':
      return to(ctrl ? counts.rows : row, counts.columns);
    default:
      return undefined;
  }
}
