/**
 * Adds a number of days, which may be negative, and keeps the time of day. The calendar is that of the local time
 * zone. If a clock change skips that time of day, the next existing time is used.
 */
export function daysLater(at: Date | string, days: number): Date {
  const day = new Date(at);
  day.setDate(day.getDate() + days);
  return day;
}
