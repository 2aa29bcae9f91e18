import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { BackupError } from './backup-error.ts';
import { type BackupHeader, readFrames, readHeader, type TableCount, TableDigest, type TableHead } from './header.ts';
import { openChunks } from './sealed-chunks.ts';
import { type BackupSecret, keysOf } from './secret.ts';

/** An opened backup. */
export interface OpenBackup {
  readonly header: BackupHeader;
  /**
   * Reads the backup to its end, table by table. The content must not be used before this returns, because only then is
   * it certain that nothing is missing or altered.
   * @throws BackupError
   */
  readAll(into: TablesReader): Promise<readonly TableCount[]>;
}

/** Receives the tables of a backup, one after another. */
export interface TablesReader {
  begin(table: TableHead): Promise<void>;
  rows(bytes: Buffer): Promise<void>;
  /** Called after the last row of a table. */
  end(count: TableCount): Promise<void>;
}

/** @throws BackupError if it is not a backup, or is encrypted with another secret */
export async function openBackup(source: AsyncIterable<Uint8Array>, secret: BackupSecret): Promise<OpenBackup> {
  const { header, line, rest } = await readHeader(source);
  const { lock } = header;
  if (lock.kind !== secret.kind)
    throw new BackupError(
      lock.kind === 'key'
        ? 'The backup is locked with a key. Name its file with --key.'
        : 'The backup is locked with a passphrase. Name a file with it with --passphrase.',
    );
  const keys = await keysOf(secret, Buffer.from(lock.salt, 'base64'));
  if (keys.check !== lock.check)
    throw new BackupError(
      `The ${lock.kind} is not the one that this backup of ${header.madeAt} was made with, or its header was changed.`,
    );
  const contents = keys.contents(line);
  return { header, readAll: (into) => readAll(openChunks(rest, contents), into) };
}

/** Reads and discards the whole backup, to check that it can be restored. @throws BackupError */
export async function verifyBackup(
  source: AsyncIterable<Uint8Array>,
  secret: BackupSecret,
): Promise<{ readonly header: BackupHeader; readonly tables: readonly TableCount[] }> {
  const backup = await openBackup(source, secret);
  const nothing = async () => undefined;
  return { header: backup.header, tables: await backup.readAll({ begin: nothing, rows: nothing, end: nothing }) };
}

async function readAll(opened: AsyncIterable<Buffer>, into: TablesReader): Promise<readonly TableCount[]> {
  const unpacked = createGunzip();
  const unpacking = pipeline(Readable.from(opened), unpacked);
  // The first failure is reported; this later one follows from it.
  unpacking.catch(() => undefined);
  const counts: TableCount[] = [];
  let digest: TableDigest | undefined;
  let said: readonly TableCount[] | undefined;
  const endTable = async () => {
    if (!digest) return;
    const count = digest.end();
    digest = undefined;
    counts.push(count);
    await into.end(count);
  };
  for await (const frame of readFrames(unpacked)) {
    if (frame.kind === 'rows') {
      digest?.add(frame.bytes);
      await into.rows(frame.bytes);
      continue;
    }
    await endTable();
    if (frame.kind === 'end') said = frame.tables;
    else {
      digest = new TableDigest(frame.table.name);
      await into.begin(frame.table);
    }
  }
  await unpacking;
  if (!said) throw new BackupError('The backup has no end: it was never finished. Take another backup.');
  const differs = counts.findIndex(
    ({ name, rows, sha256 }, at) => said[at]?.name !== name || said[at]?.rows !== rows || said[at]?.sha256 !== sha256,
  );
  if (differs >= 0 || said.length !== counts.length)
    throw new BackupError(
      `The table ${counts[differs]?.name ?? said[counts.length]?.name} of the backup has not the rows that it had when it was written.`,
    );
  return counts;
}
