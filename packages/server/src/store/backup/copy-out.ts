import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { clock } from '../kernel/clock.ts';
import { type Database, unavailable } from '../kernel/database.ts';
import type { Migration } from '../kernel/migrate.ts';
import type { Queryable } from '../kernel/pool.ts';
import { sql } from '../kernel/sql.ts';
import { type StoredTable, tablesInOrder } from './tables.ts';

/** Every table as it was at one moment, for as long as this is open. */
export interface TablesSnapshot {
  readonly about: {
    readonly at: string;
    readonly postgres: string;
    readonly change: number;
    readonly lastHash: Buffer;
    readonly migrations: readonly Migration[];
  };
  readonly tables: readonly StoredTable[];
  /** The rows of a table as COPY writes them, in pieces; one table at a time. */
  rowsOf(table: StoredTable): AsyncIterable<Buffer>;
  close(): Promise<void>;
}

/** Runs on a connection of its own: it neither sees concurrent changes nor blocks them. */
export async function openTablesSnapshot(database: Database): Promise<TablesSnapshot> {
  const client = database.directClient({ statement_timeout: 0 });
  client.on('error', () => undefined); // the failing statement reports it
  let ended: Promise<void> | undefined;
  const close = () => {
    ended ??= client.end().catch(() => undefined);
    return ended;
  };
  try {
    await client.connect().catch(unavailable);
    await client.query('begin isolation level repeatable read read only');
    await useTextFormat(client);
    const tables = await tablesInOrder(client);
    const names = tables.map(({ name }) => client.escapeIdentifier(name)).join(', ');
    // A newer version that starts meanwhile waits with its migrations.
    await client.query(`lock table ${names} in access share mode`);
    const { rows } = await client.query<TablesSnapshot['about']>(sql`
      select ${clock(database.clockOffset())} as at, current_setting('server_version') as postgres,
        coalesce((select no from change order by no desc limit 1), 0) as change,
        coalesce((select hash from change order by no desc limit 1), '\\x') as "lastHash",
        (select json_agg(json_build_object('name', name, 'digest', digest) order by name) from migration) as migrations`);
    const [about] = rows;
    if (!about) throw new Error('The database said nothing of itself.');
    return {
      about,
      tables,
      rowsOf: ({ name, columns }) =>
        client.query(copyTo(`copy ${client.escapeIdentifier(name)} (${columns.map(quoted).join(', ')}) to stdout`)),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Gives the same text for the same value in this transaction, whatever the settings of server, database or role. */
export async function useTextFormat(client: Queryable): Promise<void> {
  await client.query(textFormat);
}

const textFormat = `set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres'; set local timezone = 'UTC';
  set local extra_float_digits = 1; set local bytea_output = 'hex'; set local statement_timeout = 0;
  set local idle_in_transaction_session_timeout = 0; set local lock_timeout = 0`;

const quoted = (column: string) => pg.escapeIdentifier(column);
