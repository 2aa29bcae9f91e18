import type { Queryable } from '../kernel/pool.ts';
import { sql } from '../kernel/sql.ts';

/** A table, as PostgreSQL counts it. */
export interface TableSize {
  readonly table: string;
  readonly rows: number;
  /** Dead rows whose space is not reclaimed yet. */
  readonly dead: number;
  readonly bytes: number;
  /** The last vacuum, or null. */
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

/** Tables with far more dead rows than live ones: vacuum does not keep up. */
export const bloated = (tables: readonly TableSize[], least = 10_000): readonly TableSize[] =>
  tables.filter(({ rows, dead }) => dead >= least && dead > rows);
