import type { FieldError } from '@licet/contract';

/**
 * An instant as the store writes it: ISO 8601 in UTC with microseconds, whatever offset it came with. An error when it lies
 * outside of the years that the database and the screens can show.
 */
export function inUtc(instant: string, pointer: string): string | FieldError {
  const time = Date.parse(instant);
  if (Number.isNaN(time) || time < earliest || time > latest)
    return { pointer, detail: 'The time lies outside the years 1970 to 9998.' };
  const digits = /\.(\d+)/.exec(instant)?.[1] ?? '';
  return `${new Date(time).toISOString().slice(0, 19)}.${digits.slice(0, 6).padEnd(6, '0')}Z`;
}

const earliest = Date.UTC(1970, 0);
const latest = Date.UTC(9998, 11, 31);
