import type { ReactNode } from 'react';
import { formatDate, formatNumber } from '../format.ts';
import { words } from '../words.ts';
import { axisOf, peakLimit } from './scale.ts';
import './bars.css';

/** The colour of a series. `gained`, `lost` and `failed` have the reserved colours; the others are kinds of the same. */
export type BarTone = 'gained' | 'lost' | 'failed' | 'first' | 'second' | 'third' | 'fourth' | 'rest';

/** One colour of the bars: a count for each day. */
export interface BarSeries {
  readonly id: string;
  readonly label: string;
  readonly tone: BarTone;
  readonly values: readonly number[];
  /** Whether the bars hang below zero. */
  readonly below?: boolean | undefined;
}

/** An event above a bar: a dotted line with a ring and a label. */
export interface BarMark {
  readonly place: number;
  readonly label: string;
}

export interface BarsProps {
  /** Days in UTC, such as 2026-03-01, ascending. Each is the first day of an interval, such as a week. */
  readonly days: readonly string[];
  /** Stacked from zero, in this order. */
  readonly series: readonly BarSeries[];
  readonly marks?: readonly BarMark[] | undefined;
  /** The number of intervals of the drawing for phones: the last ones. */
  readonly onPhone: number;
  /** The label of a day below the bars; none below the others. */
  readonly dayLabel: (day: string, place: number, days: readonly string[]) => string | undefined;
}

const GAP_OF_STACK = 0.6;
const LEAST_HEIGHT = 2;
const LABEL_WIDTH_OF_LETTER = 5.6;
const PEAK_ABOVE = 6;
const BREAK_BELOW = 4;

/** Bars of counts over days, drawn twice: for wide screens, and with fewer intervals for phones. */
export function Bars({ onPhone, ...props }: BarsProps): ReactNode {
  const from = Math.max(0, props.days.length - onPhone);
  return (
    <>
      <div className="hide-on-phone">
        <Drawing {...props} width={540} height={178} />
      </div>
      <div className="only-on-phone">
        <Drawing
          {...props}
          days={props.days.slice(from)}
          series={props.series.map((series) => ({ ...series, values: series.values.slice(from) }))}
          marks={props.marks?.flatMap(({ place, label }) => (place < from ? [] : [{ place: place - from, label }]))}
          width={326}
          height={150}
        />
      </div>
    </>
  );
}

interface DrawingProps extends Omit<BarsProps, 'onPhone'> {
  width: number;
  height: number;
}

function Drawing({ days, series, marks = [], dayLabel, width, height }: DrawingProps): ReactNode {
  const above = series.filter(({ below }) => !below);
  const below = series.filter((one) => one.below);
  const sums = (of: readonly BarSeries[]) =>
    days.map((_, place) => of.reduce((sum, { values }) => sum + (values[place] ?? 0), 0));
  const signed = below.length > 0;
  const most = signed ? Number.POSITIVE_INFINITY : peakLimit(sums(above));
  const { top, bottom } = axisOf(
    sums(above).map((sum) => Math.min(sum, most)),
    sums(below),
  );
  const text = (value: number) => formatNumber(value, signed && value !== 0 ? { signDisplay: 'always' } : undefined);
  const ticks = [top, ...(signed || top % 2 !== 0 ? [] : [top / 2]), 0, -bottom].filter(
    (value, at, all) => all.indexOf(value) === at,
  );
  const left = 8 + 6.2 * Math.max(...ticks.map((value) => text(value).length));
  const [right, high, low] = [width - 6, 22, height - 20];
  // A capped bar ends a little above the axis, where its break is.
  const y = (value: number) =>
    value > top ? high - PEAK_ABOVE : high + ((top - value) / (top + bottom || 1)) * (low - high);
  const slot = (right - left) / Math.max(days.length, 1);
  const bar = slot * (days.length > 20 ? 0.7 : 0.68);
  const x = (place: number) => left + slot * place + (slot - bar) / 2;
  const middle = (place: number) => left + slot * (place + 0.5);
  return (
    <svg className="bars-plot" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {ticks.map((value) => (
        <g key={value}>
          <line x1={left} x2={right} y1={y(value)} y2={y(value)} className={value === 0 ? 'bars-zero' : 'bars-line'} />
          <text x={left - 6} y={y(value) + 3.5} textAnchor="end">
            {text(value)}
          </text>
        </g>
      ))}
      {days.map((day, place) => (
        <g key={day}>
          <title>
            {words.chartPoint(
              dayText(day),
              series.map(({ label, values }) => `${label} ${formatNumber(values[place] ?? 0)}`).join(', '),
            )}
          </title>
          <rect x={left + slot * place} y={high} width={slot} height={low - high} className="bars-hit" />
          {stackOf(above, place, y, -1).map(({ id, tone, from, to }) => (
            <rect key={id} x={x(place)} y={to} width={bar} height={from - to} rx="1.5" className={`bar-${tone}`} />
          ))}
          {(sums(above)[place] ?? 0) > top && (
            <path
              d={`M${x(place) - 2} ${high + BREAK_BELOW + 3}l${bar + 4} -6v3l${-bar - 4} 6z`}
              className="bars-break"
            />
          )}
          {stackOf(below, place, (value) => y(-value), 1).map(({ id, tone, from, to }) => (
            <rect key={id} x={x(place)} y={from} width={bar} height={to - from} rx="1.5" className={`bar-${tone}`} />
          ))}
        </g>
      ))}
      {days.map((day, place) => {
        const label = dayLabel(day, place, days);
        return label === undefined ? null : (
          <text key={day} x={middle(place)} y={height - 4} textAnchor="middle">
            {label}
          </text>
        );
      })}
      {apart(marks, middle, left).map(({ place, label }) => (
        <g key={place}>
          <line x1={middle(place)} x2={middle(place)} y1="8" y2={low} className="bars-mark" />
          <circle cx={middle(place)} cy="8" r="3" className="bars-ring" />
          <text x={middle(place) - 6} y="12" textAnchor="end">
            {label}
          </text>
        </g>
      ))}
    </svg>
  );
}

interface Piece {
  readonly id: string;
  readonly tone: BarTone;
  readonly from: number;
  readonly to: number;
}

/**
 * The pieces of one bar, starting at zero. A count other than 0 is always visible. `way` is -1 upwards, 1 downwards.
 */
function stackOf(series: readonly BarSeries[], place: number, y: (value: number) => number, way: -1 | 1): Piece[] {
  const pieces: Piece[] = [];
  let sum = 0;
  let end = y(0) + way;
  for (const { id, tone, values } of series) {
    const value = values[place] ?? 0;
    if (value === 0) continue;
    sum += value;
    const from = end;
    end = way < 0 ? Math.min(y(sum), from - LEAST_HEIGHT) : Math.max(y(sum), from + LEAST_HEIGHT);
    pieces.push({ id, tone, from, to: end });
    end += way * GAP_OF_STACK;
  }
  return pieces;
}

/** The marks whose labels touch neither the axis nor an earlier mark. The last ones take precedence. */
function apart(marks: readonly BarMark[], middle: (place: number) => number, left: number): BarMark[] {
  const shown: BarMark[] = [];
  let free = Number.POSITIVE_INFINITY;
  for (const mark of marks.toSorted((one, other) => other.place - one.place)) {
    const end = middle(mark.place);
    const start = end - 12 - mark.label.length * LABEL_WIDTH_OF_LETTER;
    if (start < left || end > free) continue;
    shown.push(mark);
    free = start;
  }
  return shown;
}

const dayText = (day: string) =>
  formatDate(new Date(day), { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
