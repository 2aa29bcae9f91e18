import type { Actor } from '@licet/contract';
import { refuse } from '../../refusal.ts';
import { type AuditEntry, begun, type Change } from './change.ts';
import { type Database, transaction } from './database.ts';

/** A change that is only thought of: what is written through it is laid over the facts, and nobody else sees it. */
export interface Draft extends Change {
  /** What was recorded so far, in order. */
  readonly entries: readonly AuditEntry[];
}

/**
 * Hands a draft to `work`, in a read-only transaction that sees one moment and locks nothing; nothing of it stays. A change that was
 * written for {@link change} can be made through it as it is, and everything that is read through it sees the draft, until its time is over.
 */
export function draft<Result>(
  database: Database,
  actor: Actor,
  work: (draft: Draft) => Promise<Result>,
): Promise<Result> {
  return transaction(
    { connect: () => database.drafts.connect() },
    'begin isolation level repeatable read read only',
    async (connection) => {
      const { rows } = await connection.query<{ no: number; at: string; clock: string }>(begun(database.clockOffset()));
      const next = rows[0] ?? refuse('internal', 'The next change number could not be read.');
      const entries: AuditEntry[] = [];
      return work({
        ...next,
        connection,
        actor,
        entries,
        record: (entry) => void entries.push(entry),
        beside: async () => undefined,
      });
    },
    'rollback',
  );
}
