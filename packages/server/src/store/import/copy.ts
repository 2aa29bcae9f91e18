import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import type { Connection } from '../kernel/database.ts';

type Row = readonly (string | number | null)[];

/** Copies rows into a table, in PostgreSQL's text format and in batches. Values are texts, numbers or null. */
export async function copyInto(connection: Connection, table: string, rows: Iterable<Row>): Promise<void> {
  const left = rows[Symbol.iterator]();
  for (let next = left.next(); !next.done; next = left.next()) {
    const stream = connection.query(copyFrom(`copy ${table} from stdin`));
    await pipeline(Readable.from(chunks(some(next.value, left))), stream);
  }
}

/** Yields a row and a batch of the following ones, because one statement may take at most a minute. */
function* some(first: Row, left: Iterator<Row>): Generator<Row> {
  yield first;
  for (let count = 1; count < copiedAtOnce; count += 1) {
    const next = left.next();
    if (next.done) return;
    yield next.value;
  }
}

const copiedAtOnce = 50_000;

const chunkLength = 262_144;

function* chunks(rows: Iterable<Row>): Generator<string> {
  let chunk = '';
  for (const row of rows) {
    for (const [index, value] of row.entries()) chunk += (index === 0 ? '' : '\t') + field(value);
    chunk += '\n';
    if (chunk.length < chunkLength) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}

function field(value: string | number | null): string {
  if (value === null) return '\\N';
  if (typeof value === 'number') return String(value);
  return special.test(value) ? value.replace(every, (character) => escapes[character] ?? character) : value;
}

const special = /[\\\t\n\r]/;
const every = /[\\\t\n\r]/g;
const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/**
 * The number of rows that one statement writes. More would exceed `statement_timeout` on a slow or busy machine: a
 * grant took up to 200 µs on a busy one.
 */
export const rowsAtOnce = 10_000;

/** The parts of `total` rows, in order. */
export function* partsOf(total: number): Generator<{ readonly from: number; readonly to: number }> {
  for (let from = 0; from < total; from += rowsAtOnce) yield { from, to: Math.min(total, from + rowsAtOnce) };
}
