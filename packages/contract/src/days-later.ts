/**
 * Returns the same time of day a number of days later, or earlier if negative. The calendar is that of the local time
 * zone. The time of day stays the same when the clocks change. A time that the change skips becomes the next existing
 * time.
 */
export function daysLater(at: Date | string, days: number): Date {
  const day = new Date(at);
  day.setDate(day.getDate() + days);
  return day;
}
