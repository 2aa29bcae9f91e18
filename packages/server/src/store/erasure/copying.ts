import { limits } from '@licet/contract';
import { refuse } from '../../refusal.ts';
import { type Connection, type Database, transaction } from '../kernel/database.ts';
import { Turns, writingTakesLong } from '../kernel/turns.ts';

// Changes write names under the writer lock, which an erasure also takes. Reminders, reviewers and mails write names without that lock, so
// an erasure would not see their uncommitted rows.

/**
 * Runs `work` in a transaction that reads and writes names. Erasures wait until it ends, and it waits until an erasure ends. Each server
 * opens only a few such transactions at a time: otherwise they would use the whole pool during an erasure and block all reads.
 * @throws Refusal `busy` if an erasure takes too long
 */
export function copyingNames<Result>(
  database: Database,
  work: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  return copiersOf(database).take(() =>
    transaction(database, 'begin isolation level read committed', async (connection) => {
      // Take the lock first, before names are read and rows are locked.
      if (!(await locked(connection, 'pg_advisory_xact_lock_shared', database.writerWaits))) writingTakesLong();
      return work(connection);
    }),
  );
}

/**
 * Waits until no such transaction is open, and blocks new ones until this one ends.
 * @throws Refusal `busy` if one stays open
 */
export async function waitForCopies(connection: Connection): Promise<void> {
  if (!(await locked(connection, 'pg_advisory_xact_lock', limits.writerWaits.value)))
    refuse('busy', 'review_being_written', {}, { retryAfter: 30 });
}

/** Waits for the lock, for less time than a statement may take. False if the lock was not free in that time. */
async function locked(
  connection: Connection,
  lock: 'pg_advisory_xact_lock' | 'pg_advisory_xact_lock_shared',
  waits: number,
): Promise<boolean> {
  try {
    await connection.query(
      `set local lock_timeout = ${Math.round(waits)}; select ${lock}(1167, 0); set local lock_timeout to default`,
    );
    return true;
  } catch (error) {
    // 55P03: lock_not_available.
    if (error instanceof Error && 'code' in error && error.code === '55P03') return false;
    throw error;
  }
}

function copiersOf({ pool, writerWaits }: Database): Turns {
  const turns = copiers.get(pool) ?? new Turns(atOnce, writerWaits);
  copiers.set(pool, turns);
  return turns;
}
const copiers = new WeakMap<object, Turns>();

/** The pool has ten connections: these four and the two of writers leave four for readers. */
const atOnce = 4;
