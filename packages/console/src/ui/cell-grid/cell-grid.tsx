import {
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { searchField } from '../row-keys.ts';
import { type Brush, type Drawn, draw, type Head } from './draw.ts';
import { CELL, cellAt, headWidthIn, movedPlace, type Offset, PHONE, type Place, type Room, toSee } from './geometry.ts';
import { type CellState, drawPictures, onColours, readColours } from './pictures.ts';
import './cell-grid.css';

export interface CellGridProps {
  label: string;
  rows: readonly Head[];
  columns: readonly Head[];
  stateOf: (row: number, column: number) => CellState;
  /** Describes a cell in words: its row, its column and its state. */
  describe: (row: number, column: number) => string;
  /** Called for Enter or a click on a cell. */
  onOpen: (place: Place) => void;
  /** Called for the space bar on a cell. */
  onToggle?: ((place: Place) => void) | undefined;
  open?: Place | undefined;
  /** Shown in the empty corner between the row headers and the column headers. */
  corner?: ReactNode;
  /** Renders the part below the grid. Receives the description of the cell under the pointer or with the focus. */
  foot?: ((described: string | undefined) => ReactNode) | undefined;
}

const HEAD_HEIGHT_LEAST = 84;
const HEAD_HEIGHT_MOST = 190;
// The width of a letter in pixels. Exact for column headers, which are monospaced; letters of row headers are rarely
// wider.
const LETTER = 7;
const AROUND = 52;

/**
 * A grid of up to a million small cells with sticky headers. It is drawn on a canvas, because scrolling DOM elements is
 * too slow. One real cell of an ARIA grid lies over the canvas and follows the arrow keys. Always left to right,
 * because the headers are names.
 */
export function CellGrid(props: CellGridProps): ReactNode {
  const { label, rows, columns, describe, open, corner, foot } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [at, setAt] = useState<Place>(open ?? { row: 0, column: 0 });
  const [pointed, setPointed] = useState<Place>();
  const [hasFocus, setHasFocus] = useState(false);
  const [width, setWidth] = useState(PHONE);
  const counts = { rows: rows.length, columns: columns.length };
  const focus = { row: Math.min(at.row, rows.length - 1), column: Math.min(at.column, columns.length - 1) };
  const phone = width < PHONE;
  const widest = useMemo(
    () =>
      rows.reduce((most, { label: name, note = '' }) => Math.max(most, name.length + (phone ? 0 : note.length)), 0) *
      LETTER,
    [rows, phone],
  );
  const headWidth = headWidthIn(width, columns.length, widest + AROUND);
  const longest = useMemo(() => columns.reduce((most, head) => Math.max(most, head.label.length), 0), [columns]);
  const headHeight = Math.min(HEAD_HEIGHT_MOST, Math.max(HEAD_HEIGHT_LEAST, longest * LETTER + 20));
  const drawn: Drawn = {
    rows,
    columns,
    open,
    stateOf: props.stateOf,
    lit: pointed ?? (hasFocus ? focus : open),
    focused: hasFocus ? focus : undefined,
  };
  const drawAgain = useDrawing(scroller, canvas, drawn, { headWidth, headHeight }, setWidth);

  const roomOf = (): Room => ({
    width: scroller.current?.clientWidth ?? 0,
    height: scroller.current?.clientHeight ?? 0,
    headWidth,
    headHeight,
  });
  const offsetOf = (): Offset => ({ left: scroller.current?.scrollLeft ?? 0, top: scroller.current?.scrollTop ?? 0 });

  // After each move the focused cell is a new element, so that screen readers announce it.
  const moving = useRef(false);
  const cell = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!moving.current) return;
    moving.current = false;
    cell.current?.focus({ preventScroll: true });
  });
  const show = (place: Place) => {
    scroller.current?.scrollTo({ ...toSee(place, offsetOf(), roomOf()), behavior: 'instant' });
  };
  // Scroll to the cell in the URL once, when the grid opens.
  const begin = useRef(() => open && show(open));
  useEffect(() => begin.current(), []);
  const go = (place: Place) => {
    show(place);
    moving.current = true;
    setPointed(undefined);
    setAt(place);
  };
  const placeOf = (event: PointerEvent) => {
    const box = scroller.current?.getBoundingClientRect();
    return box && cellAt({ x: event.clientX - box.left, y: event.clientY - box.top }, offsetOf(), roomOf(), counts);
  };
  const point = (event: PointerEvent) => {
    if (event.pointerType !== 'mouse') return;
    const place = placeOf(event);
    if (place?.row !== pointed?.row || place?.column !== pointed?.column) setPointed(place);
  };
  const press = (event: PointerEvent) => {
    const place = event.button === 0 ? placeOf(event) : undefined;
    if (!place) return;
    go(place);
    props.onOpen(place);
  };
  const described = pointed ?? (hasFocus ? focus : undefined);
  const some = rows.length > 0 && columns.length > 0;

  return (
    <>
      <div className="cell-grid" dir="ltr">
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the pointer finds cells of the canvas; the keyboard has the cell above it */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the same */}
        <div
          className="cell-grid-scroll"
          ref={scroller}
          onScroll={drawAgain}
          onPointerMove={point}
          onPointerLeave={() => setPointed(undefined)}
          onClick={(event) => press(event as unknown as PointerEvent)}
        >
          <div
            className="cell-grid-room"
            style={{ width: headWidth + columns.length * CELL, height: headHeight + rows.length * CELL }}
          >
            <canvas ref={canvas} />
            {some && (
              // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells are reached by the arrows is a grid (ARIA APG)
              <table role="grid" aria-label={label} aria-rowcount={rows.length + 1} aria-colcount={columns.length + 1}>
                <thead>
                  <tr aria-rowindex={1} className="visually-hidden">
                    <th scope="col" aria-colindex={focus.column + 2}>
                      {columns[focus.column]?.label}
                    </th>
                  </tr>
                </thead>
                <tbody>
                  <tr aria-rowindex={focus.row + 2}>
                    <th scope="row" aria-colindex={1} className="visually-hidden">
                      {rows[focus.row]?.label}
                    </th>
                    <td aria-colindex={focus.column + 2}>
                      <button
                        key={`${focus.row} ${focus.column}`}
                        ref={cell}
                        type="button"
                        className="cell-grid-focus"
                        aria-current={open?.row === focus.row && open.column === focus.column}
                        style={{ left: headWidth + focus.column * CELL, top: headHeight + focus.row * CELL }}
                        onFocus={() => setHasFocus(true)}
                        onBlur={() => !moving.current && setHasFocus(false)}
                        onClick={(event) => {
                          event.stopPropagation();
                          props.onOpen(focus);
                        }}
                        onKeyDown={(event) => {
                          if (event.altKey || event.shiftKey) return;
                          const page = Math.max(1, Math.floor((roomOf().height - headHeight) / CELL) - 1);
                          const next = movedPlace(event.key, event.ctrlKey || event.metaKey, focus, counts, page);
                          if (event.key === 'ArrowUp' && focus.row === 0) searchField()?.focus();
                          else if (next) {
                            event.preventDefault();
                            go(next);
                          } else if (event.key === ' ' && props.onToggle) {
                            event.preventDefault();
                            props.onToggle(focus);
                          }
                        }}
                      >
                        <span className="visually-hidden">{describe(focus.row, focus.column)}</span>
                      </button>
                    </td>
                  </tr>
                </tbody>
              </table>
            )}
          </div>
        </div>
        {corner !== undefined && (
          <div className="cell-grid-corner" style={{ width: headWidth, height: headHeight }}>
            {corner}
          </div>
        )}
      </div>
      {foot?.(described && some ? describe(described.row, described.column) : undefined)}
    </>
  );
}

/** The legend of a grid: each cell state with its picture. */
export function CellLegend({
  label,
  states,
}: {
  label: string;
  states: readonly (readonly [state: CellState, meaning: string])[];
}): ReactNode {
  return (
    <ul className="cell-grid-legend" aria-label={label}>
      {states.map(([state, meaning]) => (
        <li key={state}>
          <CellPicture state={state} />
          {meaning}
        </li>
      ))}
    </ul>
  );
}

function CellPicture({ state }: { state: CellState }): ReactNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const paint = () => {
      const on = canvas.current?.getContext('2d');
      if (!on || !canvas.current) return;
      const picture = drawPictures(readColours(canvas.current.parentElement ?? document.body), 2)[state];
      on.clearRect(0, 0, CELL * 2, CELL * 2);
      on.drawImage(picture, 0, 0);
    };
    paint();
    return onColours(paint);
  }, [state]);
  return <canvas ref={canvas} width={CELL * 2} height={CELL * 2} />;
}

/**
 * Redraws after changes, at most once per frame.
 * @returns a function that redraws the visible part
 */
function useDrawing(
  scroller: RefObject<HTMLDivElement | null>,
  canvas: RefObject<HTMLCanvasElement | null>,
  drawn: Drawn,
  heads: Pick<Room, 'headWidth' | 'headHeight'>,
  setWidth: (width: number) => void,
): () => void {
  const latest = useRef({ drawn, heads });
  const brush = useRef<Brush>(undefined);
  const frame = useRef(0);

  const paint = () => {
    frame.current = 0;
    const [room, board] = [scroller.current, canvas.current];
    const on = board?.getContext('2d', { alpha: false });
    if (!room || !board || !on) return;
    const { clientWidth: width, clientHeight: height, scrollLeft: left, scrollTop: top } = room;
    const scale = globalThis.devicePixelRatio || 1;
    if (board.width !== Math.round(width * scale) || board.height !== Math.round(height * scale)) {
      board.width = Math.round(width * scale);
      board.height = Math.round(height * scale);
      board.style.width = `${width}px`;
      board.style.height = `${height}px`;
    }
    if (brush.current?.scale !== scale) {
      const colours = readColours(room);
      brush.current = { on, colours, scale, pictures: drawPictures(colours, scale), heads: new Map() };
    }
    draw(brush.current, { width, height, ...latest.current.heads }, { left, top }, latest.current.drawn);
  };
  const again = () => {
    frame.current ||= requestAnimationFrame(paint);
  };
  const painting = useRef({ again, paint });

  // A layout effect runs before the browser paints, so that nothing flickers.
  useLayoutEffect(() => {
    latest.current = { drawn, heads };
    painting.current = { again, paint };
    paint();
  });
  useEffect(() => {
    const room = scroller.current;
    if (!room) return;
    const sized = new ResizeObserver(() => {
      setWidth(room.clientWidth);
      painting.current.paint();
    });
    sized.observe(room);
    const ended = onColours(() => {
      brush.current = undefined;
      painting.current.again();
    });
    return () => {
      sized.disconnect();
      ended();
      cancelAnimationFrame(frame.current);
    };
  }, [scroller, setWidth]);
  return again;
}
