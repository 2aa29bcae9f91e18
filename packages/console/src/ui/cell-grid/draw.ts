import { CELL, type Offset, type Place, type Room, seen } from './geometry.ts';
import type { CellState, Colours, Pictures } from './pictures.ts';

/** The header of a row or a column. */
export interface Head {
  readonly id: string;
  readonly label: string;
  /** Secondary text at the end of the row header. */
  readonly note?: string | undefined;
  /** The group of a column; a line separates columns of different groups. */
  readonly group?: string | undefined;
}

/** The content to draw. */
export interface Drawn {
  readonly rows: readonly Head[];
  readonly columns: readonly Head[];
  readonly stateOf: (row: number, column: number) => CellState;
  /** The cell whose row and column are highlighted: the one under the pointer, or else the open one. */
  readonly lit: Place | undefined;
  /** The focused cell, while the grid has the focus. */
  readonly focused: Place | undefined;
  /** The cell whose details are open. */
  readonly open: Place | undefined;
}

export interface Brush {
  readonly on: CanvasRenderingContext2D;
  readonly colours: Colours;
  readonly pictures: Pictures;
  /** Device pixels per CSS pixel. */
  readonly scale: number;
  /** Cached drawings of headers, by their text. */
  readonly heads: Map<string, OffscreenCanvas>;
}

const GAP = 12;

/** Draws the visible part. */
export function draw(brush: Brush, room: Room, offset: Offset, drawn: Drawn): void {
  const { on, colours, pictures, scale } = brush;
  const { width, height, headWidth, headHeight } = room;
  const { rows, columns, stateOf, lit } = drawn;
  const down = seen(rows.length, offset.top, height - headHeight);
  const along = seen(columns.length, offset.left, width - headWidth);
  const x = (column: number) => headWidth + column * CELL - offset.left;
  const y = (row: number) => headHeight + row * CELL - offset.top;
  on.setTransform(scale, 0, 0, scale, 0, 0);
  const fill = (colour: string, left: number, top: number, wide: number, high: number) => {
    on.fillStyle = colour;
    on.fillRect(left, top, wide, high);
  };
  const right = Math.min(width, x(columns.length));
  const bottom = Math.min(height, y(rows.length));

  fill(colours.surface, 0, 0, width, height);
  if (lit) {
    fill(colours.selected, 0, y(lit.row), right, CELL);
    fill(colours.selected, x(lit.column), 0, CELL, bottom);
  }
  for (let row = down.first; row <= down.last; row += 1) {
    const top = y(row);
    fill(colours.hairline, 0, top + CELL - 0.5, right, 0.5);
    for (let column = along.first; column <= along.last; column += 1)
      on.drawImage(pictures[stateOf(row, column)], x(column), top, CELL, CELL);
  }
  for (let column = Math.max(1, along.first); column <= along.last; column += 1)
    if (columns[column]?.group !== columns[column - 1]?.group) fill(colours.line, x(column) - 0.5, 0, 1, bottom);
  fill(colours.line, right - 0.5, 0, 1, bottom);
  if (drawn.open) frame(on, colours.accent, x(drawn.open.column), y(drawn.open.row));
  if (drawn.focused) frame(on, colours.focus, x(drawn.focused.column), y(drawn.focused.row));

  // Draw the headers last, over the cells that have scrolled below them.
  fill(colours.surface, 0, headHeight, headWidth, height - headHeight);
  if (lit) fill(colours.selected, 0, y(lit.row), headWidth, CELL);
  for (let row = down.first; row <= down.last; row += 1) {
    const head = rows[row];
    if (head) on.drawImage(rowHead(brush, head, headWidth, lit?.row === row), 0, y(row), headWidth, CELL);
  }
  fill(colours.surface, 0, 0, width, headHeight);
  if (lit && x(lit.column) > headWidth - CELL) fill(colours.selected, x(lit.column), 0, CELL, headHeight);
  for (let column = along.first; column <= along.last; column += 1) {
    const head = columns[column];
    if (!head) continue;
    on.drawImage(columnHead(brush, head, headHeight, lit?.column === column), x(column), 0, CELL, headHeight);
    if (column > 0 && head.group !== columns[column - 1]?.group) fill(colours.line, x(column) - 0.5, 0, 1, headHeight);
  }
  fill(colours.surface, 0, 0, headWidth, headHeight);
  fill(colours.line, 0, headHeight - 1, width, 1);
  fill(colours.line, headWidth - 1, 0, 1, bottom);
}

function frame(on: CanvasRenderingContext2D, colour: string, left: number, top: number): void {
  on.strokeStyle = colour;
  on.lineWidth = 2;
  on.beginPath();
  on.roundRect(left + 1, top + 1, CELL - 2, CELL - 2, 4);
  on.stroke();
}

function rowHead(brush: Brush, { label, note }: Head, width: number, strong: boolean): OffscreenCanvas {
  const { colours } = brush;
  return headOf(brush, `row ${strong} ${label} ${note ?? ''}`, width, CELL, (on) => {
    on.textBaseline = 'middle';
    let end = width - GAP;
    const font = `${strong ? '500 ' : ''}12.5px ${colours.sans}`;
    if (note && !isNarrow(width)) {
      on.font = font;
      const left = end - GAP - startOf(width) - on.measureText(label).width;
      on.font = `11.5px ${colours.sans}`;
      on.fillStyle = colours['text-3'];
      on.textAlign = 'right';
      const shownNote = fitting(on, note, Math.max(left, width / 3));
      on.fillText(shownNote, end, CELL / 2 + 0.5);
      end -= on.measureText(shownNote).width + GAP;
    }
    on.textAlign = 'left';
    on.font = font;
    on.fillStyle = strong ? colours.text : colours['text-2'];
    on.fillText(fitting(on, label, end - startOf(width)), startOf(width), CELL / 2 + 0.5);
  });
}

const isNarrow = (width: number) => width < 200;
/** The page's margin, which is smaller on a phone. */
const startOf = (width: number) => (isNarrow(width) ? 16 : 28);

function columnHead(brush: Brush, { label }: Head, height: number, strong: boolean): OffscreenCanvas {
  const { colours } = brush;
  return headOf(brush, `column ${strong} ${label}`, CELL, height, (on) => {
    on.translate(CELL / 2 + 0.5, height - 9);
    on.rotate(-Math.PI / 2);
    on.textBaseline = 'middle';
    on.font = `${strong ? '500 ' : ''}11.5px ${colours.mono}`;
    on.fillStyle = strong ? colours.text : colours['text-2'];
    on.fillText(fitting(on, label, height - 2 * 9), 0, 0);
  });
}

const headsCached = 2000;

function headOf(
  { heads, scale }: Brush,
  key: string,
  width: number,
  height: number,
  paint: (on: OffscreenCanvasRenderingContext2D) => void,
): OffscreenCanvas {
  const name = `${width} ${height} ${key}`;
  const cached = heads.get(name);
  if (cached) return cached;
  if (heads.size >= headsCached) heads.clear();
  const canvas = new OffscreenCanvas(Math.ceil(width * scale), Math.ceil(height * scale));
  const on = canvas.getContext('2d');
  if (on) {
    on.scale(scale, scale);
    paint(on);
  }
  heads.set(name, canvas);
  return canvas;
}

/** Returns the text, or its longest prefix that fits with an ellipsis. */
function fitting(on: OffscreenCanvasRenderingContext2D, text: string, most: number): string {
  if (on.measureText(text).width <= most) return text;
  const letters = [...text];
  let [fits, longer] = [0, letters.length];
  while (longer - fits > 1) {
    const middle = (fits + longer) >> 1;
    if (on.measureText(`${letters.slice(0, middle).join('')}…`).width <= most) fits = middle;
    else longer = middle;
  }
  return `${letters.slice(0, fits).join('').trimEnd()}…`;
}
