import type { Actor, EventAction } from '@licet/contract';
import { append, type Place } from './chain.ts';
import { appendMany } from './chain-many.ts';
import { clock, clockOfFacts } from './clock.ts';
import { type Connection, type Database, transaction } from './database.ts';
import { attempt, type Many, manyOf, NotTogether } from './many.ts';
import type { Snapshot } from './snapshot.ts';
import { named, type Sql, type Statement, sql, Value } from './sql.ts';
import { isLockTimeout, Turns, writingTakesLong } from './turns.ts';

/** The event of a change for the audit chain, with names and with the values before and after. */
export interface AuditEntry {
  readonly action: EventAction;
  /** The actor's name in the event, if it differs from the actor's own name. */
  readonly actorName?: string;
  /** The identifier of the application that the event is about. */
  readonly application?: string;
  readonly target: { readonly kind: string; readonly id: string; readonly name: string };
  readonly before?: unknown;
  readonly after?: unknown;
}

/** The actor of a change. `via` is the client and the network address, which are stored outside the chain. */
export interface Acting extends Actor {
  readonly via?: Via;
}

export interface Via {
  /** The id of the client that the token was issued to. */
  readonly client: string | null;
  readonly address: string | null;
}

/** The state for checking a change. */
export interface Checking {
  /** Whether there are rules that the change may violate. */
  needed: boolean;
  /** Whether the change is a draft. */
  readonly draft: boolean;
  /**
   * The number of the last change before this one, or before all changes that are made together with it. A violation
   * that existed at that change is not new.
   */
  readonly since: number;
  /**
   * The number of the first change whose rows are checked: this change, or the first of several that are written
   * together.
   */
  readonly first: number;
  /** Whether the change has been checked, or needs no check. */
  done: boolean;
  /** For a draft: the age of the newest row that was checked, in transactions. */
  youngest: number;
}

/** A change being made: the snapshot that it will become, and its record. Facts are written with `no_from = no`. */
export interface Change extends Snapshot {
  readonly actor: Acting;
  readonly checking: Checking;
  /** Records the event of the change. Call it exactly once for each change. */
  record(entry: AuditEntry): void;
  /** Runs side effects that do not write facts, such as ending sessions. A draft skips them. */
  sideEffects(work: () => Promise<unknown>): Promise<void>;
}

/** Key of the advisory lock that every change takes, so that there is one writer at a time across all servers. */
export const writerLock = 0x11ce7;

/**
 * Makes one change: takes the writer lock, assigns the next number, runs `work`, checks the result, and appends to the audit chain, all in
 * one transaction. With `dryRun`, it does all this and rolls back.
 * @throws Refusal of a check
 */
export function change<Result>(
  database: Database,
  actor: Acting,
  work: (change: Change) => Promise<Result>,
  dryRun = false,
): Promise<Result> {
  return writing(database, () =>
    transaction(
      database,
      'begin isolation level read committed',
      (connection) => changeWithin(database, connection, actor, work),
      dryRun ? 'rollback' : 'commit',
    ),
  );
}

/** Waits for a turn to write. A success shows that the disk of the database is not full. */
async function writing<Result>(database: Database, write: () => Promise<Result>): Promise<Result> {
  const result = await writersOf(database).take(write);
  database.full.at = undefined;
  return result;
}

/**
 * Allows two writers on each server. One makes a change. The other already waits for the database's lock, so that it
 * continues without delay.
 *
 * Further writers wait without a connection. Otherwise they would use the whole pool during a change and block all
 * reads.
 */
function writersOf({ pool, writerWaits }: Database): Turns {
  const turns = writers.get(pool) ?? new Turns(2, writerWaits);
  writers.set(pool, turns);
  return turns;
}
const writers = new WeakMap<object, Turns>();

/** Makes one change of a series. Each call makes the next change. */
export type Next = <Made>(work: (change: Change) => Promise<Made>) => Promise<Made>;

/**
 * Makes several changes with few statements: `work` writes the facts of all changes and returns their events. If one
 * change is refused, writes nothing and returns false. The caller then makes the changes one by one to find out which
 * one was refused.
 */
export type Together = (count: number, work: (many: Many) => Promise<readonly AuditEntry[]>) => Promise<boolean>;

/**
 * Makes several changes in sequence in one transaction, each with its own number and audit event: all of them, or none. `checks.ofOutcome`
 * checks only the final state, because the intermediate states are never visible.
 * @throws Refusal of a check
 */
export function changes<Result>(
  database: Database,
  actor: Acting,
  work: (next: Next, together: Together) => Promise<Result>,
): Promise<Result> {
  return writing(database, () =>
    transaction(database, 'begin isolation level read committed', async (connection) => {
      await takeWriterLock(connection, database.writerWaits);
      let last: Change | undefined;
      const within: Within = { database, connection, actor };
      const keep = async (handle: Change) => {
        last = handle;
      };
      const result = await work(
        (one) => made(within, one, keep, last?.checking.since),
        async (count, many) => {
          const done = await attempt(connection, () => madeTogether(within, count, many, last?.checking.since));
          last = done ?? last;
          return done !== undefined;
        },
      );
      if (last) await database.checks.ofOutcome(last);
      return result;
    }),
  );
}

/** Makes one change within an open transaction. Nothing else may write facts in that transaction. */
export async function changeWithin<Result>(
  database: Pick<Database, 'checks' | 'clockOffset' | 'writerWaits'>,
  connection: Connection,
  actor: Acting,
  work: (change: Change) => Promise<Result>,
): Promise<Result> {
  await takeWriterLock(connection, database.writerWaits);
  return made({ database, connection, actor }, work, database.checks.ofOutcome);
}

/** Lets the statements of a change take as long as they need. */
export async function liftTimeLimit({ connection }: Change): Promise<void> {
  await connection.query(`select set_config('statement_timeout', '0', true)`);
}

/** Waits for the lock, for less time than a statement may take. @throws Refusal `busy` */
async function takeWriterLock(connection: Connection, waits: number): Promise<void> {
  await connection
    .query(
      `set local lock_timeout = ${Math.round(waits)}; select pg_advisory_xact_lock(${writerLock}); set local lock_timeout to default`,
    )
    .catch((error: unknown) => {
      if (isLockTimeout(error)) writingTakesLong();
      throw error;
    });
}

/** The transaction in which a change is made, and its actor. */
interface Within {
  readonly database: Pick<Database, 'checks' | 'clockOffset'>;
  readonly connection: Connection;
  readonly actor: Acting;
}

/**
 * Makes one change within a transaction. Calls `check` before appending the change to the chain. `since` is that
 * of {@link Checking}.
 */
async function made<Result>(
  { database, connection, actor }: Within,
  work: (change: Change) => Promise<Result>,
  check: (change: Change) => Promise<void>,
  since?: number,
): Promise<Result> {
  const next = await begin<Begun & Place>(database, connection);
  const entries: AuditEntry[] = [];
  const handle: Change = {
    connection,
    no: next.no,
    at: next.at,
    clock: next.clock,
    actor,
    checking: checkingOf(next, false, since),
    record: (entry) => void entries.push(entry),
    sideEffects: runSideEffects,
  };
  const result = await work(handle);
  const [entry] = entries;
  if (!entry || entries.length > 1)
    throw new Error(`A change must be recorded exactly once, not ${entries.length} times.`);
  if (!handle.checking.done) await database.checks.ofChange(handle);
  await check(handle);
  await append(handle, entry, next);
  return result;
}

/**
 * Makes several changes of a transaction with few statements.
 * @throws Refusal of any of them
 */
async function madeTogether(
  { database, connection, actor }: Within,
  count: number,
  work: Parameters<Together>[1],
  since?: number,
): Promise<Change> {
  const next = await begin<Begun & Place>(database, connection);
  // Facts that an older server left uncovered must be covered by a separate change first.
  if (next.factsFrom < next.no) throw new NotTogether('Changes before these do not cover their facts yet.');
  const many = manyOf(
    { ...next, connection, actor, checking: checkingOf(next, false, since), sideEffects: runSideEffects },
    count,
  );
  const entries = await work(many);
  if (entries.length !== count)
    throw new Error(`Each of ${count} changes is recorded once, not ${entries.length} times.`);
  if (!many.checking.done) await database.checks.ofChange(many);
  await appendMany(many, entries, next.previous);
  return many;
}

const runSideEffects = async (work: () => Promise<unknown>) => void (await work());

/** The number and the instants of a new change, and the position in the chain. */
export interface Begun {
  readonly no: number;
  readonly at: string;
  readonly clock: string;
  readonly needed: boolean;
}

export const checkingOf = (begun: Begun, draft: boolean, since = begun.no - 1): Checking => ({
  needed: begun.needed,
  draft,
  since,
  first: begun.no,
  done: !begun.needed,
  youngest: 2_147_483_647,
});

/** Reads the beginning of the next change. */
export async function begin<Row extends Begun>(
  { checks, clockOffset }: Pick<Database, 'checks' | 'clockOffset'>,
  connection: Connection,
): Promise<Row> {
  const { rows } = await connection.query<Row>(begun(clockOffset(), checks.needed));
  const [next] = rows;
  if (!next) throw new Error('The next change number could not be read.');
  return next;
}

/** Selects the number and the instants of the next change. Triggers read the instant from a setting. */
function begun(clockOffset: number, checksNeeded: Sql): Statement {
  const offset = new Value(clockOffset);
  return named(
    'change_begun',
    sql`
    with last as (select no, at, hash, version from change order by no desc limit 1),
    begun as (
      select coalesce((select no from last), 0) + 1 as no,
             ${clockOfFacts(offset, sql`(select at from last) + interval '1 microsecond'`)} as at,
             ${clock(offset)} as clock,
             coalesce((select encode(hash, 'hex') from last), '') as previous,
             coalesce(
               (select no from last where version >= 2), (select no from change where version >= 2 order by no desc limit 1), 0
             ) + 1 as "factsFrom",
             ${checksNeeded} as needed
    )
    select begun.*, set_config('licet.change_at', begun.at::text, true) as set from begun`,
  );
}
