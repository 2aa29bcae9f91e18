import { limits } from '@licet/contract';
import { refuse } from '../../refusal.ts';
import type { Connection } from '../kernel/database.ts';

// Changes write names under the writer lock, which an erasure also takes. Reminders and reviewers write names without
// it, and an erasure would not see their uncommitted rows.

/** Keeps erasures waiting until this transaction ends. Call it before the transaction reads names, and before it locks rows. */
export const copyNames = (connection: Connection) => connection.query('select pg_advisory_xact_lock_shared(1167, 0)');

/**
 * Waits until no such transaction is open, and blocks new ones until this one ends.
 * @throws Refusal `busy` if one stays open
 */
export async function waitForCopies(connection: Connection): Promise<void> {
  await connection
    .query(
      `set local lock_timeout = ${limits.writerWaits.value}; select pg_advisory_xact_lock(1167, 0); set local lock_timeout to default`,
    )
    .catch((error: unknown) => {
      // 55P03: lock_not_available.
      if (error instanceof Error && 'code' in error && error.code === '55P03')
        refuse('busy', 'review_being_written', {}, { retryAfter: 30 });
      throw error;
    });
}
