import type { ReactNode } from 'react';
import { CalendarClockIcon, ChevronLeftIcon, ChevronRightIcon, HistoryIcon } from '../ui/icons.tsx';
import './past-bar.css';
import { pastWords as words } from './words.ts';

export interface PastBarProps {
  /** The day in words: "Tuesday 3 March 2026". */
  day: string;
  /** The time and the zone: "14:00, Oslo". */
  time: string;
  /** Whether the instant is in the future: scheduled access is shown. */
  ahead?: boolean;
  onChoose: () => void;
  onDayBefore: () => void;
  onDayAfter: () => void;
  onBackToNow: () => void;
}

/** The content of the top bar for another instant. `Frame` gets it as `past`. */
export function PastBar({
  day,
  time,
  ahead = false,
  onChoose,
  onDayBefore,
  onDayAfter,
  onBackToNow,
}: PastBarProps): ReactNode {
  return (
    <div className="past">
      <HistoryIcon />
      <b>{day}</b>
      <div className="step">
        <button className="top-bar-button" type="button" aria-label={words.before} onClick={onDayBefore}>
          <ChevronLeftIcon />
        </button>
        <button className="when" type="button" aria-haspopup="dialog" title={words.choose} onClick={onChoose}>
          <CalendarClockIcon />
          {time}
        </button>
        <button className="top-bar-button" type="button" aria-label={words.after} onClick={onDayAfter}>
          <ChevronRightIcon />
        </button>
      </div>
      <span className="hide-on-phone hide-when-narrow">{ahead ? words.readOnlyAhead : words.readOnly}</span>
      <button className="back" type="button" onClick={onBackToNow}>
        {words.back}
      </button>
    </div>
  );
}
