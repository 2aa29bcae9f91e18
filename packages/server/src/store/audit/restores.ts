import { type Actor, licetApplication } from '@licet/contract';
import { Epochs } from '@licet/contract/audit-chain';
import { type Change, change } from '../kernel/change.ts';
import type { Connection, Database } from '../kernel/database.ts';
import { sql } from '../kernel/sql.ts';

/** The epochs of the chain up to a change, by the same rule as its verification. */
export async function epochsOf(connection: Connection, no: number): Promise<Epochs> {
  const epochs = new Epochs();
  const { rows } = await connection.query<{ no: number; after: string }>(
    sql`select no, after::text from change where action = 'audit.restored' and no <= ${no} order by no`,
  );
  for (const row of rows) epochs.add(row);
  return epochs;
}

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

/** Records a restore in a change that is in progress. That change must record nothing else. */
export async function recordRestoreIn(
  { connection, no, record }: Change,
  madeAt: string,
): Promise<{ readonly epoch: number; readonly no: number }> {
  const { rows } = await connection.query<{ at: string | null }>(sql`select max(at) as at from change`);
  const epoch = (await epochsOf(connection, no)).current + 1;
  record({
    action: 'audit.restored',
    target: licet,
    after: { epoch, madeAt, lastChange: no - 1, lastChangeAt: rows[0]?.at ?? null },
  });
  return { epoch, no };
}

/** The checkpoints of the database that was replaced: their first change and their highest epoch. */
export interface Replaced {
  readonly from: number;
  readonly epoch: number;
}

/** Records on the chain that the database was put back in place of another one. This change begins a new epoch. */
export function recordPutBack(
  database: Database,
  actor: Actor,
  replaced: Replaced,
): Promise<{ readonly epoch: number; readonly no: number }> {
  return change(database, actor, async ({ connection, no, record }) => {
    const epoch = Math.max((await epochsOf(connection, no)).current, replaced.epoch) + 1;
    record({
      action: 'audit.restored',
      target: licet,
      after: { epoch, fromChange: Math.min(replaced.from, no), lastChange: no - 1 },
    });
    return { epoch, no };
  });
}

const licet = { kind: 'application', id: licetApplication, name: 'Licet' };
