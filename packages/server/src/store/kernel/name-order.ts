import type { Connection } from './database.ts';
import { sql } from './sql.ts';

/**
 * Rebuilds the indexes by name where PostgreSQL's ICU is another version than the one that they were made with: another machine or an
 * upgrade of its libraries. PostgreSQL only warns then, and an index in another order misses rows. PostgreSQL records the version in the
 * collation, which `refresh version` renews in the same transaction. Returns the names of the indexes that were rebuilt.
 */
export async function rebuildNameOrder(connection: Connection): Promise<readonly string[]> {
  const { rows } = await connection.query<{ indexes: string[] }>(sql`
    select array(
      select i.indexrelid::regclass::text from pg_index i where c.oid = any(i.indcollation) order by 1
    ) as indexes from pg_collation c
    where c.oid = 'names'::regcollation and c.collversion is distinct from pg_collation_actual_version(c.oid)`);
  const [stale] = rows;
  if (!stale) return [];
  await connection.query(`select set_config('statement_timeout', '0', true)`);
  for (const index of stale.indexes) await connection.query(`reindex index ${index}`);
  await connection.query('alter collation names refresh version');
  return stale.indexes;
}
