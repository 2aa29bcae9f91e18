import { type Connection, type Database, transaction } from './database.ts';

/** A view of the facts: as recorded up to change number `no`, in force at the instant `at`. */
export interface Snapshot {
  readonly connection: Connection;
  /** A change number: facts with `no_from <= no < no_to` are seen. */
  readonly no: number;
  /** An instant in ISO 8601 with microseconds: grants with `starts <= at < ends` are in force. */
  readonly at: string;
}

/** SQL that is true for facts of table alias `alias` in force at the change number in parameter `$n`. */
export const inForce = (alias: string, parameter: string) =>
  `${alias}.no_from <= ${parameter} and ${parameter} < ${alias}.no_to`;

/**
 * Reads from one consistent snapshot: now, or as it was at a past instant (what was recorded then), or as it will be at a
 * future one (what is recorded now, in force then).
 */
export function read<Result>(
  database: Database,
  work: (snapshot: Snapshot) => Promise<Result>,
  at?: string,
): Promise<Result> {
  return transaction(database, 'begin isolation level repeatable read read only', async (connection) => {
    const { rows } = await connection.query<{ no: number; at: string }>({
      name: 'snapshot',
      text: snapshotQuery,
      values: [at ?? null, database.clockOffset()],
    });
    const [row] = rows;
    return work({ connection, no: row?.no ?? 0, at: row?.at ?? new Date().toISOString() });
  });
}

// The clock never runs backwards behind the last change; when asked for another instant, the number is the one that it had.
export const snapshotQuery = `
  with last as (select no, at from change order by no desc limit 1)
  select coalesce((select c.no from change c where c.at <= $1::timestamptz order by c.at desc limit 1), case when $1::timestamptz is null then (select no from last) end, 0) as no,
         coalesce($1::timestamptz, greatest(clock_timestamp() + $2::int8 * interval '1 millisecond', (select at from last))) as at`;
