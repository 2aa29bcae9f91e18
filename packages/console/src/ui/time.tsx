import { type ReactNode, useId, useSyncExternalStore } from 'react';
import { dateFormat } from './format.ts';
import { EndsIcon } from './icon.tsx';
import { Tooltip } from './tooltip.tsx';
import { words } from './words.ts';
import './status.css';
import './tooltip.css';
import { locale as own } from './language.ts';

export interface TimeProps {
  /** An instant; a string has the server's format (RFC 3339). Without one, `empty` is shown. */
  at: Date | string | null | undefined;
  /** The text if there is no instant: "Never" for the last use, "No end" for an expiry. */
  empty?: string | undefined;
}

/**
 * An instant as relative text that is updated with the clock. A tooltip shows the exact instant. `shown` replaces the
 * relative text.
 */
export function Time({ at, empty = words.none, shown }: TimeProps & { shown?: string | undefined }): ReactNode {
  const now = useNow();
  const tipId = useId();
  if (at === null || at === undefined) return <span className="text-faint">{empty}</span>;
  const instant = new Date(at);
  return (
    <Tooltip id={tipId} text={exactTime(instant)}>
      <time className="when" dateTime={instant.toISOString()}>
        {shown ?? relativeTime(instant, instant > now ? new Date() : now)}
      </time>
    </Tooltip>
  );
}

/** An expiry. Amber with an hourglass within seven days; grey if there is none. */
export function EndsAt({ at, empty = words.noEnd }: TimeProps): ReactNode {
  const now = useNow();
  if (at === null || at === undefined) return <span className="text-faint">{empty}</span>;
  const left = new Date(at).getTime() - now.getTime();
  if (left <= 0 || left > ENDING_SOON_MS) return <Time at={at} />;
  return (
    <span className="status tone-ending">
      <EndsIcon />
      <Time at={at} />
    </span>
  );
}

const TICK_MS = 15_000;
let current = new Date();
let timer = 0;
const listeners = new Set<() => void>();

/** The current time, updated every 15 seconds and when the tab becomes visible. The whole page shares one timer. */
export function useNow(): Date {
  return useSyncExternalStore(subscribe, () => current);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) {
    current = new Date();
    timer = window.setInterval(tick, TICK_MS);
    document.addEventListener('visibilitychange', tick);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
    }
  };
}

function tick(): void {
  current = new Date();
  for (const listener of listeners) listener();
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const HOURS_SPOKEN = 12;
const DAYS_BY_WEEKDAY = 7;

/** How long before an expiry it is shown in amber, in ms. */
export const ENDING_SOON_MS = 7 * 24 * HOUR;

/**
 * An instant in everyday words: "in 2 h 28 min", "tomorrow, 18:00", "Sun 22 Nov", "3 min ago", "yesterday", "4 Oct".
 */
export function relativeTime(at: Date, now: Date, locale = own): string {
  const distance = at.getTime() - now.getTime();
  return distance > 0 ? ahead(at, now, distance, locale) : back(at, now, -distance, locale);
}

/** The exact instant in the reader's time zone: "Thursday 26 November 2026 at 14:32:07 GMT+1". */
export function exactTime(at: Date, locale = own): string {
  return dateFormat({ dateStyle: 'full', timeStyle: 'long' }, locale).format(at);
}

/** A short date and time: "26 Nov 2026, 14:32". */
export function shortTime(at: Date, locale = own): string {
  return dateFormat({ dateStyle: 'medium', timeStyle: 'short' }, locale).format(at);
}

function ahead(at: Date, now: Date, distance: number, locale: string): string {
  if (distance < MINUTE) return words.soon;
  if (distance < HOUR) return words.inMinutes(Math.floor(distance / MINUTE));
  const hours = Math.floor(distance / HOUR);
  if (hours < HOURS_SPOKEN) return words.inHours(hours, Math.floor((distance % HOUR) / MINUTE));
  const days = daysBetween(now, at);
  if (days === 0) return words.todayAt(clock(at, locale));
  if (days === 1) return words.tomorrowAt(clock(at, locale));
  return date(at, now, locale, days < DAYS_BY_WEEKDAY);
}

function back(at: Date, now: Date, distance: number, locale: string): string {
  if (distance < MINUTE) return words.now;
  if (distance < HOUR) return words.minutesAgo(Math.floor(distance / MINUTE));
  const days = daysBetween(at, now);
  if (days === 0) return words.hoursAgo(Math.floor(distance / HOUR));
  if (days === 1) return words.yesterday;
  if (days < DAYS_BY_WEEKDAY) return dateFormat({ weekday: 'long' }, locale).format(at);
  return date(at, now, locale, false);
}

function clock(at: Date, locale: string): string {
  return dateFormat({ hour: '2-digit', minute: '2-digit' }, locale).format(at);
}

function date(at: Date, now: Date, locale: string, weekday: boolean): string {
  const options: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short' };
  if (weekday) options.weekday = 'short';
  if (at.getFullYear() !== now.getFullYear()) options.year = 'numeric';
  return dateFormat(options, locale).format(at).replace(',', '');
}

/**
 * The number of calendar days between two instants in the local time zone. Compares noons, so that clock changes have
 * no effect.
 */
function daysBetween(from: Date, to: Date): number {
  const noon = (day: Date) => Date.UTC(day.getFullYear(), day.getMonth(), day.getDate(), 12);
  return Math.round((noon(to) - noon(from)) / (24 * HOUR));
}
