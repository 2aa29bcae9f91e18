import type { Queryable } from '../kernel/pool.ts';
import { sql } from '../kernel/sql.ts';

/** A table, as PostgreSQL counts it. */
export interface TableSize {
  readonly table: string;
  readonly rows: number;
  /** Rows that nobody can see any more and whose place was not taken back yet. */
  readonly dead: number;
  readonly bytes: number;
  /** When it was last taken back, or null. */
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

/** Those that hold far more of what is gone than of what is there: vacuum does not get to them. */
export const bloated = (tables: readonly TableSize[], least = 10_000): readonly TableSize[] =>
  tables.filter(({ rows, dead }) => dead >= least && dead > rows);
