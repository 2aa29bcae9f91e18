import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import type { Connection } from '../kernel/database.ts';

/** Copies rows into a table, in PostgreSQL's text format. Values are texts, numbers or null. */
export async function copyInto(
  connection: Connection,
  table: string,
  rows: Iterable<readonly (string | number | null)[]>,
): Promise<void> {
  const stream = connection.query(copyFrom(`copy ${table} from stdin`));
  await pipeline(Readable.from(chunks(rows)), stream);
}

const chunkLength = 262_144;

function* chunks(rows: Iterable<readonly (string | number | null)[]>): Generator<string> {
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
