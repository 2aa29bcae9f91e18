import { scaleLinear } from 'd3-scale';
import { area, curveStepAfter, line } from 'd3-shape';
import { type PointerEvent, type ReactNode, useState } from 'react';
import { formatDate, formatNumber } from '../format.ts';
import { words } from '../words.ts';
import './chart.css';

/** One line of the chart: a count for each day. */
export interface ChartSeries {
  readonly id: string;
  readonly label: string;
  /** Use `no` only for refusals. */
  readonly tone?: 'plain' | 'no' | undefined;
  readonly values: readonly number[];
}

export interface ChartProps {
  /** Days in UTC, such as 2026-03-01, ascending. Each is the first day of an interval, such as a week. */
  readonly days: readonly string[];
  /** One or two lines. */
  readonly series: readonly ChartSeries[];
  /** A sentence that summarises the chart. */
  readonly summary: string;
  /** The name of an interval. It is the header of the first column of the table. */
  readonly step: string;
  /** Draws steps instead of slopes, for a count that changes at once and then stays. */
  readonly stepped?: boolean | undefined;
}

const WIDTH = 1000;
const HEIGHT = 200;

const LARGE = 1_000;

/**
 * A chart of small changes to large counts starts near them, so that the changes are visible. All others start at 0,
 * because otherwise one more person among twenty looks like a doubling.
 */
function startOf(counts: readonly number[]): number {
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  const change = most - least;
  return most >= LARGE && change > 0 && change < most / 4 ? Math.max(0, least - change / 4) : 0;
}

/** A line chart of counts over days, and the same data in a table that opens below. */
export function Chart({ days, series, summary, step, stepped }: ChartProps): ReactNode {
  const counts = series.flatMap(({ values }) => values);
  const most = Math.max(1, ...counts);
  const height = scaleLinear()
    .domain([startOf(counts), most])
    .nice(3)
    .range([HEIGHT, 0]);
  const ticks = height.ticks(3).filter((tick) => Number.isInteger(tick));
  const along = (place: number) => (days.length === 1 ? WIDTH / 2 : (place / (days.length - 1)) * WIDTH);
  const lineOf = line<number>((_, place) => along(place), height);
  const areaOf = area<number>((_, place) => along(place), HEIGHT, height);
  if (stepped) {
    lineOf.curve(curveStepAfter);
    areaOf.curve(curveStepAfter);
  }
  const [start = 0, top = most] = height.domain();
  /** The index of the day under the pointer. */
  const [pointed, setPointed] = useState<number>();
  const point = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    setPointed(Math.min(days.length - 1, Math.max(0, Math.round(((clientX - left) / width) * (days.length - 1)))));
  };
  const unpoint = () => setPointed(undefined);
  const day = pointed === undefined ? undefined : days[pointed];
  return (
    <figure className="chart">
      <figcaption className="chart-summary">
        {summary}
        {start > 0 && <span className="text-faint"> {words.axisStarts(start)}</span>}
      </figcaption>
      {series.length > 1 && (
        <div className="chart-legend small" aria-hidden>
          {series.map(({ id, label, tone = 'plain' }, index) => (
            <span key={id} className={`chart-key tone-${tone}`}>
              <svg aria-hidden viewBox="0 0 20 2" className={classOf(index)}>
                <path className="chart-line" d="M0 1H20" />
              </svg>
              {label}
            </span>
          ))}
        </div>
      )}
      <div className="chart-picture" aria-hidden>
        <div className="chart-heights text-faint">
          {ticks.map((tick) => (
            <span key={tick} style={{ bottom: `${((tick - start) / (top - start)) * 100}%` }}>
              {formatNumber(tick, { notation: 'compact', maximumFractionDigits: 1 })}
            </span>
          ))}
        </div>
        <div
          className="chart-ground"
          onPointerDown={point}
          onPointerMove={point}
          onPointerLeave={unpoint}
          onPointerCancel={unpoint}
        >
          {pointed !== undefined && day !== undefined && (
            <div
              className="chart-readout"
              data-side={along(pointed) > WIDTH / 2 ? 'before' : 'after'}
              style={{ left: `${(along(pointed) / WIDTH) * 100}%` }}
            >
              <span className="text-muted">{dayText(day, true)}</span>
              {series.map(({ id, label, values }) => (
                <span key={id}>
                  {label} <b>{formatNumber(values[pointed] ?? 0)}</b>
                </span>
              ))}
            </div>
          )}
          <svg aria-hidden className="chart-plot" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none">
            {ticks.map((tick) => (
              <path key={tick} className="chart-rule" d={`M0 ${height(tick)}H${WIDTH}`} />
            ))}
            {series.map(({ id, tone = 'plain', values }, index) => (
              <g key={id} className={`tone-${tone} ${classOf(index)}`}>
                {index === 0 && values.length > 1 && start === 0 && (
                  <path className="chart-area" d={areaOf([...values]) ?? ''} />
                )}
                {values.length === 1 ? (
                  <path className="chart-point" d={`M${along(0)} ${height(values[0] ?? 0)}h0.01`} />
                ) : (
                  <path className="chart-line" d={lineOf([...values]) ?? ''} />
                )}
                {pointed !== undefined && (
                  <path className="chart-point" d={`M${along(pointed)} ${height(values[pointed] ?? 0)}h0.01`} />
                )}
              </g>
            ))}
            {pointed !== undefined && <path className="chart-pointed" d={`M${along(pointed)} 0V${HEIGHT}`} />}
          </svg>
        </div>
        <div className="chart-days text-faint">
          {daysShown(days).map((day) => (
            <span key={day}>{dayText(day)}</span>
          ))}
        </div>
      </div>
      <details className="chart-table">
        <summary>{words.asTable}</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
        <section className="chart-rows" tabIndex={0} aria-label={summary}>
          <table>
            <thead>
              <tr>
                <th scope="col">{step}</th>
                {series.map(({ id, label }) => (
                  <th key={id} scope="col" className="end">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {days
                .map((day, place) => (
                  <tr key={day}>
                    <th scope="row">{dayText(day, true)}</th>
                    {series.map(({ id, values }) => (
                      <td key={id} className="end">
                        {formatNumber(values[place] ?? 0)}
                      </td>
                    ))}
                  </tr>
                ))
                .toReversed()}
            </tbody>
          </table>
        </section>
      </details>
    </figure>
  );
}

const classOf = (index: number) => (index === 0 ? 'chart-first' : 'chart-second');

/** The first, the middle and the last day, without repetition. */
function daysShown(days: readonly string[]): string[] {
  const places = days.length > 4 ? [0, Math.floor((days.length - 1) / 2), days.length - 1] : [0, days.length - 1];
  return [...new Set(places)].flatMap((place) => days[place] ?? []);
}

const dayText = (day: string, whole = false) =>
  formatDate(new Date(day), { day: 'numeric', month: 'short', year: whole ? 'numeric' : undefined, timeZone: 'UTC' });
