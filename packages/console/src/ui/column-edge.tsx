import type { KeyboardEvent, PointerEvent, ReactNode } from 'react';
import { formatNumber } from './format.ts';
import { listWords as words } from './list-words.ts';
import './column-edge.css';

/** The widths of columns by their ids, in percent of the width of the table. */
export type Widths = Readonly<Record<string, number>>;

const LEAST = 5;

/** The shares of the shown columns, which together are 100. A column without a width has the mean of the others. */
export function sharesOf(ids: readonly string[], widths: Widths): Widths {
  const known = ids.flatMap((id) => widths[id] ?? []);
  const sum = (all: readonly number[]) => all.reduce((one, other) => one + other, 0);
  const mean = known.length === 0 ? 1 : sum(known) / known.length;
  const total = sum(ids.map((id) => widths[id] ?? mean));
  return Object.fromEntries(ids.map((id) => [id, ((widths[id] ?? mean) / total) * 100]));
}

/** Moves the edge between two columns. Both keep a width of at least 5 %. */
export function moveEdge(widths: Widths, [one, next]: readonly [string, string], by: number): Widths {
  const [before, after] = [widths[one] ?? 0, widths[next] ?? 0];
  const step = Math.max(Math.min(by, after - LEAST), LEAST - before);
  return { ...widths, [one]: before + step, [next]: after - step };
}

/**
 * The edge at the end of a column's head. Dragging it, or the arrow keys, moves it between the column and the next one.
 * While it is dragged, only the heads change; `onChange` is called at the end.
 */
export function ColumnEdge({
  column: [id, next],
  head,
  width,
  onChange,
}: {
  /** The column and the next one. */
  column: readonly [string, string];
  head: string;
  /** The column's width in percent, if it is known. */
  width: number | undefined;
  onChange: (widths: Widths) => void;
}): ReactNode {
  const drag = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.preventDefault();
    const edge = event.currentTarget;
    const heads = headsBeside(edge);
    const from = { x: event.clientX, widths: measured(heads) };
    const total = heads.reduce((sum, { offsetWidth }) => sum + offsetWidth, 0);
    let widths = from.widths;
    const move = ({ clientX }: globalThis.PointerEvent) => {
      widths = moveEdge(from.widths, [id, next], (((clientX - from.x) * towards(edge)) / total) * 100);
      show(heads, widths);
    };
    edge.setPointerCapture(event.pointerId);
    edge.addEventListener('pointermove', move);
    const end = () => {
      edge.removeEventListener('pointermove', move);
      if (widths !== from.widths) onChange(widths);
    };
    edge.addEventListener('lostpointercapture', end, { once: true });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const heads = headsBeside(event.currentTarget);
    const by = step * towards(event.currentTarget) * (event.shiftKey ? 5 : 1);
    onChange(moveEdge(measured(heads), [id, next], by));
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that takes the focus is a window splitter (ARIA APG)
    <span
      role="separator"
      aria-orientation="vertical"
      aria-valuenow={Math.round(width ?? LEAST)}
      // Use `aria-valuetext`, because a label would become part of the accessible name of the column header.
      aria-valuetext={words.widthOf(head, formatShare(width ?? LEAST))}
      tabIndex={0}
      className="column-edge"
      onPointerDown={drag}
      onKeyDown={onKeyDown}
      onFocus={({ currentTarget }) => {
        const share = measured(headsBeside(currentTarget))[id] ?? LEAST;
        currentTarget.setAttribute('aria-valuenow', String(Math.round(share)));
        currentTarget.setAttribute('aria-valuetext', words.widthOf(head, formatShare(share)));
      }}
    />
  );
}

const formatShare = (share: number): string => formatNumber(Math.round(share));

const headsBeside = (edge: HTMLElement): HTMLElement[] => [
  ...(edge.closest('tr')?.querySelectorAll<HTMLElement>('th[data-column]') ?? []),
];

function measured(heads: readonly HTMLElement[]): Widths {
  const drawn = heads.filter(({ offsetWidth }) => offsetWidth > 0);
  return sharesOf(
    drawn.map(({ dataset }) => dataset.column ?? ''),
    Object.fromEntries(drawn.map(({ dataset, offsetWidth }) => [dataset.column ?? '', offsetWidth])),
  );
}

function show(heads: readonly HTMLElement[], widths: Widths): void {
  heads[0]?.closest('table')?.classList.add('sized');
  for (const head of heads) head.style.width = `${widths[head.dataset.column ?? ''] ?? 0}%`;
}

/** 1 if a column grows to the right, -1 in a right-to-left layout. */
const towards = (edge: HTMLElement): 1 | -1 => (getComputedStyle(edge).direction === 'rtl' ? -1 : 1);
