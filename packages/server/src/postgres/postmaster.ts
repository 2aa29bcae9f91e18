import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Account } from './account.ts';
import type { Binaries } from './binaries.ts';
import { cannotRun, childEnvironment } from './cluster.ts';
import { type DataDirectory, socketPort } from './data-directory.ts';
import { diskFull, EmbeddedPostgresError } from './errors.ts';

/** The part of pino's logger that the embedded server needs. */
export interface EmbeddedLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Everything that one start of the database needs. */
export interface Ground {
  readonly directory: DataDirectory;
  readonly binaries: Binaries;
  readonly account: Account;
  readonly sockets: string;
  readonly log: EmbeddedLog;
}

/** One running postmaster. */
export interface Postmaster {
  readonly pid: number;
  /** Resolves when the process has ended, for any reason. */
  readonly ended: Promise<string>;
  stop(): Promise<void>;
  /** Requests a stop without waiting, for a process that is about to exit. */
  signalStop(): void;
}

const readyMilliseconds = 60_000; // crash recovery of a large log may take this long
const fastStopMilliseconds = 30_000;
const keptLines = 20;

/** Settings for a small machine: 32 MB of cache and no unused helpers, with PostgreSQL's default durability. */
const settings: Readonly<Record<string, string>> = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  port: String(socketPort),
  max_connections: '60',
  shared_buffers: '32MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  effective_cache_size: '512MB',
  random_page_cost: '1.1',
  max_wal_size: '512MB',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  io_method: 'sync',
  jit: 'off',
  max_logical_replication_workers: '0',
  restart_after_crash: 'on',
  log_checkpoints: 'off',
  lc_messages: 'C',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

/** Starts the database and waits until it accepts connections. */
export async function startPostmaster(ground: Ground): Promise<Postmaster> {
  const { binaries, directory, account, sockets } = ground;
  const values = { ...settings, unix_socket_directories: quoted(sockets) };
  const options = Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  // Starts the database in its own process group, so that Ctrl-C in the terminal reaches only Licet, which stops the database gracefully.
  const child = spawn(binaries.postgres, ['-D', directory.cluster, ...options], {
    cwd: '/',
    env: childEnvironment,
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
    ...(account.foreign ? { uid: account.uid, gid: account.gid } : {}),
  });
  const lastLines: string[] = [];
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal === null ? `code ${code}` : `signal ${signal}`));
  });
  await ready(child, ended, lastLines, ground);
  return { pid: child.pid ?? 0, ended, stop: () => stopChild(child, ended), signalStop: () => child.kill('SIGINT') };
}

function ready(child: ChildProcess, ended: Promise<string>, lastLines: string[], ground: Ground): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGQUIT');
      reject(failure(ground, `it was not ready after ${readyMilliseconds / 1000} s`));
    }, readyMilliseconds);
    child.once('error', (error) => {
      clearTimeout(timer);
      reject(cannotRun(ground.binaries.postgres, ground.account, error));
    });
    ended.then((how) => {
      clearTimeout(timer);
      // The last lines of its output may still be in the pipe.
      setImmediate(() => reject(failure(ground, reasonIn(lastLines) ?? `it ended with ${how}`)));
    });
    if (child.stderr === null) return;
    createInterface({ input: child.stderr }).on('line', (line) => {
      lastLines.push(line);
      if (lastLines.length > keptLines) lastLines.shift();
      report(line, ground.log);
      if (!line.includes('database system is ready to accept connections')) return;
      clearTimeout(timer);
      resolve();
    });
  });
}

async function stopChild(child: ChildProcess, ended: Promise<string>): Promise<void> {
  child.kill('SIGINT');
  const hurry = setTimeout(() => child.kill('SIGQUIT'), fastStopMilliseconds);
  await ended;
  clearTimeout(hurry);
}

function reasonIn(lines: readonly string[]): string | undefined {
  const line = lines.findLast((text) => /\b(FATAL|PANIC):/.test(text)) ?? lines.at(-1);
  return line?.replace(/^.*?\b(FATAL|PANIC):\s*/, '');
}

function failure({ directory }: Ground, reason: string): EmbeddedPostgresError {
  if (/No space left|Disk quota/i.test(reason)) return diskFull(directory.root);
  return new EmbeddedPostgresError('start_failed', `PostgreSQL did not start on ${directory.cluster}: ${reason}.`);
}

/** Passes a line to Licet's log, except statements and their values, which may contain personal data. */
function report(line: string, log: EmbeddedLog): void {
  const found = /\b(WARNING|FATAL|PANIC):\s+(.*)$/.exec(line);
  // Every open connection logs this when the database is stopped.
  if (found?.[2]?.endsWith('due to administrator command')) return;
  if (found?.[1] === 'WARNING') log.warn({ event: 'postgres_output' }, `PostgreSQL: ${found[2]}`);
  else if (found !== null) log.error({ event: 'postgres_output' }, `PostgreSQL: ${found[2]}`);
}

/** Quotes a path, because commas and spaces separate the entries of unix_socket_directories. */
function quoted(path: string): string {
  return `"${path.replaceAll('"', '""')}"`;
}
