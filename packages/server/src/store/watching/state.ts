import type { Queryable } from '../kernel/pool.ts';
import { sql } from '../kernel/sql.ts';

/** Whether a database is a standby, and whether a Licet server has ever started on it. */
export interface DatabaseState {
  readonly standby: boolean;
  readonly begun: boolean;
}

export async function databaseState(connection: Queryable): Promise<DatabaseState> {
  const { rows } = await connection.query<DatabaseState>(sql`
    select pg_is_in_recovery() as standby,
      to_regclass('migration') is not null and to_regclass('server_key') is not null as begun`);
  return rows[0] ?? { standby: false, begun: false };
}

/** The kinds of jobs that are stored now. */
export async function jobKinds(connection: Queryable): Promise<string[]> {
  const { rows } = await connection.query<{ kind: string }>(sql`select distinct kind from jobs order by 1`);
  return rows.map(({ kind }) => kind);
}

/** The number of the last change; 0 before the first. */
export async function lastChange(connection: Queryable): Promise<number> {
  const { rows } = await connection.query<{ no: number }>(sql`select no from change order by no desc limit 1`);
  return rows[0]?.no ?? 0;
}

/** The rights that plans need in a database, because they create temporary views over the tables of the schema `public`. */
export interface DraftsAllowed {
  /** Whether the role may create temporary relations. */
  readonly temporary: boolean;
  /** The schema of Licet's tables, found by the search path; null if there is none. */
  readonly schema: string | null;
}

export async function draftsAllowed(connection: Queryable): Promise<DraftsAllowed> {
  const { rows } = await connection.query<DraftsAllowed>(sql`
    select has_database_privilege(current_database(), 'TEMPORARY') as temporary,
      (select n.nspname::text from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.oid = to_regclass('change')) as schema`);
  return rows[0] ?? { temporary: false, schema: null };
}

/** The number of connections, and the maximum for roles that are not superusers. */
export interface Connections {
  readonly used: number;
  readonly most: number;
}

/** The connected Licet servers of one version. */
export interface Connected {
  /** Null for a version too old to report it. */
  readonly version: string | null;
  readonly connections: number;
}

export async function connectionsUsed(connection: Queryable): Promise<Connections> {
  const { rows } = await connection.query<Connections>(sql`
    select count(*) as used,
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as most
    from pg_stat_activity where backend_type = 'client backend'`);
  return rows[0] ?? { used: 0, most: 0 };
}

/**
 * The Licet servers that are connected to this database, by version. The version is part of the application name that
 * `openDatabase` sets.
 */
export async function connected(connection: Queryable): Promise<Connected[]> {
  const { rows } = await connection.query<Connected>(sql`
    select substring(application_name from '^licet (.+)$') as version, count(*) as connections
    from pg_stat_activity
    where datname = current_database() and (application_name = 'licet' or application_name like 'licet _%')
    group by 1 order by 1`);
  return rows;
}

/** A table, with PostgreSQL's statistics. */
export interface TableSize {
  readonly table: string;
  readonly rows: number;
  /** Dead rows whose space is not reclaimed yet. */
  readonly dead: number;
  readonly bytes: number;
  /** The time of the last vacuum; null if there was none. */
  readonly vacuumedAt: string | null;
}

/** Licet's tables, the largest first. */
export async function tableSizes(connection: Queryable): Promise<TableSize[]> {
  const { rows } = await connection.query<TableSize>(sql`
    select relname as "table", n_live_tup as rows, n_dead_tup as dead, pg_total_relation_size(relid) as bytes,
      greatest(last_vacuum, last_autovacuum) as "vacuumedAt"
    from pg_stat_user_tables where schemaname = current_schema() order by pg_total_relation_size(relid) desc, relname`);
  return rows;
}

/** Tables with more dead rows than live ones: vacuum does not keep up. */
export const bloated = (tables: readonly TableSize[], least = 10_000): readonly TableSize[] =>
  tables.filter(({ rows, dead }) => dead >= least && dead > rows);
