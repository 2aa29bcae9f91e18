import { shortLength } from '../../../blocks/durations.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;
const HOURS_WITH_MINUTES = 12;

/** How long something has waited, in one unit, rounded down: "8 min", "12 h", "10 days". */
export function waitedText(since: string, now: Date): string {
  const seconds = Math.max(0, (now.getTime() - Date.parse(since)) / 1000);
  const unit = seconds < HOUR ? 60 : seconds < DAY ? HOUR : DAY;
  return shortLength(Math.floor(seconds / unit) * unit);
}

/** The time that is left, rounded down: "2 h 28 min", "27 h". */
export function leftText(ends: string, now: Date): string {
  const seconds = Math.max(0, (Date.parse(ends) - now.getTime()) / 1000);
  const unit = seconds < HOURS_WITH_MINUTES * HOUR ? 60 : HOUR;
  return shortLength(Math.floor(seconds / unit) * unit);
}
