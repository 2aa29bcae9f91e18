import { dateFormat } from '../ui/format.ts';
import { locale as own } from '../ui/language.ts';
import type { TimeUnit } from './words.ts';
import { durationWords as words } from './words.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;
const WEEKS_SPOKEN = 8;
const HOURS_SPOKEN = 48;

/** The most common durations in seconds. */
export const usualLengths = { twoHours: 2 * HOUR, day: DAY, week: WEEK, month: 30 * DAY } as const;

/** A length of time in whole words: "2 hours", "1 day", "1 hour 30 minutes". */
export function lengthText(seconds: number): string {
  return partsOf(seconds)
    .map(([count, unit]) => words.long(count, unit))
    .join(' ');
}

/** The short form: "2 h", "1 day", "1 h 30 min". */
export function shortLength(seconds: number): string {
  return partsOf(seconds)
    .map(([count, unit]) => words.short(count, unit))
    .join(' ');
}

/** The common durations below the requested one, followed by the requested one. */
export function lengthsUpTo(requested: number): readonly number[] {
  return [...Object.values(usualLengths).filter((length) => length < requested), requested];
}

/** A future instant, as the end of a sentence: "16:32 today", "16:32 tomorrow", "30 Nov, 16:32". */
export function untilText(at: Date, now: Date, locale = own): string {
  const clock = dateFormat({ hour: '2-digit', minute: '2-digit' }, locale).format(at);
  if (sameDay(at, now)) return words.today(clock);
  if (sameDay(at, new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1))) return words.tomorrow(clock);
  const date: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short' };
  if (at.getFullYear() !== now.getFullYear()) date.year = 'numeric';
  return `${dateFormat(date, locale).format(at)}, ${clock}`;
}

function partsOf(seconds: number): readonly (readonly [count: number, unit: TimeUnit])[] {
  const minutes = Math.max(1, Math.round(seconds / MINUTE));
  const whole = minutes * MINUTE;
  if (whole % WEEK === 0 && whole / WEEK <= WEEKS_SPOKEN) return [[whole / WEEK, 'week']];
  const days = whole % DAY === 0 || whole > HOURS_SPOKEN * HOUR ? Math.floor(whole / DAY) : 0;
  const rest = whole - days * DAY;
  const parts: (readonly [number, TimeUnit])[] = [
    [days, 'day'],
    [Math.floor(rest / HOUR), 'hour'],
    [(rest % HOUR) / MINUTE, 'minute'],
  ];
  return parts.filter(([count]) => count > 0).slice(0, 2);
}

function sameDay(one: Date, other: Date): boolean {
  return one.toDateString() === other.toDateString();
}
