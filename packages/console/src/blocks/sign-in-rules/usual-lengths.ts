import { daysLater, limits } from '@licet/contract';

/** The usual values, and the current one if it is not among them. */
export function withPresent(usual: readonly number[], present: number | null, label: (value: number) => string) {
  const all = [...new Set(present === null ? usual : [...usual, present])].sort((one, other) => one - other);
  return all.map((value) => ({ id: String(value), label: label(value) }));
}

export const upTo = (most: number, values: readonly number[]) => values.filter((value) => value <= most);

const hour = 3600;
const day = 24 * hour;

/** The longest duration of members' sessions, in seconds. */
export const memberSessions = upTo(limits.memberSessionLifetime.value, [
  hour,
  8 * hour,
  12 * hour,
  day,
  7 * day,
  14 * day,
  30 * day,
]);

/** The maximum age of a fresh sign-in. */
export const freshLengths = upTo(limits.freshSignInMax.value, [60, 300, 600, 900, 1800, hour]);

/** The grace period: long enough for a holiday, short enough that users do not forget it. */
export const GRACE_DAYS = 14;

/** The last minute of the day that is `days` ahead. */
export function endOfDay(now: Date, days: number): Date {
  const end = daysLater(now, days);
  end.setHours(23, 59, 0, 0);
  return end;
}
