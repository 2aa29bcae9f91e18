import type { Actor } from '@licet/contract';
import { refuse } from '../../refusal.ts';
import { type AuditEntry, type Begun, begin, type Change, checkingOf } from './change.ts';
import { isFull, timedOut } from './connect.ts';
import { type Database, transaction } from './database.ts';

/** A hypothetical change. Its writes overlay the facts and are visible only through it. */
export interface Draft extends Change {
  /** The events so far, in order. */
  readonly entries: readonly AuditEntry[];
}

/**
 * Passes a draft to `work`, in a read-only transaction that sees one snapshot and locks nothing. Nothing in the draft is stored. Code written
 * for {@link change} also works with a draft. Until the transaction ends, reads on the draft's connection see its changes.
 * @param long whether it has very many changes
 * @throws Refusal `busy` if every connection for drafts stays in use, or a statement takes longer than allowed
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
      const next = await begin<Begun>(database, connection);
      const entries: AuditEntry[] = [];
      return work({
        ...next,
        connection,
        actor,
        checking: checkingOf(next, true),
        entries,
        record: (entry) => void entries.push(entry),
        sideEffects: async () => undefined,
      }).catch(notInDraft);
    },
    'rollback',
  ).catch(tooLong);
}

function taken(error: unknown): never {
  if (isFull(error)) refuse('busy', 'plans_being_computed', {}, { retryAfter: 5 });
  throw error;
}

/** 25006: PostgreSQL refuses a write outside the facts of the draft. A standby reports the same code, with “recovery” in its message. */
function notInDraft(error: unknown): never {
  if (error instanceof Error && 'code' in error && error.code === '25006' && !error.message.includes('recovery'))
    throw new Error('A use case wrote something other than facts in a draft, outside `change.sideEffects`.', {
      cause: error,
    });
  throw error;
}

function tooLong(error: unknown): never {
  if (timedOut(error)) refuse('busy', 'plan_takes_too_long', {}, { retryAfter: 30 });
  throw error;
}
