import { createHash } from 'node:crypto';
import { refuse } from '../../refusal.ts';

/** The PostgreSQL type of a sort key. */
export type SortType = 'text' | 'timestamptz' | 'int8' | 'uuid';

/** One value of a cursor. */
export type CursorPart = string | number;

/**
 * Encodes the cursor after a row, from the text that binds the cursor to its list, and the sort keys of the row. The
 * cursor is opaque to the client.
 */
export function writeCursor(boundTo: string, parts: readonly CursorPart[]): string {
  return Buffer.from(JSON.stringify([boundTo, ...parts])).toString('base64url');
}

/**
 * Returns a digest of the filters of a query. A cursor is bound to it, because with other filters the cursor would
 * silently skip rows. A cursor is also bound to the list and the order.
 */
export function filtersOf(query: object): string {
  const filters = Object.entries(query).filter(([name, value]) => !positions.has(name) && isPlain(value));
  if (filters.length === 0) return '';
  const text = JSON.stringify(filters.sort(([one], [other]) => (one < other ? -1 : 1)));
  return createHash('sha256').update(text).digest('base64url').slice(0, 16);
}

/**
 * Parameters that are not filters: those of the page, the order and the instant. Cursors are bound to the order and the
 * instant separately.
 */
const positions = new Set(['cursor', 'limit', 'sort', 'at']);

const isPlain = (value: unknown): boolean =>
  ['string', 'number', 'boolean'].includes(typeof value) || (Array.isArray(value) && value.every(isPlain));

/**
 * The keys in a cursor. It comes from the client, so each key is checked before it is used in a comparison.
 * @throws Refusal `invalid_cursor`
 */
export function readCursor(
  cursor: string,
  boundTo: string,
  keys: readonly { readonly type: SortType }[],
): readonly CursorPart[] {
  const read = parse(cursor);
  if (!Array.isArray(read) || read[0] !== boundTo || read.length !== keys.length + 1) return notOurs();
  return keys.map(({ type }, index) => {
    const part: unknown = read[index + 1];
    return checks[type](part) ? (part as CursorPart) : notOurs();
  });
}

const checks: Readonly<Record<SortType, (part: unknown) => boolean>> = {
  text: (part) => typeof part === 'string' && part.isWellFormed() && !part.includes('\0'),
  int8: (part) => Number.isSafeInteger(part),
  uuid: (part) => typeof part === 'string' && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(part),
  timestamptz: (part) => typeof part === 'string' && (part === 'infinity' || part === '-infinity' || isInstant(part)),
};

function isInstant(text: string): boolean {
  if (!/^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/.test(text)) return false;
  const date = new Date(text);
  // Some parsers turn a day that does not exist into the next one, so the result must equal the input.
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 19) === text.slice(0, 19);
}

function parse(cursor: string): unknown {
  if (!/^[\w-]+$/.test(cursor)) return notOurs();
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return notOurs();
  }
}

function notOurs(): never {
  refuse('invalid_cursor', 'cursor_unknown', {});
}
