import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { formatNumber } from './format.ts';
import './meter.css';

export interface MeterProps {
  /** The name of the measured value, as the accessible name. */
  label: string;
  value: number;
  max?: number | undefined;
  tone?: 'plain' | 'yes' | 'ending' | undefined;
  /** The value as text, such as "0.6 of 4 kB". */
  text?: string | undefined;
}

/** A bar that shows how much of something is used. */
export function Meter({ label, value, max = 100, tone = 'plain', text }: MeterProps): ReactNode {
  const meter = {
    role: 'meter',
    'aria-label': label,
    'aria-valuenow': value,
    'aria-valuemin': 0,
    'aria-valuemax': max,
    'aria-valuetext': text,
  };
  return (
    <div className={classNames('meter', tone !== 'plain' && `tone-${tone}`)} {...meter}>
      <i style={{ width: share(value, max) }} />
    </div>
  );
}

export interface UseBarProps {
  /** What the bar says, as a sentence: "8 of 10 holders used approver in the last 90 days." */
  label: string;
  used: number;
  holders: number;
  /** Ends the bar with the number of users instead of their percentage. */
  counted?: boolean | undefined;
  /** The words after the percentage on a phone, where no heading names the value. */
  unit?: string | undefined;
}

/** The share of holders who used something, as a bar in a groove. */
export function UseBar({ label, used, holders, counted, unit }: UseBarProps): ReactNode {
  return (
    <div className="use-bar">
      <Meter label={label} value={used} max={holders} text={label} />
      <span aria-hidden="true">
        {counted
          ? formatNumber(used)
          : formatNumber(holders > 0 ? used / holders : 0, { style: 'percent', maximumFractionDigits: 0 })}
        {unit !== undefined && <span className="only-on-phone"> {unit}</span>}
      </span>
    </div>
  );
}

export interface ProgressProps {
  label: string;
  value: number;
  max: number;
  /** The numbers as text: "4,210 of 18,412, 40 s left". */
  text: string;
  /** A cancel button. */
  action?: ReactNode;
  /** Whether the work has ended: the name and the numbers stay, the bar disappears. */
  ended?: boolean | undefined;
}

/** The progress of a long task: its name, its numbers, a bar and a cancel button. */
export function Progress({ label, value, max, text, action, ended }: ProgressProps): ReactNode {
  return (
    <div className="progress">
      <div className="progress-head">
        <span>{label}</span>
        <span className="text-muted">{text}</span>
      </div>
      {!ended && (
        <div
          className="meter"
          role="progressbar"
          aria-label={label}
          aria-valuenow={value}
          aria-valuemin={0}
          aria-valuemax={max}
          aria-valuetext={text}
        >
          <i style={{ width: share(value, max) }} />
        </div>
      )}
      {action}
    </div>
  );
}

/** The width of a bar as a percentage. */
export function share(value: number, max: number): string {
  return `${max > 0 ? Math.min(Math.max((value / max) * 100, 0), 100) : 0}%`;
}
