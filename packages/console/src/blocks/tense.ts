import { daysLater } from '@licet/contract';
import { formatDate, ownPlace } from '../ui/format.ts';
import { nameNowWords as words } from './words.ts';

/** Whether an answer is about the present, the past or the future. */
export type Tense = 'now' | 'past' | 'future';

const MINUTE_MS = 60_000;

/** The tense of an instant. An instant within a minute of the present is `now`. */
export function tenseOf(at: string | undefined, now = Date.now()): Tense {
  if (at === undefined) return 'now';
  const distance = Date.parse(at) - now;
  if (Math.abs(distance) < MINUTE_MS) return 'now';
  return distance < 0 ? 'past' : 'future';
}

/** The same time of day some days later, in the reader's time zone. */
export function dayFrom(at: string, days: number): string {
  return daysLater(at, days).toISOString();
}

/** "Tuesday, 3 March 2026". */
export function dayText(at: string): string {
  return formatDate(new Date(at), { dateStyle: 'full' });
}

/** "3 March 2026". */
export function shortDayText(at: string): string {
  return formatDate(new Date(at), { dateStyle: 'long' });
}

/** "14:00, Oslo". */
export function hourText(at: string): string {
  const hour = formatDate(new Date(at), { hour: '2-digit', minute: '2-digit' });
  const zone = ownPlace();
  return zone === undefined ? hour : `${hour}, ${zone}`;
}

/**
 * Returns the current name as a fact, if the name at the shown past instant differs or the object was deleted since.
 * Otherwise returns no fact.
 */
export const nameNowFact = ({ nameNow }: { nameNow?: string | null | undefined }): (readonly [string, string])[] =>
  nameNow === undefined ? [] : [[words.nameNow, nameNow ?? words.deletedSince]];
