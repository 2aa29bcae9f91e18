import { createHash } from 'node:crypto';
import { openBackup } from '../../backup/read-backup.ts';
import { type RestoreOptions, restoreBackup } from '../../backup/restore-backup.ts';
import type { BackupSecret } from '../../backup/secret.ts';
import { writeBackup } from '../../backup/write-backup.ts';
import { testDatabase } from '../../postgres/testing.ts';
import { checks } from '../checks.ts';
import { type Connection, type Database, openDatabase } from '../kernel/database.ts';
import { tablesInOrder, whatIsThere } from './tables.ts';

export const backupKey: BackupSecret = { kind: 'key', key: Buffer.alloc(32, 9) };

/** A whole backup in memory. */
export async function backupOf(database: Database, secret = backupKey): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of (await writeBackup(database, secret)).pieces) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** Yields bytes in chunks, as a disk would. */
export async function* read(bytes: Buffer, length = 65_536): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

/** A new, empty database. */
export async function emptyDatabase(): Promise<Database & { readonly left: () => Promise<readonly string[]> }> {
  const { connectionString, drop } = await testDatabase();
  const database = openDatabase({ checks, connectionString });
  return {
    ...database,
    left: async () => whatIsThere(database.pool as unknown as Connection),
    close: async () => {
      await database.close();
      await drop();
    },
  };
}

/** Restores bytes into an empty database. */
export const restoreBytes = async (
  database: Database,
  bytes: Buffer,
  { secret = backupKey, ...options }: RestoreOptions & { readonly secret?: BackupSecret } = {},
) => restoreBackup(database, await openBackup(read(bytes), secret), options);

/**
 * A digest of the rows of every table, independent of their order. With `columnsOf`, covers only those tables and
 * columns.
 */
export async function digestsOf(
  connection: Pick<Connection, 'query'>,
  columnsOf?: ReadonlyMap<string, readonly string[]>,
): Promise<ReadonlyMap<string, string>> {
  const digests = new Map<string, string>();
  for (const { name, columns } of await tablesInOrder(connection)) {
    const chosen = columnsOf === undefined ? columns : columnsOf.get(name);
    if (chosen === undefined) continue;
    const list = chosen.map((column) => `"${column}"`).join(', ');
    const { rows } = await connection.query<{ row: string }>(
      `select t.row from (select row(${list})::text as row from "${name}") t order by t.row collate "C"`,
    );
    const hash = createHash('sha256');
    for (const { row } of rows) hash.update(`${row}\n`);
    digests.set(name, `${rows.length} rows ${hash.digest('hex')}`);
  }
  return digests;
}
