import type { Flow } from './flow.ts';
import { type Element, type Style, styles } from './paper.ts';
import { wrap } from './wrap.ts';

export interface Column {
  readonly head: string;
  readonly width: number;
}

/** The content of a cell: texts below each other. */
export type Cell = readonly (readonly [text: string, style: Style])[];

/** The structure of a table for screen readers: cells with headers, or one paragraph per row. */
export type Structure = 'cells' | 'rows';

/** Reads the rows of a table at each call. */
export type Rows = () => Iterable<readonly Cell[]>;

/**
 * Returns the height of a table's head and first row. If the row is taller than a page, only its first three lines
 * count.
 */
export function tallBeginning(flow: Flow, columns: readonly Column[], rows: Rows): number {
  const head = tallest(headOf(columns));
  for (const row of rows()) {
    const tall = tallest(linesIn(columns, row));
    return head + (tall <= flow.most ? tall : 3 * lineTall);
  }
  return head;
}

/**
 * Draws a table, one row per step. The head is repeated on each page. A row that does not fit on the page begins on
 * the next page. A row taller than a page is split.
 */
export function* table(
  flow: Flow,
  columns: readonly Column[],
  rows: Rows,
  structure: Structure = 'cells',
): Generator<void> {
  const element = flow.element(structure === 'cells' ? 'Table' : 'Sect');
  const head = headOf(columns);
  const drawHead = (own: boolean) => {
    const row = own ? rowOf(element, structure, columns, 'TH') : undefined;
    drawLines(flow, columns, head, row?.into);
    row?.end();
    flow.rule();
  };
  flow.need(tallBeginning(flow, columns, rows));
  drawHead(true);
  for (const row of rows()) {
    const part = rowOf(element, structure, columns, 'TD');
    drawRow(flow, columns, row, part.into, () => drawHead(false));
    part.end();
    flow.rule();
    yield;
  }
  element.end();
}

/** Returns functions that create the elements for a row or its cells. */
function rowOf(element: Element, structure: Structure, columns: readonly Column[], tag: 'TH' | 'TD') {
  if (structure === 'rows') {
    const part = element.child('P');
    return { into: part, end: () => part.end() };
  }
  const part = element.child('TR');
  const into = columns.map(() => part.child(tag, tag === 'TH' ? { scope: 'Column' } : {}));
  const end = () => {
    for (const it of into) it.end();
    part.end();
  };
  return { into, end };
}

interface Line {
  readonly text: string;
  readonly style: Style;
}

const lineTall = 9.6;
const gap = 4;
const between = 8;

function drawRow(
  flow: Flow,
  columns: readonly Column[],
  row: readonly Cell[],
  into: Element | readonly Element[],
  drawHead: () => void,
): void {
  const cells = linesIn(columns, row);
  if (flow.left < tallest(cells) && !flow.fresh) {
    const whole = tallest(cells) <= flow.most;
    if (whole || flow.left < 3 * lineTall) {
      flow.turn();
      drawHead();
    }
  }
  for (let from = 0, all = Math.max(...cells.map((lines) => lines.length)); from < all; ) {
    const fits = Math.max(1, Math.floor((flow.left - gap) / lineTall));
    drawLines(
      flow,
      columns,
      cells.map((lines) => lines.slice(from, from + fits)),
      into,
    );
    from += fits;
    if (from < all) {
      flow.turn();
      drawHead();
    }
  }
}

function drawLines(
  flow: Flow,
  columns: readonly Column[],
  cells: readonly (readonly Line[])[],
  into: Element | readonly Element[] | undefined,
): void {
  const draw = (place: number) => {
    const x = columns.slice(0, place).reduce<number>((sum, { width }) => sum + width, flow.x);
    for (const [at, { text, style }] of (cells[place] ?? []).entries())
      flow.paper.text(text, x, flow.y + gap / 2 + at * lineTall + 7, style);
  };
  const drawAll = () => {
    for (const place of cells.keys()) draw(place);
  };
  if (into === undefined) flow.paper.aside(drawAll);
  else if ('draw' in into) into.draw(drawAll);
  else for (const [place, element] of into.entries()) if (cells[place]?.length) element.draw(() => draw(place));
  flow.y += tallest(cells);
}

const tallest = (cells: readonly (readonly unknown[])[]) =>
  Math.max(1, ...cells.map((lines) => lines.length)) * lineTall + gap;

const headOf = (columns: readonly Column[]) => columns.map(({ head, width }) => linesOf([[head, styles.head]], width));

const linesIn = (columns: readonly Column[], row: readonly Cell[]) =>
  columns.map(({ width }, place) => linesOf(row[place] ?? [], width));

const linesOf = (cell: Cell, width: number): Line[] =>
  cell.flatMap(([text, style]) =>
    wrap(text, style.weight, style.size, width - between).map((line) => ({ text: line, style })),
  );
