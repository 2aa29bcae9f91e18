import { daysLater } from '@licet/contract';
import { formatDate } from '../../ui/format.ts';
import type { InstantValue } from '../instant-choice.tsx';

/** The chosen end. */
export type EndValue = InstantValue<EndChoice>;

/** The chosen start. */
export type StartValue = InstantValue<StartChoice>;

/** The default end of a new grant: access without an end is an explicit choice. */
export const usualEnd: EndValue = { choice: 'week', on: null };

/** Converts the end of an existing grant to a field value. */
export const presentEnd = (ends: string | null): EndValue =>
  ends === null ? { choice: 'none', on: null } : { choice: 'on', on: new Date(ends) };

/** The choices for the end of a grant. */
type EndChoice = 'hours' | 'tonight' | 'week' | 'on' | 'none';

/** The choices for the start of a grant. */
type StartChoice = 'now' | 'on';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const HOURS = 2;
const WEEK_DAYS = 7;

/**
 * Returns the end of a grant that begins at `start`: null for no end, undefined while no date is chosen. A week is
 * counted in calendar days, so the time of day is the same after a clock change.
 */
export function endOf(choice: EndChoice, on: Date | null, start: Date): Date | null | undefined {
  switch (choice) {
    case 'hours':
      return new Date(start.getTime() + HOURS * HOUR_MS);
    case 'tonight': {
      const end = new Date(start);
      end.setHours(23, 59, 0, 0);
      return end;
    }
    case 'week':
      return daysLater(start, WEEK_DAYS);
    case 'on':
      return on ?? undefined;
    case 'none':
      return null;
  }
}

/**
 * Returns the preselected end: after a week, or after the role's longest period if that is shorter. A date is rounded
 * down to whole minutes, because its field shows minutes.
 */
export function endFirst(
  longestSeconds: number | null | undefined,
  start: Date,
): { choice: EndChoice; on: Date | null } {
  const latest = longestSeconds == null ? undefined : start.getTime() + longestSeconds * 1000;
  if (latest === undefined || daysLater(start, WEEK_DAYS).getTime() <= latest) return { choice: 'week', on: null };
  if (longestSeconds === (HOURS * HOUR_MS) / 1000) return { choice: 'hours', on: null };
  return { choice: 'on', on: new Date(Math.floor(latest / MINUTE_MS) * MINUTE_MS) };
}

/** An instant within a sentence: "Thursday 26 November, 14:32". */
export function sentenceTime(at: Date, now: Date): string {
  const year = at.getFullYear() === now.getFullYear() ? {} : ({ year: 'numeric' } as const);
  const day = formatDate(at, { weekday: 'long', day: 'numeric', month: 'long', ...year });
  return `${day}, ${formatDate(at, { hour: '2-digit', minute: '2-digit' })}`;
}
