import type { Queryable } from '../kernel/pool.ts';
import { sql } from '../kernel/sql.ts';

/** The number of connections, and the maximum for roles that are not superusers. */
export interface Connections {
  readonly used: number;
  readonly most: number;
}

/** Licets of one version that are connected. */
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

/** The versions of Licet that are connected to this database, by the application name that `openDatabase` sets. */
export async function connected(connection: Queryable): Promise<Connected[]> {
  const { rows } = await connection.query<Connected>(sql`
    select substring(application_name from '^licet (.+)$') as version, count(*) as connections
    from pg_stat_activity
    where datname = current_database() and (application_name = 'licet' or application_name like 'licet _%')
    group by 1 order by 1`);
  return rows;
}
