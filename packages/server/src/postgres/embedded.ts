import { chmodSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { databaseAccount } from './account.ts';
import { findBinaries } from './binaries.ts';
import { databaseName, databaseUser, ensureCluster } from './cluster.ts';
import { admit, type DataDirectory, openDataDirectory, socketDirectory, socketPort } from './data-directory.ts';
import { dataDirectoryError, EmbeddedPostgresError } from './errors.ts';
import { endOrphans } from './orphans.ts';
import { type EmbeddedLog, type Ground, type Postmaster, startPostmaster } from './postmaster.ts';

/** A PostgreSQL server that Licet starts, and restarts when it dies. */
export interface Embedded {
  /** The address for the `pg` driver. It is a Unix socket; no network port is opened. */
  readonly connectionString: string;
  readonly socketDirectory: string;
  /** The process id of the database while it runs, undefined while it restarts. */
  pid(): number | undefined;
  /** Stops the database gracefully (fast shutdown), waits for it, and releases the data directory. May be called twice. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  readonly dataDirectory: string;
  readonly log: EmbeddedLog;
}

const firstPauseMilliseconds = 50;
const longestPauseMilliseconds = 5_000;
const steadyMilliseconds = 30_000; // after this time without a failure, the pauses between restarts are short again
const startAttempts = 4;

/**
 * Starts PostgreSQL on a data directory, creates it at the first start, and keeps it running until `stop`.
 * @throws EmbeddedPostgresError, among them `data_directory_in_use` when another Licet runs on it
 */
export async function startEmbedded({ dataDirectory, log }: EmbeddedOptions): Promise<Embedded> {
  const directory = openDataDirectory(dataDirectory);
  const account = databaseAccount(directory.cluster);
  const lock = await lockDataDirectory(directory);
  try {
    admit(directory, account);
    const binaries = findBinaries(directory, account);
    const created = await ensureCluster(directory, binaries, account);
    const ground: Ground = { directory, binaries, account, sockets: socketDirectory(directory, account), log };
    const first = await startAfterOrphans(ground);
    const connectionString = addressOf(ground.sockets, databaseName);
    try {
      await ensureDatabase(ground.sockets);
    } catch (error) {
      await first.stop();
      throw error;
    }
    log.info({ event: 'postgres_started', pid: first.pid, created }, 'PostgreSQL is running.');
    return supervise(ground, first, connectionString, lock);
  } catch (error) {
    lock.release();
    throw error;
  }
}

function supervise(ground: Ground, first: Postmaster, connectionString: string, lock: DirectoryLock): Embedded {
  const { log, sockets } = ground;
  const stopping = new AbortController();
  let current: Postmaster | undefined = first;
  // If the process exits without stop(), the database must stop too. An exit handler can only send a signal.
  const onExit = () => current?.signalStop();
  process.once('exit', onExit);

  const watched = (async () => {
    let wait = firstPauseMilliseconds;
    for (let running = first; ; ) {
      const since = performance.now();
      const how = await running.ended;
      current = undefined;
      if (stopping.signal.aborted) return;
      if (performance.now() - since > steadyMilliseconds) wait = firstPauseMilliseconds;
      log.error({ event: 'postgres_died', how }, `PostgreSQL ended unexpectedly (${how}); Licet restarts it.`);
      for (;;) {
        await pause(wait, undefined, { signal: stopping.signal }).catch(() => undefined);
        if (stopping.signal.aborted) return;
        wait = Math.min(wait * 2, longestPauseMilliseconds);
        try {
          running = await startAfterOrphans(ground);
          break;
        } catch (error) {
          log.error({ event: 'postgres_restart_failed', err: error }, 'PostgreSQL could not be started again yet.');
        }
      }
      current = running;
      log.warn({ event: 'postgres_restarted', pid: running.pid }, 'PostgreSQL is running again.');
      if (stopping.signal.aborted) return;
    }
  })();

  const end = async () => {
    stopping.abort();
    await current?.stop();
    await watched;
    await current?.stop(); // a restart in progress
    process.removeListener('exit', onExit);
    lock.release();
    log.info({ event: 'postgres_stopped' }, 'PostgreSQL has stopped.');
  };
  let ended: Promise<void> | undefined;
  return {
    connectionString,
    socketDirectory: sockets,
    pid: () => current?.pid,
    stop: () => {
      ended ??= end();
      return ended;
    },
  };
}

/** Processes of a dead postmaster may hold its shared memory for a moment after they have disappeared, so the start is retried. */
async function startAfterOrphans(ground: Ground): Promise<Postmaster> {
  for (let attempt = 1; ; attempt += 1) {
    const orphans = await endOrphans(ground.directory);
    if (orphans.length > 0) {
      ground.log.warn({ event: 'postgres_orphans_ended', orphans }, 'PostgreSQL of an earlier run was still there.');
    }
    removeStaleSocket(ground.sockets);
    try {
      return await startPostmaster(ground);
    } catch (error) {
      const passing = error instanceof Error && /shared memory block|lock file|still in use/i.test(error.message);
      if (!passing || attempt >= startAttempts) throw error;
      await pause(100 * attempt);
    }
  }
}

/** Removes a socket left by a dead postmaster. Its lock file names a process id, which a zombie or an unrelated process may have now. */
function removeStaleSocket(sockets: string): void {
  const socket = join(sockets, `.s.PGSQL.${socketPort}`);
  for (const path of [socket, `${socket}.lock`]) rmSync(path, { force: true });
}

async function ensureDatabase(sockets: string): Promise<void> {
  const client = new pg.Client({ connectionString: addressOf(sockets, 'postgres') });
  client.on('error', () => undefined); // the failing query reports the error
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [databaseName]);
    if (rowCount === 0) await client.query(`create database ${databaseName}`);
  } finally {
    await client.end();
  }
}

/** The address of a running database in a data directory, read from the file in which PostgreSQL records its socket. */
export function runningAddress(dataDirectory: string): string | undefined {
  try {
    const sockets = readFileSync(join(dataDirectory, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[4];
    return sockets ? addressOf(sockets, databaseName) : undefined;
  } catch {
    return undefined;
  }
}

function addressOf(sockets: string, database: string): string {
  return `postgresql://${databaseUser}@/${database}?host=${encodeURIComponent(sockets)}&port=${socketPort}`;
}

/** The exclusive right to a data directory, held until released or until the process ends, however it ends. */
interface DirectoryLock {
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
async function lockDataDirectory(directory: DataDirectory): Promise<DirectoryLock> {
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
