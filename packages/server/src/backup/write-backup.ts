import { randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { openTablesSnapshot, type TablesSnapshot } from '../store/backup/tables.ts';
import type { Database } from '../store/kernel/database.ts';
import { version } from '../version.ts';
import { type BackupHeader, backupFormat, type TableCount, TableDigest, writeFrame, writeHeader } from './header.ts';
import { sealChunks } from './sealed-chunks.ts';
import { type BackupSecret, keysOf, passphraseCost } from './secret.ts';

/** A backup while it is written. */
export interface BackupBeingWritten {
  readonly header: BackupHeader;
  /** The bytes of the backup. Reading to the end, or leaving the loop, releases the database. */
  readonly pieces: AsyncGenerator<Buffer>;
  /** Releases the database, if `pieces` is not read. */
  close(): Promise<void>;
}

/**
 * Starts a backup of every table as of this moment, regardless of later writes. It is produced while it is read, so memory does not grow
 * with the data.
 */
export async function writeBackup(database: Database, secret: BackupSecret): Promise<BackupBeingWritten> {
  const salt = randomBytes(32);
  const keys = await keysOf(secret, salt);
  const snapshot = await openTablesSnapshot(database);
  const { at, postgres, change, lastHash, migrations } = snapshot.about;
  const header: BackupHeader = {
    licet: 'backup',
    format: backupFormat,
    id: randomUUID(),
    madeAt: at,
    version,
    postgres,
    change,
    lastHash: lastHash.toString('hex'),
    migrations: [...migrations],
    lock: {
      kind: secret.kind,
      salt: salt.toString('base64'),
      check: keys.check,
      ...(secret.kind === 'passphrase' && { scrypt: passphraseCost }),
    },
  };
  const line = writeHeader(header);
  return { header, pieces: sealed(snapshot, line, keys.contents(line)), close: () => snapshot.close() };
}

async function* sealed(snapshot: TablesSnapshot, line: Buffer, key: Buffer): AsyncGenerator<Buffer> {
  try {
    yield line;
    const packed = createGzip({ level: 1 });
    const packing = pipeline(Readable.from(framesOf(snapshot)), packed);
    packing.catch(() => undefined); // the same error makes reading `packed` fail, which reports it
    yield* sealChunks(packed, key);
    await packing;
  } finally {
    await snapshot.close();
  }
}

async function* framesOf(snapshot: TablesSnapshot): AsyncGenerator<Buffer> {
  const counts: TableCount[] = [];
  for (const table of snapshot.tables) {
    yield* writeFrame({ kind: 'table', table });
    const digest = new TableDigest(table.name);
    for await (const bytes of snapshot.rowsOf(table)) {
      digest.add(bytes);
      yield* writeFrame({ kind: 'rows', bytes });
    }
    counts.push(digest.end());
  }
  yield* writeFrame({ kind: 'end', tables: counts });
}
