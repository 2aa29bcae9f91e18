/**
 * The same time of day so many days later, or earlier if negative, by the calendar of the local time zone: the
 * browser's or the command line's. It stays the same when the clocks change; an hour that they skip becomes the next
 * one.
 */
export function daysLater(at: Date | string, days: number): Date {
  const day = new Date(at);
  day.setDate(day.getDate() + days);
  return day;
}
