import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { Change } from '../kernel/change.ts';
import { clock } from '../kernel/clock.ts';
import { type Connection, type Database, unavailable } from '../kernel/database.ts';
import type { Migration } from '../kernel/migrate.ts';
import type { Queryable } from '../kernel/pool.ts';
import { identifier, sql } from '../kernel/sql.ts';
import { remindDays, takeEndingGrants, takeEndingKeys } from '../reminders/reminders.ts';

/** A table and the columns that a copy contains. */
export interface StoredTable {
  readonly name: string;
  /** The writable columns, without generated ones. */
  readonly columns: readonly string[];
}

type Reader = Pick<Connection, 'query'>;

/** Every table of Licet, referenced tables first. */
export async function tablesInOrder(connection: Reader): Promise<readonly StoredTable[]> {
  const { rows } = await connection.query<StoredTable & { readonly refers: readonly string[] }>(sql`
    select c.relname::text as name,
      array(select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
      array(select distinct r.relname::text from pg_constraint k join pg_class r on r.oid = k.confrelid
        where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as refers
    from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and ${notOfAnExtension} order by c.relname`);
  const ordered: StoredTable[] = [];
  for (let left = rows; left.length > 0; ) {
    const placed = (name: string) => ordered.some((table) => table.name === name);
    const free = left.filter(({ refers }) => refers.every(placed));
    // If tables referred to each other in a cycle, their foreign keys would be checked too early. No such cycle exists.
    ordered.push(...(free.length > 0 ? free : left).map(({ name, columns }) => ({ name, columns })));
    left = free.length > 0 ? left.filter((table) => !free.includes(table)) : [];
  }
  return ordered;
}

/** The existing tables of the schema, by name; none in a new database. */
export async function whatIsThere(connection: Reader): Promise<readonly string[]> {
  const { rows } = await connection.query<{ name: string }>(sql`
    select c.relname::text as name from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S') and ${notOfAnExtension}
    order by c.relname`);
  return rows.map(({ name }) => name);
}

/** Deletes every row of some tables. */
export async function emptyTables(connection: Connection, tables: readonly StoredTable[]): Promise<void> {
  await connection.query(`truncate ${tables.map(({ name }) => connection.escapeIdentifier(name)).join(', ')}`);
}

/** Disables our triggers for copied rows; `putBack` restores them. */
export async function silenceTriggers(connection: Connection): Promise<{ readonly putBack: () => Promise<void> }> {
  const { rows } = await connection.query<{ table: string; name: string; mode: string }>(sql`
    select c.relname::text as table, t.tgname::text as name, t.tgenabled::text as mode
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = current_schema()::regnamespace and not t.tgisinternal and t.tgenabled <> 'D'`);
  const turn = async (how: (mode: string) => string) => {
    for (const { table, name, mode } of rows)
      await connection.query(
        `alter table ${connection.escapeIdentifier(table)} ${how(mode)} trigger ${connection.escapeIdentifier(name)}`,
      );
  };
  await turn(() => 'disable');
  return { putBack: () => turn((mode) => modes[mode] ?? 'enable') };
}

const modes: Readonly<Record<string, string>> = { O: 'enable', A: 'enable always', R: 'enable replica' };

const notOfAnExtension = sql`
  not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`;

/** A stream of rows into a table. */
export interface CopyIn {
  /**
   * Waits while the database cannot keep up.
   * @throws Error PostgreSQL's message about a row that it rejects
   */
  write(bytes: Buffer): Promise<void>;
  /** Returns the number of copied rows. */
  end(): Promise<number>;
  /** Ends the copy, so that the transaction can be rolled back. */
  abandon(): Promise<void>;
}

/** Starts copying into a table. The connection cannot be used for anything else until it ends. */
export function copyInto(connection: Connection, { name, columns }: StoredTable): CopyIn {
  const quoted = columns.map((column) => connection.escapeIdentifier(column)).join(', ');
  const stream = connection.query(copyFrom(`copy ${connection.escapeIdentifier(name)} (${quoted}) from stdin`));
  let failed: Error | undefined;
  stream.on('error', (error) => {
    failed = error;
  });
  const requireWell = () => {
    if (failed) throw failed;
  };
  return {
    write: async (bytes) => {
      requireWell();
      if (!stream.write(bytes)) await once(stream, 'drain');
    },
    end: async () => {
      requireWell();
      stream.end();
      await finished(stream);
      return stream.rowCount;
    },
    abandon: async () => {
      if (failed || stream.closed || stream.writableFinished) return;
      stream.destroy();
      await finished(stream).catch(() => undefined);
    },
  };
}

/** Every table in one snapshot, until it is closed. */
export interface TablesSnapshot {
  readonly about: {
    readonly at: string;
    readonly postgres: string;
    readonly change: number;
    readonly lastHash: Buffer;
    readonly migrations: readonly Migration[];
  };
  readonly tables: readonly StoredTable[];
  /** The rows of a table in the format of COPY, in pieces. Read one table at a time. */
  rowsOf(table: StoredTable): AsyncIterable<Buffer>;
  close(): Promise<void>;
}

/** Runs on its own connection: it does not see concurrent changes, and does not block them. */
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
    // Keeps a newer version that starts meanwhile from migrating until this snapshot is closed.
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

/** Fixes the text format of values for this transaction, whatever the settings of server, database or role. */
export async function useTextFormat(client: Queryable): Promise<void> {
  await client.query(textFormat);
}

const textFormat = `set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres'; set local timezone = 'UTC';
  set local extra_float_digits = 1; set local bytea_output = 'hex'; set local statement_timeout = 0;
  set local idle_in_transaction_session_timeout = 0; set local lock_timeout = 0`;

const quoted = (column: string) => pg.escapeIdentifier(column);

/** What a restore removed from the database, because it may have been used, revoked or sent since the backup. */
export interface Settled {
  readonly sessions: number;
  readonly mails: number;
}

/**
 * Makes a restored database safe to use. All sessions end, because what was revoked since the backup is unknown. All older access tokens
 * are refused. Waiting mails may already have been sent, so they are not sent automatically, and jobs that send mails are dropped.
 */
export async function settleRestored(change: Change, jobsThatMail: readonly string[]): Promise<Settled> {
  const { connection, clock } = change;
  const { rows } = await connection.query<{ open: number }>(
    sql`select count(*)::int as open from sessions where ended_at is null and expires_at > ${clock}`,
  );
  for (const table of usedOnce) await connection.query(sql`delete from ${identifier(table)}`);
  await connection.query(sql`delete from password_links where kind <> 'invitation'`);
  await connection.query(sql`
    insert into cut_offs (kind, id, at) values ('everyone', '', ${clock}) on conflict (kind, id) do update set at = excluded.at`);
  const said = 'It waited when a backup was made, which was restored since: it may have been sent.';
  const failure = { kind: 'other', said };
  const { rowCount: mails } = await connection.query(sql`
    update mails set state = 'failed', failure = ${JSON.stringify(failure)}::jsonb, changed_at = ${clock} where state in ('waiting', 'held')`);
  await connection.query(sql`update invitation_rounds set stopped_at = ${clock} where id in (
    select round_id from invitation_round_users where outcome is null)`);
  await connection.query(sql`update invitation_round_users set outcome = 'stopped' where outcome is null`);
  await connection.query(sql`delete from jobs where kind = any(${jobsThatMail})`);
  await noteReminded(change);
  return { sessions: rows[0]?.open ?? 0, mails: mails ?? 0 };
}

/** Stores reminders that are due now as sent, because they may have been sent since the backup. */
async function noteReminded(change: Change): Promise<void> {
  const days = await remindDays(change.connection);
  if (days === 0) return;
  await takeEndingGrants(change, days, Number.MAX_SAFE_INTEGER);
  await takeEndingKeys(change, days, Number.MAX_SAFE_INTEGER);
}

/**
 * Things that work once or for a limited time: refresh tokens, codes, sessions, links, challenges, unfinished
 * sign-ins.
 */
const usedOnce = [
  'oidc_records',
  'sessions',
  'upstream_sessions',
  'upstream_sign_ins',
  'upstream_sign_outs',
  'sign_in_steps',
  'set_up_windows',
  'passkey_challenges',
  'totp_offers',
  'setup_codes',
  'address_links',
  'dpop_proofs',
  'permission_lists',
];
