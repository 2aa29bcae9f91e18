import { daysLater } from '@licet/contract';
import { formatDate } from '../../ui/format.ts';

/** When a grant ends, as people choose it. */
export type EndChoice = 'hours' | 'tonight' | 'week' | 'on' | 'none';

/** When it starts. */
export type StartChoice = 'now' | 'on';

const HOUR_MS = 3_600_000;
const HOURS = 2;
const WEEK_DAYS = 7;

/**
 * The end of a grant that starts then; null for no end, undefined while no date is chosen. A week keeps the time of day
 * when the clocks change.
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

/** An instant as a sentence has it: "Thursday 26 November, 14:32". */
export function sentenceTime(at: Date, now: Date): string {
  const year = at.getFullYear() === now.getFullYear() ? {} : ({ year: 'numeric' } as const);
  const day = formatDate(at, { weekday: 'long', day: 'numeric', month: 'long', ...year });
  return `${day}, ${formatDate(at, { hour: '2-digit', minute: '2-digit' })}`;
}
