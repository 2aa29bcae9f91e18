import { chmodSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { DataDirectory } from './data-directory.ts';
import { dataDirectoryError, EmbeddedPostgresError } from './errors.ts';

/** The exclusive right to a data directory, held until released or until the process ends, however it ends. */
export interface DirectoryLock {
  release(): void;
}

const busyCodes = new Set([5, 6]); // SQLITE_BUSY, SQLITE_LOCKED
const attempts = 20;
const pauseMilliseconds = 25;

/**
 * Locks a data directory. Node has no flock, and replacing a stale file that names a process is a race. SQLite's write lock is a kernel
 * lock on a byte of the file: it is taken atomically, released when the process ends (also by kill -9), and respected by containers that
 * share the directory. The row in the file only serves the message.
 * @throws EmbeddedPostgresError `data_directory_in_use` with the process id of the holder
 */
export async function lockDataDirectory(directory: DataDirectory): Promise<DirectoryLock> {
  // Two processes that start together may block each other while they write the row, so the loser tries again before it gives up.
  for (let attempt = 1; ; attempt += 1) {
    const database = open(directory);
    try {
      database.exec('create table if not exists holder (pid integer not null)');
      database.exec('begin immediate');
      database.exec('delete from holder');
      database.prepare('insert into holder values (?)').run(process.pid);
      database.exec('commit');
      database.exec('begin immediate');
      if (holderOf(database) === process.pid) return { release: () => database.close() };
      database.close();
    } catch (error) {
      const holder = isBusy(error) ? holderOf(database) : undefined;
      database.close();
      if (!isBusy(error)) throw dataDirectoryError(asSystemError(error), directory.root);
      if (attempt >= attempts) throw inUse(directory, holder);
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMilliseconds * Math.random() * 2));
  }
}

function open(directory: DataDirectory): DatabaseSync {
  try {
    const database = new DatabaseSync(directory.lock, { timeout: 0 });
    chmodSync(directory.lock, 0o600);
    return database;
  } catch (error) {
    throw dataDirectoryError(asSystemError(error), directory.root);
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && busyCodes.has(Number(error.errcode) & 0xff);
}

function holderOf(database: DatabaseSync): number | undefined {
  try {
    const pid = database.prepare('select pid from holder').get()?.pid;
    return typeof pid === 'number' ? pid : undefined;
  } catch {
    return undefined;
  }
}

function asSystemError(error: unknown): unknown {
  const number = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : undefined;
  if (number === undefined) return error;
  return Object.assign(new Error(`licet.lock: ${String(error)}`), { code: number === 13 ? 'ENOSPC' : 'ELOCK' });
}

function inUse(directory: DataDirectory, pid: number | undefined): EmbeddedPostgresError {
  const holder = pid === undefined ? 'Another Licet' : `Another Licet (process ${pid})`;
  return new EmbeddedPostgresError(
    'data_directory_in_use',
    `${holder} is running on the data directory ${directory.root}. Stop it first, or give this one a directory of its own with --data.`,
  );
}
