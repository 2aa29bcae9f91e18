import pg from 'pg';
import { refuse } from '../../refusal.ts';
import { version } from '../../version.ts';
import { refusalOf } from './constraints.ts';
import type { Queryable } from './pool.ts';

/** Where the facts are: a pool of connections to PostgreSQL 15 or later. */
export interface Database {
  readonly pool: pg.Pool;
  /** Milliseconds that tests add to the database's clock. */
  readonly clockOffset: () => number;
  close(): Promise<void>;
}

/** One connection inside a transaction. */
export type Connection = pg.PoolClient;

export interface DatabaseOptions {
  readonly connectionString: string;
  readonly maxConnections?: number;
  readonly clockOffset?: () => number;
  /** What it calls itself to PostgreSQL; servers by their version, so that those of different ones can be told apart. */
  readonly program?: string;
  /** Milliseconds for one statement; a minute unless told. */
  readonly patience?: number;
  /** Told of connections that broke while idle; without a listener Node would stop. */
  readonly onError?: (error: Error) => void;
}

/** Opens a pool. Connects when first asked. */
export function openDatabase(options: DatabaseOptions): Database {
  const pool = new pg.Pool({
    connectionString: options.connectionString,
    max: options.maxConnections ?? 10,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 30_000,
    statement_timeout: options.patience ?? 60_000,
    application_name: options.program ?? `licet ${version}`,
    // A list that is answered in a millisecond is not worth starting processes for, and they are missing where others are answered.
    options: '-c timezone=UTC -c jit=off -c max_parallel_workers_per_gather=0',
    types: { getTypeParser },
  });
  pool.on('error', options.onError ?? (() => undefined));
  return { pool, clockOffset: options.clockOffset ?? (() => 0), close: () => pool.end() };
}

/** What Licet runs on, as `PostgreSQL 18.0`. */
export async function databaseVersion(connection: Queryable): Promise<string> {
  const { rows } = await connection.query<{ server_version: string }>('show server_version').catch(unavailable);
  return `PostgreSQL ${rows[0]?.server_version.split(' ')[0] ?? ''}`;
}

/** Runs `work` in one transaction, committing when it answers. Constraint violations become refusals of the catalogue. */
export async function transaction<Result>(
  database: Database,
  begin: string,
  work: (connection: Connection) => Promise<Result>,
  end: 'commit' | 'rollback' = 'commit',
): Promise<Result> {
  const connection = await database.pool.connect().catch((error: unknown) => unavailable(error));
  let broken: Error | undefined;
  const onError = (error: Error) => {
    broken = error;
  };
  connection.on('error', onError);
  try {
    await connection.query(begin);
    const result = await work(connection);
    await connection.query(end);
    return result;
  } catch (error) {
    await connection.query('rollback').catch((failure: Error) => {
      broken = failure;
    });
    throw broken || lost(error) ? unavailable(error) : (refusalOf(error) ?? error);
  } finally {
    connection.off('error', onError);
    connection.release(broken);
  }
}

/** Whether an error means that the database is gone or going, not that the statement was wrong. */
export function lost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return (
    /^(08|57P|53)/.test(code) ||
    /^E(CONN|PIPE|NOENT|TIMEDOUT)/.test(code) ||
    /^(Connection terminated|timeout exceeded)/.test(error.message)
  );
}

/** @throws Refusal `unavailable` */
export function unavailable(cause: unknown): never {
  try {
    refuse('unavailable', 'The database did not answer.');
  } catch (refusal) {
    if (refusal instanceof Error) refusal.cause = cause;
    throw refusal;
  }
}

// int8 as number: change numbers stay far below 2^53. timestamptz as ISO text, so that microseconds survive.
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (format !== 'binary') {
    if (oid === pg.types.builtins.INT8) return Number;
    if (oid === pg.types.builtins.TIMESTAMPTZ) return instantOf;
  }
  return pg.types.getTypeParser(oid, format);
}

// PostgreSQL writes "2026-11-21 06:00:00.123456+00" in a session set to UTC.
function instantOf(text: string): string {
  if (text.endsWith('infinity')) return text;
  return new Date(text.replace(' ', 'T').replace(/\+00$/, 'Z')).toISOString().slice(0, 19) + fraction(text);
}

function fraction(text: string): string {
  const digits = /\.(\d+)/.exec(text)?.[1] ?? '';
  return `.${digits.padEnd(6, '0')}Z`;
}
