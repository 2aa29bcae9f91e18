import type { HeldPeriods } from '@licet/contract';
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { classNames } from '../../ui/class-names.ts';
import { formatDate } from '../../ui/format.ts';
import { NoIcon } from '../../ui/icon.tsx';
import { CheckIcon } from '../../ui/icons.tsx';
import { shortDayText } from '../tense.ts';
import { DAY_MS, instantOf, monthsFrom, monthsWithin, placeOf, TODAY, within } from './days.ts';
import { heldAt, type Part, partsOf } from './periods.ts';
import { words } from './words.ts';
import './twelve-months.css';

export interface YearBarProps {
  held: HeldPeriods;
  /** The name of the user, for the sentence about the periods. */
  who: string;
  /** The shown instant; undefined for the present. */
  at: string | undefined;
  /** Called when the handle is let go on another day. */
  onAt: (at: string | undefined) => void;
}

/**
 * The name of the handle that set the shown instant last. If the new instant reloads the screen, the handle takes its
 * focus back.
 */
let returning: string | undefined;

/**
 * The last 12 months as a bar: green while the user held the permission, grey otherwise. Its handle is a slider that
 * chooses the shown day.
 */
export function YearBar({ held, who, at, onAt }: YearBarProps): ReactNode {
  const bar = useRef<HTMLDivElement>(null);
  const saysId = useId();
  const width = useWidth(bar);
  /** The position of the handle while it is moved. */
  const [moving, setMoving] = useState<number>();
  const name = [held.application.id, held.user.id, held.permission?.name].join(' ');
  useEffect(() => {
    if (returning !== name) return;
    returning = undefined;
    // The frame may have moved the focus to the main element meanwhile.
    if (document.activeElement?.matches('body, #main')) bar.current?.focus();
  }, [name]);

  const now = new Date(held.at);
  const [start, end] = [Date.parse(held.at) - TODAY * DAY_MS, Date.parse(held.at)];
  const share = (instant: string | Date) =>
    Math.min(1, Math.max(0, (new Date(instant).getTime() - start) / (end - start)));
  // The screen has nothing to show before the user and the application existed.
  const first = placeOf(held.from, now);
  const place = moving ?? Math.max(first, placeOf(at, now));
  const move = (next: number) => setMoving(Math.max(first, next));
  const shown = moving === undefined ? at : instantOf(moving, now);
  const day = shown === undefined ? words.now : shortDayText(shown);
  const state = (heldAt(held, shown ?? held.at) ? words.allowedThen : words.notAllowedThen)(day);

  const letGo = () => {
    if (moving === undefined) return;
    setMoving(undefined);
    if (moving === placeOf(at, now)) return;
    returning = name;
    onAt(instantOf(moving, now));
  };
  const follow = ({ clientX }: PointerEvent) => {
    const box = bar.current?.getBoundingClientRect();
    if (!box || box.width === 0) return;
    const along = (clientX - box.left) / box.width;
    const isMirrored = bar.current !== null && getComputedStyle(bar.current).direction === 'rtl';
    move(within(Math.round((isMirrored ? 1 - along : along) * TODAY)));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isMirrored = getComputedStyle(event.currentTarget).direction === 'rtl';
    const next = stepped(event, place, isMirrored, now);
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    move(next);
  };
  const isNever = held.periods.length === 0;
  const months = monthsWithin(new Date(start), now);
  return (
    <div className="months-bar">
      <div
        ref={bar}
        className="yearbar"
        role="slider"
        tabIndex={0}
        aria-label={words.handle}
        aria-valuemin={first}
        aria-valuemax={TODAY}
        aria-valuenow={place}
        aria-valuetext={state}
        aria-describedby={saysId}
        onKeyDown={onKeyDown}
        onKeyUp={letGo}
        onBlur={letGo}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          follow(event);
        }}
        onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && follow(event)}
        onPointerUp={letGo}
        onPointerCancel={() => setMoving(undefined)}
      >
        {isNever && (
          <span className="yearbar-part named yearbar-never" aria-hidden="true">
            <NoIcon small className="tone-no" />
            {words.neverAllowed}
          </span>
        )}
        {(isNever ? [] : partsOf(held)).map((part) => {
          const to = share(part.ends);
          const from = Math.max(0, Math.min(share(part.starts), to - THINNEST / Math.max(width, THINNEST)));
          const text = fitting(textsOf(part), (to - from) * width - PADDING);
          return (
            <span
              key={part.starts}
              className={classNames('yearbar-part', part.held && 'could', text !== undefined && 'named')}
              style={{ insetInlineStart: percent(from), insetInlineEnd: percent(1 - to) }}
              aria-hidden="true"
            >
              {text !== undefined &&
                (part.held ? <CheckIcon small /> : part.lasts && <NoIcon small className="tone-no" />)}
              {text}
            </span>
          );
        })}
        {months.map((month) => (
          <span
            key={month.getTime()}
            className="yearbar-tick"
            style={{ insetInlineStart: percent(share(month)) }}
            aria-hidden="true"
          />
        ))}
        <span
          className="yearbar-handle"
          style={{ insetInlineStart: percent(shown === undefined ? 1 : share(shown)) }}
          aria-hidden="true"
        >
          {moving !== undefined && (
            <span className={classNames('yearbar-day', share(shown ?? held.at) > 0.5 && 'before')}>{state}</span>
          )}
        </span>
      </div>
      <div className="yearbar-months" aria-hidden="true">
        {months
          .filter((month) => share(month) < 0.965)
          .map((month) => (
            <span key={month.getTime()} style={{ insetInlineStart: percent(share(month)) }}>
              {formatDate(month, { month: 'short' })}
            </span>
          ))}
      </div>
      <p id={saysId} className={classNames('months-says', isNever && 'visually-hidden')}>
        {sentenceOf(held, who)}
      </p>
    </div>
  );
}

/** Pixels beside the text of a part: its padding and its icon. */
const PADDING = 36;
/** An upper bound of the average width of a character in these texts, in pixels. */
const CHARACTER = 6.8;

/** The width of the shortest period, in pixels. */
const THINNEST = 3;

const percent = (part: number): string => `${(part * 100).toFixed(3)}%`;

/** The longest text that fits. */
const fitting = (texts: readonly string[], room: number): string | undefined =>
  texts.find((text) => text.length * CHARACTER <= room);

/** The texts of a part, the longest first. */
function textsOf({ held, starts, ends, fromStart, lasts }: Part): readonly string[] {
  if (held) {
    if (lasts) return [fromStart ? words.allowedAllYear : words.allowedSince(dayOf(starts)), words.allowed];
    const period = fromStart ? words.allowedUntil(dayOf(ends)) : words.allowedFromTo(dayOf(starts), dayOf(ends));
    return [period, words.allowed];
  }
  return lasts ? [words.notAllowedSince(dayOf(starts)), words.notAllowed] : [words.notAllowed];
}

const dayOf = (at: string): string => formatDate(new Date(at), { day: 'numeric', month: 'short' });

const TOLD = 3;

/** The latest periods as a sentence. */
export function sentenceOf({ from, at, periods }: HeldPeriods, who: string): string {
  if (periods.length === 0) return words.saysNever(who);
  const last = periods.slice(-TOLD);
  const isStart = (starts: string) => starts === from && Date.parse(at) - Date.parse(from) >= TODAY * DAY_MS;
  if (last.length === 1 && last[0] && isStart(last[0].starts) && last[0].ends === null) return words.saysAlways(who);
  const told = last.map(({ starts, ends }) => {
    if (ends === null) return words.since(shortDayText(starts));
    const [first, last] = [shortDayText(starts), shortDayText(ends)];
    if (isStart(starts)) return words.until(last);
    return first === last ? words.on(first) : words.fromTo(first, last);
  });
  const sentence = words.says(who, told);
  return periods.length > TOLD ? `${sentence} ${words.latest(TOLD)}` : sentence;
}

/** The position to which a key moves the handle; undefined for other keys. */
function stepped({ key, shiftKey }: KeyboardEvent, place: number, isMirrored: boolean, now: Date): number | undefined {
  const step = (direction: 1 | -1) => (shiftKey ? monthsFrom(place, direction, now) : within(place + direction));
  switch (key) {
    case 'ArrowLeft':
      return step(isMirrored ? 1 : -1);
    case 'ArrowRight':
      return step(isMirrored ? -1 : 1);
    case 'ArrowDown':
      return step(-1);
    case 'ArrowUp':
      return step(1);
    case 'PageDown':
      return monthsFrom(place, -1, now);
    case 'PageUp':
      return monthsFrom(place, 1, now);
    case 'Home':
      return 0;
    case 'End':
      return TODAY;
    default:
      return undefined;
  }
}

/** The width of an element in pixels; 0 before it is measured. */
function useWidth(of: { readonly current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = of.current;
    if (!element) return;
    const measure = () => setWidth(element.offsetWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [of]);
  return width;
}
