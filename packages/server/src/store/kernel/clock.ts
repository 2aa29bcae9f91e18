import type { Database } from './database.ts';
import { poolOf, type Queryable } from './pool.ts';
import { prepared, type Sql, sql } from './sql.ts';

/**
 * SQL for the current time: the database's clock, plus an offset in milliseconds that tests set. There is no other
 * clock.
 *
 * The time is constant within a statement. Statements that belong together use the instant of their snapshot or change,
 * or an instant that was read once for all of them.
 */
export const clock = (offset: unknown): Sql =>
  sql`(statement_timestamp() + ${offset}::int8 * interval '1 millisecond')`;

/** The instant at which facts are read. It is never before the last change, even if the clock was set back. */
export const clockOfFacts = (
  offset: unknown,
  lastChange = sql`(select at from change order by no desc limit 1)`,
): Sql => sql`greatest(${clock(offset)}, ${lastChange})`;

/** Reads the clock once for several statements outside of a snapshot that must use the same instant. */
export async function readClock(database: Database): Promise<string> {
  return clockAt(poolOf(database), database.clockOffset());
}

/** Reads the clock on a given connection. */
export async function clockAt(connection: Queryable, offset = 0): Promise<string> {
  const { rows } = await connection.query<{ clock: string }>(readNow(offset));
  return rows[0]?.clock ?? '';
}

const readNow = prepared<[offset: number]>('clock', (offset) => sql`select ${clock(offset)} as clock`);

/** SQL for an instant as text within JSON: ISO 8601 with microseconds, like instants outside of JSON. Null stays null. */
export const instantAsText = (instant: Sql): Sql =>
  sql`to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
