/**
 * The same time of day a number of days later, or earlier if negative, by the calendar of the local time zone (of the
 * browser or the command line). The time of day stays the same when the clocks change; an hour that they skip becomes
 * the next one.
 */
export function daysLater(at: Date | string, days: number): Date {
  const day = new Date(at);
  day.setDate(day.getDate() + days);
  return day;
}
