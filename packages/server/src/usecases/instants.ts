import type { FieldError } from '@licet/contract';
import { fault } from '../refusal.ts';

/**
 * An instant in the form of the store: ISO 8601 in UTC with microseconds, from any offset. A fault if it is outside
 * of the years that the database and the screens support.
 */
export function inUtc(instant: string, pointer: string): string | FieldError {
  const time = Date.parse(instant);
  if (Number.isNaN(time) || time < earliest || time > latest) return fault({ pointer }, 'time_out_of_range', {});
  const digits = /\.(\d+)/.exec(instant)?.[1] ?? '';
  return `${new Date(time).toISOString().slice(0, 19)}.${digits.slice(0, 6).padEnd(6, '0')}Z`;
}

const earliest = Date.UTC(1970, 0);
const latest = Date.UTC(9998, 11, 31);
