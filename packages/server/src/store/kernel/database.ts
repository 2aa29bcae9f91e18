import { limits } from '@licet/contract';
import pg from 'pg';
import { refuse } from '../../refusal.ts';
import { version } from '../../version.ts';
import { addressesOf } from './addresses.ts';
import { ConnectionBroken, clientsOf } from './clients.ts';
import { connecting, lost } from './connect.ts';
import { refusalOf } from './constraints.ts';
import { longOverlay, overlay } from './overlay.ts';
import type { Queryable } from './pool.ts';

/** Where the facts are: a pool of connections to PostgreSQL 15 or later. */
export interface Database {
  readonly pool: pg.Pool;
  /** Those in which drafts are laid over the facts: a few sessions, opened when somebody plans. */
  readonly drafts: pg.Pool;
  /** One such session for a draft of very many changes, with indexes over its rows. It is given back once it is idle. */
  readonly longDrafts: pg.Pool;
  /** A connection of the pool, as soon as there is one; to be released. */
  readonly connect: () => Promise<Connection>;
  /** One beside the pool, on the same way. It is not connected yet. */
  readonly ownClient: (config?: pg.ClientConfig) => pg.Client;
  /** One beside the pool, past a pooler: for what needs a session. It is not connected yet. */
  readonly directClient: (config?: pg.ClientConfig) => pg.Client;
  /** Whether a pooler stands before it, which leaves a session no settings. */
  readonly pooler: boolean;
  /** Breaks the connections of the pool and of drafts, where the direct one is silent; not those to a pooler, whose silence is another. */
  readonly breakSilent: () => void;
  /** Milliseconds that a change waits for the previous one. */
  readonly writerWaits: number;
  /** Milliseconds that tests add to the database's clock. */
  readonly clockOffset: () => number;
  close(): Promise<void>;
}

/** One connection inside a transaction. */
export type Connection = pg.PoolClient;

export interface DatabaseOptions {
  /** One address, or several with commas between their hosts. */
  readonly connectionString: string;
  /** Where it is itself, when the other address is that of a pooler which gives every transaction another connection. */
  readonly directConnectionString?: string | undefined;
  readonly maxConnections?: number;
  /** Milliseconds that whoever needs a connection waits for a database that is away to come back. */
  readonly returnsWithin?: number;
  readonly clockOffset?: () => number;
  /** What it calls itself to PostgreSQL; servers by their version, so that those of different ones can be told apart. */
  readonly program?: string;
  /** Milliseconds for one statement; a minute unless told. */
  readonly patience?: number;
  /** Told of connections that broke while idle; without a listener Node would stop. */
  readonly onError?: (error: Error) => void;
}

/** What PostgreSQL is told for each session; behind a pooler its role has them. */
export const sessionSettings = {
  TimeZone: 'UTC',
  jit: 'off',
  // A list that is answered in a millisecond is not worth starting processes for, and they are missing where others are answered.
  max_parallel_workers_per_gather: '0',
} as const;

/** Opens a pool. Connects when first asked. */
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
    // A new one takes 150 ms to its first plan, a used one 30: whoever edits plans again within minutes. Its temporary tables are not kept for ever.
    idleTimeoutMillis: 600_000,
    maxLifetimeSeconds: 3600,
    // What is rolled back stays in a temporary table as dead rows, and nobody vacuums it.
    maxUses: 100,
    onConnect: (client) => client.query(overlay),
  });
  const longDrafts = new pg.Pool({
    ...settings,
    Client: drafting.Client,
    max: 1,
    idleTimeoutMillis: 5000,
    // Its temporary tables are as large as the draft was.
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
    writerWaits: Math.min(limits.writerWaits.value, patience / 2),
    clockOffset: options.clockOffset ?? (() => 0),
    close: async () => {
      await Promise.all([pool.end(), drafts.end(), longDrafts.end()]);
    },
  };
}

/** What Licet runs on, as `PostgreSQL 18.0`. */
export async function databaseVersion(connection: Queryable): Promise<string> {
  const { rows } = await connection.query<{ server_version: string }>('show server_version').catch(unavailable);
  return `PostgreSQL ${rows[0]?.server_version.split(' ')[0] ?? ''}`;
}

/** Hands a connection to `work`; one on which nobody knows what came of it is not used again. */
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

/** Runs `work` in one transaction, committing when it answers. Constraint violations become refusals of the catalogue. */
export async function transaction<Result>(
  database: Pick<Database, 'connect'>,
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
    throw lost(error) ? unavailable(error) : (refusalOf(error) ?? error);
  }
}

/**
 * Refuses with PostgreSQL's error as the cause, which the log shows. The sentence is the same for every cause: a client must not see whether it filled the
 * disk, the memory or the connections of the database.
 * @throws Refusal `unavailable`
 */
export function unavailable(cause: unknown): never {
  refuse('unavailable', 'database_silent', {}, {}, cause);
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
