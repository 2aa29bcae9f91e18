import { limits } from '@licet/contract';
import { refuse } from '../../refusal.ts';
import { type Connection, type Database, transaction } from '../kernel/database.ts';
import { Turns, writingTakesLong } from '../kernel/turns.ts';

// Changes write names under the writer lock, which an erasure also takes. Reminders, reviewers and mails write names
// without it, and an erasure would not see their uncommitted rows.

/**
 * Runs `work` in a transaction that reads and writes names. Erasures wait until it ends, and it waits until an erasure ends. Only a few of a server are open
 * at once: while an erasure lasts, they would otherwise take every connection of the pool, and nobody could read.
 * @throws Refusal `busy` when an erasure takes too long
 */
export function copyingNames<Result>(
  database: Database,
  work: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  return copiersOf(database).take(() =>
    transaction(database, 'begin isolation level read committed', async (connection) => {
      // First of all: before names are read, and before rows are locked.
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

/** Waits for the lock, for less time than a statement may take. False when it was not free by then. */
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

/** With the two connections of those who write, four of ten are left for readers. */
const atOnce = 4;
