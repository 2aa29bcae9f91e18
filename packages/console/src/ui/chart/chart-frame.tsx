import { type ReactNode, useState } from 'react';
import { IconButton } from '../button.tsx';
import { formatDate, formatNumber } from '../format.ts';
import { DownloadIcon, TableIcon } from '../icons.tsx';
import { lateComponent } from '../late-part.ts';
import { csvFile, saveFile } from '../save-file.ts';
import { Skeleton } from '../states.tsx';
import { words } from '../words.ts';
import type { BarsProps } from './bars.tsx';
import './bars.css';
import './chart-frame.css';

const Bars = lateComponent(() => import('./bars.tsx').then((part) => part.Bars));

export interface ChartFrameProps {
  title: string;
  /** The interval, after the title: "per week". */
  per: string;
  /** The sentence that says what the picture shows. Undefined while it loads. */
  sentence: string | undefined;
  /** The name of an interval. It is the header of the first column of the table. */
  step: string;
  /** The name of the CSV file, without its ending. */
  file: string;
  /** Undefined while the figures load. */
  bars: BarsProps | undefined;
  /** Shown instead of the picture: that there is nothing, or an error. */
  instead?: ReactNode;
}

/** A frame with a chart: one sentence, and a picture or the same figures as a table, which can be saved as CSV. */
export function ChartFrame({ title, per, sentence, step, file, bars, instead }: ChartFrameProps): ReactNode {
  const [asTable, setAsTable] = useState(false);
  const drawn = bars !== undefined && !instead;
  return (
    <section className="chart-frame" aria-busy={!drawn && !instead}>
      <header>
        <h2>{title}</h2>
        <span className="text-faint">{per}</span>
        <span className="end">
          {drawn && asTable && (
            <IconButton
              small
              icon={DownloadIcon}
              label={words.saveChart(title)}
              onClick={() => save(bars, step, file)}
            />
          )}
          {drawn && (
            <IconButton
              small
              icon={TableIcon}
              label={words.chartAsTable(title)}
              aria-pressed={asTable}
              onClick={() => setAsTable(!asTable)}
            />
          )}
        </span>
      </header>
      <p className="chart-said">{sentence ?? <Skeleton width={260} />}</p>
      {instead ? (
        instead
      ) : bars && asTable ? (
        <Table bars={bars} step={step} label={title} />
      ) : (
        <>
          <div className="chart-room" role="img" aria-label={sentence ?? title}>
            {bars && <Bars {...bars} />}
          </div>
          <div className="chart-keys" aria-hidden="true">
            {bars?.series.map(({ id, label, tone }) => (
              <span key={id}>
                <svg viewBox="0 0 9 9" aria-hidden="true">
                  <rect width="9" height="9" rx="2" className={`bar-${tone}`} />
                </svg>
                {label}
              </span>
            ))}
          </div>
        </>
      )}
    </section>
  );
}

function Table({ bars: { days, series }, step, label }: { bars: BarsProps; step: string; label: string }): ReactNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
    <section className="chart-figures" tabIndex={0} aria-label={label}>
      <table>
        <thead>
          <tr>
            <th scope="col">{step}</th>
            {series.map(({ id, label: head }) => (
              <th key={id} scope="col" className="chart-count">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days
            .map((day, place) => (
              <tr key={day}>
                <th scope="row">
                  {formatDate(new Date(day), { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })}
                </th>
                {series.map(({ id, values }) => (
                  <td key={id} className="chart-count">
                    {formatNumber(values[place] ?? 0)}
                  </td>
                ))}
              </tr>
            ))
            .toReversed()}
        </tbody>
      </table>
    </section>
  );
}

function save({ days, series }: BarsProps, step: string, file: string): void {
  const head = [step, ...series.map(({ label }) => label)];
  const lines = days.map((day, place) => [day, ...series.map(({ values }) => String(values[place] ?? 0))]);
  saveFile(csvFile([head, ...lines]), `${file}.csv`);
}
