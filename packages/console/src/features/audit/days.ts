import { formatDate } from '../../ui/format.ts';
import { words } from './words.ts';

/** The day of an instant in the viewer's time zone: "Today", "Yesterday", "Wednesday, 18 November 2026". */
export function dayWords(at: string, now = new Date()): string {
  const day = new Date(at);
  const distance = daysBetween(day, now);
  if (distance === 0) return words.today;
  if (distance === 1) return words.yesterday;
  return formatDate(day, { dateStyle: 'full' });
}

/** A time of day: "14:32:07". */
export function clockWords(at: string): string {
  return formatDate(new Date(at), { hour: '2-digit', minute: '2-digit', second: '2-digit' });
}

/** The text of the period filter. */
export function periodWords(from: string | undefined, to: string | undefined): string | undefined {
  if (from !== undefined && to !== undefined) return words.between(shortDay(from), shortDay(to));
  if (from !== undefined)
    return daysBetween(new Date(from), new Date()) === 0 ? words.today.toLowerCase() : words.since(shortDay(from));
  return to === undefined ? undefined : words.before(shortDay(to));
}

/** The start of the day that many days ago, in the viewer's time zone. */
export function startOfDay(daysAgo: number, now = new Date()): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysAgo);
}

function shortDay(at: string): string {
  const day = new Date(at);
  const midnight = day.getHours() === 0 && day.getMinutes() === 0;
  return formatDate(day, {
    day: 'numeric',
    month: 'short',
    ...(day.getFullYear() !== new Date().getFullYear() && { year: 'numeric' }),
    ...(!midnight && { hour: '2-digit', minute: '2-digit' }),
  });
}

function daysBetween(from: Date, to: Date): number {
  const noon = (day: Date) => Date.UTC(day.getFullYear(), day.getMonth(), day.getDate(), 12);
  return Math.round((noon(to) - noon(from)) / 86_400_000);
}
