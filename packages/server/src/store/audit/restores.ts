import { type Actor, licetApplication } from '@licet/contract';
import { type Change, change } from '../kernel/change.ts';
import type { Database } from '../kernel/database.ts';
import { sql } from '../kernel/sql.ts';

/** A restore: the time of its backup, and who restored it, by default the operator. */
export interface Restore {
  readonly madeAt: string;
  readonly by?: Actor;
}

/**
 * Records on the chain that the database was restored from a backup. This change begins a new epoch. Call it once on
 * the restored database, after its migrations and before any other write.
 */
export function recordRestore(
  database: Database,
  { madeAt, by = { kind: 'operator', id: null, name: 'operator' } }: Restore,
): Promise<{ readonly epoch: number; readonly no: number }> {
  return change(database, by, (handle) => recordRestoreIn(handle, madeAt));
}

/** The same in a change that is in progress; that change must record nothing else. */
export async function recordRestoreIn(
  { connection, no, record }: Change,
  madeAt: string,
): Promise<{ readonly epoch: number; readonly no: number }> {
  const { rows } = await connection.query<{ epoch: number; at: string }>(sql`
    select count(*) filter (where action = 'audit.restored')::int + 2 as epoch, max(at) as at from change`);
  const epoch = rows[0]?.epoch ?? 2;
  record({
    action: 'audit.restored',
    target: { kind: 'application', id: licetApplication, name: 'Licet' },
    after: { epoch, madeAt, lastChange: no - 1, lastChangeAt: rows[0]?.at ?? null },
  });
  return { epoch, no };
}
