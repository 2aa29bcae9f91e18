import type { Queryable } from '../kernel/pool.ts';
import { sql } from '../kernel/sql.ts';

/** What plans need of a database: they lay views over the tables of the schema `public`, in temporary relations. */
export interface DraftsAllowed {
  /** Whether the role may make temporary relations. */
  readonly temporary: boolean;
  /** Where Licet's tables are, by the search path; null while there are none. */
  readonly schema: string | null;
}

export async function draftsAllowed(connection: Queryable): Promise<DraftsAllowed> {
  const { rows } = await connection.query<DraftsAllowed>(sql`
    select has_database_privilege(current_database(), 'TEMPORARY') as temporary,
      (select n.nspname::text from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.oid = to_regclass('change')) as schema`);
  return rows[0] ?? { temporary: false, schema: null };
}
