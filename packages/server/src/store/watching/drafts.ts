import type { Queryable } from '../kernel/pool.ts';
import { sql } from '../kernel/sql.ts';

/** The rights that plans need in a database: they create temporary views over the tables of the schema `public`. */
export interface DraftsAllowed {
  /** Whether the role may make temporary relations. */
  readonly temporary: boolean;
  /** The schema of Licet's tables, by the search path; null without any. */
  readonly schema: string | null;
}

export async function draftsAllowed(connection: Queryable): Promise<DraftsAllowed> {
  const { rows } = await connection.query<DraftsAllowed>(sql`
    select has_database_privilege(current_database(), 'TEMPORARY') as temporary,
      (select n.nspname::text from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.oid = to_regclass('change')) as schema`);
  return rows[0] ?? { temporary: false, schema: null };
}
