/** The side of a cell, in CSS pixels: the least that may be pressed (WCAG 2.5.8). */
export const CELL = 24;

/** What is narrower is a phone. */
export const PHONE = 600;

/** How wide the heads of rows are: as wide as they want to be where all cells leave them room, and never so narrow that nothing can be read. */
export function headWidthIn(width: number, columns: number, wanted: number): number {
  const [least, most] = width < PHONE ? [138, 198] : [244, 400];
  return Math.max(least, Math.min(most, Math.ceil(wanted), width - columns * CELL));
}

/** A cell by its row and column, from 0. */
export interface Place {
  readonly row: number;
  readonly column: number;
}

/** How much is seen, in CSS pixels: the heads included. */
export interface Room {
  readonly width: number;
  readonly height: number;
  /** Of the heads of the rows. */
  readonly headWidth: number;
  /** Of the heads of the columns. */
  readonly headHeight: number;
}

/** How far it is scrolled. */
export interface Offset {
  readonly left: number;
  readonly top: number;
}

/** The first and the last of so many cells in a line that are seen, those in part too; `last` is before `first` when there are none. */
export function seen(count: number, offset: number, room: number): { readonly first: number; readonly last: number } {
  const first = Math.max(0, Math.floor(offset / CELL));
  return { first, last: Math.min(count, Math.ceil((offset + room) / CELL)) - 1 };
}

/** The cell at a point of what is seen; undefined on a head, and beside all cells. */
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

/** The nearest offset at which a cell is seen whole. */
export function toSee({ row, column }: Place, { left, top }: Offset, room: Room): Offset {
  const within = (place: number, from: number, most: number) =>
    Math.max(Math.min(from, place * CELL), (place + 1) * CELL - most);
  return {
    left: within(column, left, room.width - room.headWidth),
    top: within(row, top, room.height - room.headHeight),
  };
}

/** Where a key leads from a cell; undefined for other keys. By Home and End to the ends of the row, with Ctrl to the first and the last cell. */
export function moved(
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
