import type { Actor } from '@licet/contract';
import { passwordResetJob } from '../mail/password-reset.ts';
import { recordRestoreIn } from '../store/audit/restores.ts';
import {
  type CopyIn,
  copyInto,
  emptyTables,
  type Settled,
  type StoredTable,
  settleRestored,
  silenceTriggers,
  tablesInOrder,
  useTextFormat,
  whatIsThere,
} from '../store/backup/tables.ts';
import { roundJob } from '../store/invitations/rounds.ts';
import { type Change, changeWithin } from '../store/kernel/change.ts';
import { type Connection, type Database, transaction } from '../store/kernel/database.ts';
import { holdMigrations, migrateWithin, migrationsKnown } from '../store/kernel/migrate.ts';
import { mailJob } from '../store/mail/mails.ts';
import { BackupError } from './backup-error.ts';
import type { BackupHeader, TableCount } from './header.ts';
import type { OpenBackup, TablesReader } from './read-backup.ts';

/** The result of a restore. */
export interface Restored extends Settled {
  readonly header: BackupHeader;
  readonly tables: readonly TableCount[];
  /** The migrations that are newer than the backup. */
  readonly upgraded: readonly string[];
}

export interface RestoreOptions {
  /**
   * Checks the restored database before it is committed.
   * @throws to leave the database empty
   */
  readonly check?: (connection: Connection) => Promise<void>;
}

/**
 * Fills an empty database from a backup, migrates it, and ends sessions and waiting mails. All of it is one transaction, so after any
 * failure or power cut the database is empty.
 * @throws BackupError
 */
export async function restoreBackup(
  database: Database,
  backup: OpenBackup,
  { check }: RestoreOptions = {},
): Promise<Restored> {
  return transaction(database, 'begin isolation level read committed', async (connection) => {
    const tables = await fill(connection, backup);
    await check?.(connection);
    const upgraded = await migrateWithin(connection);
    const settled = await changeWithin(database, connection, operator, (change) => settle(change, backup.header));
    return { header: backup.header, tables, upgraded, ...settled };
  });
}

/** Creates the schema of the backup and fills it. The database must be empty. @throws BackupError */
export async function fill(connection: Connection, backup: OpenBackup): Promise<readonly TableCount[]> {
  await useTextFormat(connection);
  await holdMigrations(connection);
  const [there] = await whatIsThere(connection);
  if (there !== undefined)
    throw new BackupError(
      `The database is not empty: it has “${there}”. Restore into a new data directory or a database that was just made, and never over one that is in use.`,
    );
  const { migrations } = backup.header;
  await requireKnown(migrations);
  await migrateWithin(connection, new Set(migrations.map(({ name }) => name)));
  const made = await tablesInOrder(connection);
  const triggers = await silenceTriggers(connection);
  // Removes rows that migrations inserted, because the backup contains their later state.
  await emptyTables(connection, made);
  const counts = await copyAll(connection, backup, made);
  await triggers.putBack();
  return counts;
}

async function copyAll(connection: Connection, backup: OpenBackup, made: readonly StoredTable[]) {
  let copying: CopyIn | undefined;
  const into: TablesReader = {
    begin: async ({ name, columns }) => {
      const table = made.find((known) => known.name === name);
      const missing = columns.find((column) => !table?.columns.includes(column));
      if (!table || missing !== undefined)
        throw new BackupError(
          `The backup has ${missing !== undefined && table ? `a column ${missing} of ` : ''}the table ${name}, which is not Licet’s. Take it out of the database that was backed up, into a schema of its own.`,
        );
      copying = copyInto(connection, { name, columns });
    },
    rows: async (bytes) => copying?.write(bytes),
    end: async ({ name, rows }) => {
      const taken = await copying?.end();
      copying = undefined;
      if (taken !== rows) throw new BackupError(`Of the table ${name} ${taken} rows were taken, not ${rows}.`);
    },
  };
  try {
    return await backup.readAll(into);
  } catch (error) {
    await copying?.abandon();
    throw error;
  }
}

async function requireKnown(migrations: BackupHeader['migrations']): Promise<void> {
  const known = new Map((await migrationsKnown()).map(({ name, digest }) => [name, digest]));
  for (const { name, digest } of migrations) {
    if (!known.has(name))
      throw new BackupError(
        `The backup is of a newer Licet: its schema has the step ${name}, which this version does not know. Restore it with that version, or a newer one.`,
      );
    if (known.get(name) !== digest)
      throw new BackupError(
        `The step ${name} of the schema is another one in the backup. Restore it with the Licet that made it.`,
      );
  }
}

/** Makes one change that begins a new epoch of the audit chain, and ends sessions and waiting mails. */
async function settle(change: Change, { madeAt }: BackupHeader): Promise<Settled> {
  await recordRestoreIn(change, madeAt);
  return settleRestored(change, [mailJob, roundJob, passwordResetJob]);
}

const operator: Actor = { kind: 'operator', id: null, name: 'operator' };
