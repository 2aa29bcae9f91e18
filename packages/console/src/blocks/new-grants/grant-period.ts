import { daysLater } from '@licet/contract';
import { formatDate } from '../../ui/format.ts';

/** The choices for the end of a grant. */
export type EndChoice = 'hours' | 'tonight' | 'week' | 'on' | 'none';

/** The choices for its start. */
export type StartChoice = 'now' | 'on';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const HOURS = 2;
const WEEK_DAYS = 7;

/**
 * The end of a grant that begins at `start`; null for no end, undefined while no date is chosen. A week later is at the
 * same time of day, even if the clocks change in between.
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
 * The preselected end, in whole minutes like its field: in a week, or after the role's longest period if that is
 * shorter.
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
