import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { type Brush, type Drawn, draw } from './draw.ts';
import type { Room } from './geometry.ts';
import { drawPictures, onColours, readColours } from './pictures.ts';

/**
 * Redraws after changes, at most once per frame.
 * @returns a function that redraws the visible part
 */
export function useDrawing(
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
