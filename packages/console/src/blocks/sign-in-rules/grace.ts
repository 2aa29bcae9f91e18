import { daysLater } from '@licet/contract';

/** Long enough for a holiday, short enough to be remembered. */
export const GRACE_DAYS = 14;

/** The last minute of the day that is `days` ahead. */
export function endOfDay(now: Date, days: number): Date {
  const end = daysLater(now, days);
  end.setHours(23, 59, 0, 0);
  return end;
}
