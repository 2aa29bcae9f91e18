import type { Actor } from '@licet/contract';
import { refuse } from '../../refusal.ts';
import { type AuditEntry, apartIn, type Begun, begun, type Change } from './change.ts';
import { isFull } from './connect.ts';
import { type Database, transaction } from './database.ts';

/** A change that is only thought of: what is written through it is laid over the facts, and nobody else sees it. */
export interface Draft extends Change {
  /** What was recorded so far, in order. */
  readonly entries: readonly AuditEntry[];
}

/**
 * Hands a draft to `work`, in a read-only transaction that sees one moment and locks nothing; nothing of it stays. A change that was
 * written for {@link change} can be made through it as it is, and everything that is read through it sees the draft, until its time is over.
 * @param long whether very many changes are made through it
 * @throws Refusal `busy` when every connection for drafts stays in use, or a statement takes longer than it may
 */
export function draft<Result>(
  database: Database,
  actor: Actor,
  work: (draft: Draft) => Promise<Result>,
  long = false,
): Promise<Result> {
  const pool = long ? database.longDrafts : database.drafts;
  return transaction(
    { connect: () => pool.connect().catch(taken) },
    'begin isolation level repeatable read read only',
    async (connection) => {
      const { rows } = await connection.query<Begun>(begun(database.clockOffset()));
      const [next] = rows;
      if (!next) throw new Error('The next change number could not be read.');
      const entries: AuditEntry[] = [];
      return work({
        ...next,
        connection,
        actor,
        apart: apartIn(next, true),
        entries,
        record: (entry) => void entries.push(entry),
        beside: async () => undefined,
      }).catch(besideTheFacts);
    },
    'rollback',
  ).catch(tooLong);
}

function taken(error: unknown): never {
  if (isFull(error)) refuse('busy', 'plans_being_computed', {}, { retryAfter: 5 });
  throw error;
}

/** 25006: PostgreSQL refuses what a use case writes beside its facts; also of a database that follows another one, which then says so. */
function besideTheFacts(error: unknown): never {
  if (error instanceof Error && 'code' in error && error.code === '25006' && !error.message.includes('recovery'))
    throw new Error('A use case wrote beside the facts of a draft, and not by `change.beside`.', { cause: error });
  throw error;
}

/** 57014: PostgreSQL ends what takes longer than `statement_timeout`, also when nobody waits for it any more. */
function tooLong(error: unknown): never {
  if (error instanceof Error && 'code' in error && error.code === '57014')
    refuse('busy', 'plan_takes_too_long', {}, { retryAfter: 30 });
  throw error;
}
