import type { Change } from './change.ts';
import type { Snapshot } from './snapshot.ts';
import type { Sql } from './sql.ts';

/**
 * The rules that every change must keep. The kernel knows none of them: `store/checks.ts` lists them, and `openDatabase` requires them, so no
 * change skips them. A check throws a Refusal, which undoes the transaction.
 */
export interface Checks {
  /** SQL that is true if `ofChange` has rules to check. The statement that begins a change reads it. */
  readonly needed: Sql;
  /** Checks one change after its facts are written, unless its use case has checked it or `needed` was false. */
  readonly ofChange: (change: Change) => Promise<void>;
  /** Checks what a transaction leaves: once, however many changes it makes. */
  readonly ofOutcome: (after: Snapshot) => Promise<void>;
}
