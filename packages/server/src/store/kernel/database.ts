import { limits } from '@licet/contract';
import pg from 'pg';
import { refuse } from '../../refusal.ts';
import { version } from '../../version.ts';
import type { Change } from './change.ts';
import { ConnectionBroken, clientsOf } from './clients.ts';
import { connecting, lost } from './connect.ts';
import { refusalOf } from './database-fault.ts';
import { addressesOf } from './matching.ts';
import { longOverlay, overlay } from './overlay.ts';
import type { Queryable } from './pool.ts';
import type { Snapshot } from './snapshot.ts';
import { type Sql, sql } from './sql.ts';

/** The database of facts: a pool of connections to PostgreSQL 15 or later. */
export interface Database {
  readonly pool: pg.Pool;
  /** A few sessions that overlay the facts with drafts. The first plan opens them. */
  readonly drafts: pg.Pool;
  /** A session for a draft of very many changes, with indexes over its rows. It is closed when idle. */
  readonly longDrafts: pg.Pool;
  /** Takes a connection of the pool and waits until one is free. The caller must release it. */
  readonly connect: () => Promise<Connection>;
  /** A client outside the pool, to the same address; not connected yet. */
  readonly ownClient: (config?: pg.ClientConfig) => pg.Client;
  /** A client outside the pool that bypasses a pooler, for code that needs a session; not connected yet. */
  readonly directClient: (config?: pg.ClientConfig) => pg.Client;
  /** Whether connections go through a pooler, which does not keep session settings. */
  readonly pooler: boolean;
  /**
   * Breaks the connections of the pool and of drafts after the direct connection has stopped answering. Does not break
   * connections to a pooler, because they use another route.
   */
  readonly breakSilent: () => void;
  /**
   * The time (in milliseconds of `performance.now()`) at which a transaction last failed because the disk of the
   * database was full. Undefined after a successful change.
   */
  readonly full: { at: number | undefined };
  /** The rules that every change must keep. */
  readonly checks: Checks;
  /** Milliseconds that a change waits for the previous one. */
  readonly writerWaits: number;
  /** Milliseconds that tests add to the database's clock. */
  readonly clockOffset: () => number;
  close(): Promise<void>;
}

/** One connection inside a transaction. */
export type Connection = pg.PoolClient;

export interface DatabaseOptions {
  /** The rules that every change must keep: `checks` of `store/checks.ts`. */
  readonly checks: Checks;
  /** One URL; it can list several hosts, separated by commas. */
  readonly connectionString: string;
  /**
   * The direct address of the database, if `connectionString` leads to a pooler that assigns a new connection to each
   * transaction.
   */
  readonly directConnectionString?: string | undefined;
  readonly maxConnections?: number;
  /** Milliseconds that callers wait for a database that is unavailable. */
  readonly returnsWithin?: number;
  readonly clockOffset?: () => number;
  /** The application name for PostgreSQL. Servers include their version in it, to tell them apart. */
  readonly program?: string;
  /** Milliseconds for one statement; a minute by default. */
  readonly patience?: number;
  /** Called with connections that broke while idle; without a listener Node would stop. */
  readonly onError?: (error: Error) => void;
}

/** The settings of each session. Behind a pooler they must be set on the database role. */
export const sessionSettings = {
  TimeZone: 'UTC',
  jit: 'off',
  // Queries take about a millisecond, so starting parallel workers costs more than it saves, and takes CPU from other queries.
  max_parallel_workers_per_gather: '0',
} as const;

/** Opens a pool. Connects on first use. */
export function openDatabase(options: DatabaseOptions): Database {
  const { connectionString, directConnectionString, returnsWithin = 3000, patience = 60_000 } = options;
  const pooler = directConnectionString !== undefined;
  const pooled = clientsOf({ addresses: addressesOf(connectionString), pooler });
  const own = clientsOf({ addresses: addressesOf(connectionString), pooler });
  const directly = { addresses: addressesOf(directConnectionString ?? connectionString), pooler: false };
  const direct = clientsOf(directly);
  const drafting = clientsOf(directly);
  const settings = {
    connectionTimeoutMillis: 5000,
    statement_timeout: patience,
    application_name: options.program ?? `licet ${version}`,
    options: Object.entries(sessionSettings)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
    types: { getTypeParser },
  };
  const pool = new pg.Pool({
    ...settings,
    connectionString,
    Client: pooled.Client,
    max: options.maxConnections ?? 10,
    idleTimeoutMillis: 30_000,
  });
  const drafts = new pg.Pool({
    ...settings,
    Client: drafting.Client,
    max: 2,
    // Users who edit plans continue within minutes, so the session is kept: its first plan takes 150 ms, a later one 30
    // ms. An idle session is closed, because otherwise its temporary tables would stay for ever.
    idleTimeoutMillis: 600_000,
    maxLifetimeSeconds: 3600,
    // Rolled-back rows stay as dead rows in the temporary tables, and autovacuum skips temporary tables.
    maxUses: 100,
    onConnect: (client) => client.query(overlay),
  });
  const longDrafts = new pg.Pool({
    ...settings,
    Client: drafting.Client,
    max: 1,
    idleTimeoutMillis: 5000,
    // Its temporary tables keep the size of the draft, so the session is used once.
    maxUses: 1,
    onConnect: (client) => client.query(longOverlay),
  });
  for (const each of [pool, drafts, longDrafts]) each.on('error', options.onError ?? (() => undefined));
  return {
    pool,
    drafts,
    longDrafts,
    connect: connecting(pool, returnsWithin),
    ownClient: (config) => new own.Client({ ...settings, ...config }),
    directClient: (config) => new direct.Client({ ...settings, ...config }),
    pooler,
    breakSilent: () => {
      drafting.breakAll();
      if (!pooler) pooled.breakAll();
    },
    full: { at: undefined },
    checks: options.checks,
    writerWaits: Math.min(limits.writerWaits.value, patience / 2),
    clockOffset: options.clockOffset ?? (() => 0),
    close: async () => {
      await Promise.all([pool.end(), drafts.end(), longDrafts.end()]);
    },
  };
}

/** The database version, such as `PostgreSQL 18.0`. */
export async function databaseVersion(connection: Queryable): Promise<string> {
  const { rows } = await connection.query<{ server_version: string }>('show server_version').catch(unavailable);
  return `PostgreSQL ${rows[0]?.server_version.split(' ')[0] ?? ''}`;
}

/** Passes a connection to `work`. A connection in an unknown state is not used again. */
export async function withConnection<Result>(
  database: Pick<Database, 'connect'>,
  work: (connection: Connection) => Promise<Result>,
): Promise<Result> {
  const connection = await database.connect();
  let broken: Error | undefined;
  const onError = (cause: Error) => {
    broken = new ConnectionBroken(cause.message, { cause });
  };
  connection.on('error', onError);
  try {
    const result = await work(connection);
    if (broken) throw broken;
    return result;
  } catch (error) {
    if (error instanceof Error && lost(error)) broken ??= error;
    throw broken ?? error;
  } finally {
    connection.off('error', onError);
    connection.release(broken);
  }
}

/** Runs `work` in one transaction and commits when it succeeds. Constraint violations become refusals of the catalogue. */
export async function transaction<Result>(
  database: Pick<Database, 'connect'> & Partial<Pick<Database, 'full'>>,
  begin: string,
  work: (connection: Connection) => Promise<Result>,
  end: 'commit' | 'rollback' = 'commit',
): Promise<Result> {
  try {
    return await withConnection(database, async (connection) => {
      try {
        await connection.query(begin);
        const result = await work(connection);
        await connection.query(end);
        return result;
      } catch (error) {
        await connection.query('rollback').catch((cause: Error) => {
          throw new ConnectionBroken(cause.message, { cause });
        });
        throw error;
      }
    });
  } catch (error) {
    if (database.full && isDiskFull(error)) database.full.at = performance.now();
    throw lost(error) ? unavailable(error) : (refusalOf(error) ?? error);
  }
}

/** 53100: a statement needs a new page, and the disk has no space for it. */
const isDiskFull = (error: unknown) => error instanceof Error && 'code' in error && error.code === '53100';

/**
 * Refuses with the same sentence for every cause. So a client cannot see whether it has exhausted the disk, the memory
 * or the connections. The log shows PostgreSQL's error as the cause.
 * @throws Refusal `unavailable`
 */
export function unavailable(cause: unknown): never {
  refuse('unavailable', 'database_silent', {}, {}, cause);
}

// int8 is parsed as a number, because change numbers stay far below 2^53. timestamptz is parsed as ISO text, to keep microseconds.
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

/**
 * SQL that is true, and makes the transaction commit without waiting for the disk. If the database crashes, this
 * transaction may be lost, but then all later ones are lost too. Use it for:
 * - rows that are useless until a later write, which does wait,
 * - counts of recent attempts.
 */
export const unawaited = sql`set_config('synchronous_commit', 'off', true) = 'off'`;

/**
 * The rules that every change must keep. The kernel contains none of them: `store/checks.ts` lists them, and `openDatabase` requires them,
 * so no change skips them. A check throws a Refusal, which rolls the transaction back.
 */
export interface Checks {
  /** SQL that is true if `ofChange` has rules to check. The statement that begins a change reads it. */
  readonly needed: Sql;
  /** Checks one change after its facts are written, unless its use case has checked it or `needed` was false. */
  readonly ofChange: (change: Change) => Promise<void>;
  /** Checks the final state of a transaction, once for all its changes. */
  readonly ofOutcome: (after: Snapshot) => Promise<void>;
}
