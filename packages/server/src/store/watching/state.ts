import type { Queryable } from '../kernel/pool.ts';
import { sql } from '../kernel/sql.ts';

/** Whether a database only follows another one, and whether a Licet has begun with it. */
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

/** The kinds of jobs that exist at this moment. */
export async function jobKinds(connection: Queryable): Promise<string[]> {
  const { rows } = await connection.query<{ kind: string }>(sql`select distinct kind from jobs order by 1`);
  return rows.map(({ kind }) => kind);
}

/** The number of the last change; 0 before the first. */
export async function lastChange(connection: Queryable): Promise<number> {
  const { rows } = await connection.query<{ no: number }>(sql`select no from change order by no desc limit 1`);
  return rows[0]?.no ?? 0;
}
