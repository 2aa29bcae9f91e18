import type { AsOf } from '@licet/contract';
import { clock, clockOfFacts } from './clock.ts';
import { type Connection, type Database, transaction } from './database.ts';
import { identifier, prepared, Sql, sql, Value } from './sql.ts';

/** A point in time at which facts are viewed. */
export interface Moment {
  /** A change number: facts with `no_from <= no < no_to` are visible. */
  readonly no: number;
  /** An instant in ISO 8601 with microseconds: grants with `starts <= at < ends` are in force. */
  readonly at: string;
  /** The time by the database's clock, for durations. It is before `at` if the clock was set back. */
  readonly clock: string;
}

/**
 * The newest moment, with the hash of its change; null if there is no change. The hash identifies everything recorded
 * so far. The change number does not: if a failover loses the last changes, their numbers are used again.
 */
export interface Head extends Moment {
  readonly head: string | null;
}

/** A view of the facts: as recorded up to change number `no`, in force at the instant `at`. */
export interface Snapshot extends Moment {
  readonly connection: Connection;
  /** The requested instant, in ISO 8601 with microseconds; absent in the newest snapshot. */
  readonly asOf?: string | undefined;
}

/** The moment of a list, as the API shows it. Instants are ISO 8601 in UTC with microseconds. */
export const asOfShown = ({ no, at, clock: now }: Snapshot): AsOf => ({ at, version: no, scheduled: at > now });

/** SQL that is true for facts of table alias `alias` in force at a change number. */
export const inForce = (alias: string, no: unknown): Sql => {
  const number = no instanceof Value || no instanceof Sql ? no : new Value(no);
  return sql`${identifier(alias)}.no_from <= ${number} and ${number} < ${identifier(alias)}.no_to`;
};

/** SQL for the number of the last change that was made by an instant; null if there is none. */
export const numberAt = (at: unknown): Sql =>
  sql`(select c.no from change c where c.at <= (${at})::timestamptz order by c.at desc limit 1)`;

/** A snapshot of the facts as recorded at an instant. */
export async function recordedAt(snapshot: Snapshot, at: string): Promise<Snapshot> {
  const { rows } = await snapshot.connection.query<{ no: number; at: string }>(
    sql`select coalesce(${numberAt(at)}, 0) as no, (${at})::timestamptz as at`,
  );
  const then = rows[0] ?? { no: 0, at };
  return { ...snapshot, ...then, asOf: then.at };
}

/**
 * Reads from one consistent snapshot.
 * @param at the instant to view; now by default. A past instant shows the facts recorded then, a future one the facts
 * recorded now.
 */
export function read<Result>(
  database: Database,
  work: (snapshot: Snapshot) => Promise<Result>,
  at?: string,
): Promise<Result> {
  return transaction(database, 'begin isolation level repeatable read read only', async (connection) => {
    return work(await newest(database, connection, at));
  });
}

/** Returns the newest snapshot, or the snapshot at an instant. */
export async function newest(database: Database, connection: Connection, at?: string): Promise<Snapshot> {
  const { rows } = await connection.query<Moment>(instants(at ?? null, database.clockOffset()));
  const [row] = rows;
  if (!row) throw new Error('The newest change could not be read.');
  return { connection, ...row, asOf: at === undefined ? undefined : row.at };
}

// For a past instant, use the change number that was current then.
const instants = prepared<[at: string | null, offset: number]>('snapshot', (at, offset) => snapshotAt(at, offset));

/** SQL for the change number, the instant and the clock of the newest snapshot, or of the snapshot at an instant. */
export const snapshotAt = (at: unknown, offset: unknown): Sql => sql`
  with last as (select no, at from change order by no desc limit 1)
  select
    coalesce(
      ${numberAt(at)},
      case when ${at}::timestamptz is null then (select no from last) end, 0
    ) as no,
    coalesce(${at}::timestamptz, ${clockOfFacts(offset, sql`(select at from last)`)}) as at,
    ${clock(offset)} as clock`;

/** SQL that selects a {@link Head}: the newest snapshot with the hash of its change. */
export const newestHead = (offset: unknown): Sql => sql`
  select coalesce(last.no, 0) as no, ${clockOfFacts(offset, sql`last.at`)} as at, ${clock(offset)} as clock,
    encode(last.hash, 'hex') as head
  from (select) one left join (select no, at, hash from change order by no desc limit 1) last on true`;
