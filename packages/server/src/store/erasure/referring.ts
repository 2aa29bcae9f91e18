import { limits } from '@licet/contract';
import { refuse } from '../../refusal.ts';
import type { Change } from '../kernel/change.ts';
import { type Connection, type Database, transaction } from '../kernel/database.ts';
import { identifier, join, type Sql, sql } from '../kernel/sql.ts';
import { isLockTimeout, Turns, writingTakesLong } from '../kernel/turns.ts';

/** The events that refer to a person by id, through the facts that they opened or closed, or through their target. */
export interface Referring {
  /** Changes that opened or closed a fact with the person's id. */
  readonly changes: ReadonlySet<number>;
  /** Ids of grants, requests, exceptions, break-glass uses and mails of the person. */
  readonly theirs: ReadonlySet<string>;
  /** Ids of other things that contain the person's id, such as a request or a review that the person decides. */
  readonly related: ReadonlySet<string>;
}

/** Reads tables and columns from PostgreSQL's catalogue, so that tables added later are included. */
export async function referringTo({ connection }: Change, id: string): Promise<Referring> {
  const { rows: tables } = await connection.query<Table>(sql`
    select c.relname::text as name, array_agg(a.attname::text) as columns, array_agg(format_type(a.atttypid, a.atttypmod)) as types
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not in ('change', 'erasures', 'users')
    group by c.relname`);
  const changes = new Set<number>();
  const related = new Set<string>();
  for (const table of tables) {
    const query = rowsWith(table, id);
    if (!query) continue;
    const { rows } = await connection.query<{ numbers: number[]; ids: string[] }>(query);
    for (const { numbers, ids } of rows) {
      for (const no of numbers) if (Number.isSafeInteger(no)) changes.add(no);
      for (const each of ids) related.add(each);
    }
  }
  // A hand-over names two users: each of its two events is about one of them.
  const { rows: handed } = await connection.query<{ no: number }>(sql`
    select o.no from change c join change o on o.no = c.no + case c.action when 'user.took_over' then 1 else -1 end
      and (c.action, o.action) in (('user.took_over', 'user.handed_over'), ('user.handed_over', 'user.took_over'))
    where c.target_id = ${id}`);
  for (const { no } of handed) changes.add(no);
  const { rows: own } = await connection.query<{ id: string }>(sql`
    select id::text from grants where principal_id = ${id} union select id::text from requests where user_id = ${id}
    union select id::text from separation_exceptions where holder_id = ${id} union select id::text from break_glass where user_id = ${id}
    union select id::text from mails where user_id = ${id}`);
  return { changes, theirs: new Set(own.map((row) => row.id)), related };
}

interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  readonly types: readonly string[];
}

/** Columns with the id of the target of the event to which a row belongs. */
const owners = ['id', 'request_id', 'review_id'];
/** Columns with the number of the change that wrote a row. */
const numbers = ['no_from', 'no_to', 'opened_no', 'closed_no', 'applied_no'];

/** SQL for the rows that contain the id, in a table whose rows belong to events; undefined for other tables. */
function rowsWith({ name, columns, types }: Table, id: string): Sql | undefined {
  const has = (wanted: readonly string[]) =>
    columns.filter((column) => wanted.includes(column)).map((column) => identifier(column));
  const [written, about] = [has(numbers), has(owners)];
  if (written.length === 0 && name !== 'mails') return undefined;
  const holds = columns.flatMap((column, at) => {
    if (column === 'id') return [];
    if (types[at] === 'uuid') return [sql`${identifier(column)} = ${id}::uuid`];
    if (types[at] === 'uuid[]') return [sql`${id}::uuid = any(${identifier(column)})`];
    return types[at] === 'jsonb' ? [sql`${identifier(column)}::text like ${`%${id}%`}`] : [];
  });
  if (holds.length === 0) return undefined;
  // Numbers as float8: an open end exceeds int8.
  const list = (parts: readonly Sql[], type: string) =>
    sql`array_remove(array[${join(parts, ', ')}]::${identifier(type)}[], null)`;
  return sql`select ${list(written, 'float8')} as numbers, ${list(about, 'text')} as ids from ${identifier(name)} where ${join(holds, ' or ')}`;
}

// Changes write names under the writer lock, which an erasure also takes. Reminders, reviewers and mails write names without that lock, so
// an erasure would not see their uncommitted rows.

/**
 * Runs `work` in a transaction that reads and writes names. Erasures wait until it ends, and it waits until an erasure ends. Each server
 * opens only a few such transactions at a time: otherwise they would use the whole pool during an erasure and block all reads.
 * @throws Refusal `busy` if an erasure, or a plan that has locked the same rows, takes too long
 */
export function copyingNames<Result>(
  database: Database,
  work: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  return copiersOf(database).take(() =>
    transaction(database, 'begin isolation level read committed', async (connection) => {
      await connection.query(`set local lock_timeout = ${Math.round(database.writerWaits)}`);
      // Take the lock first, before names are read and rows are locked.
      await connection.query('select pg_advisory_xact_lock_shared(1167, 0)');
      return work(connection);
    }).catch((error: unknown) => (isLockTimeout(error) ? writingTakesLong() : Promise.reject(error))),
  );
}

/**
 * Waits until no such transaction is open, and blocks new ones until this one ends.
 * @throws Refusal `busy` if one stays open
 */
export async function waitForCopies(connection: Connection): Promise<void> {
  try {
    // Waits for less time than a statement may take.
    await connection.query(
      `set local lock_timeout = ${limits.writerWaits.value}; select pg_advisory_xact_lock(1167, 0); set local lock_timeout to default`,
    );
  } catch (error) {
    if (isLockTimeout(error)) refuse('busy', 'review_being_written', {}, { retryAfter: 30 });
    throw error;
  }
}

function copiersOf({ pool, writerWaits }: Database): Turns {
  const turns = copiers.get(pool) ?? new Turns(atOnce, writerWaits);
  copiers.set(pool, turns);
  return turns;
}
const copiers = new WeakMap<object, Turns>();

/** The pool has ten connections. These four and the two of writers leave four for readers. */
const atOnce = 4;
