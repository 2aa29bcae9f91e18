import type { Queryable } from './pool.ts';
import { sql } from './sql.ts';

/** An applied migration, and the digest of its text. */
export interface Applied {
  readonly name: string;
  readonly digest: string;
}

/** Returns the applied migrations of the database. After migrating, they include all that this code needs. */
export async function appliedMigrations(connection: Queryable): Promise<readonly Applied[]> {
  const { rows } = await connection.query<Applied>(sql`select name, digest from migration order by name`);
  return rows;
}

/** The state that decides whether a server is ready. */
export interface SchemaState {
  /**
   * Whether the database has all migrations that this code needs. It may have further ones from a newer Licet, which
   * this version can run alongside.
   */
  readonly schemaKnown: boolean;
  /** Whether the database is a standby, which accepts no writes. */
  readonly standby: boolean;
}

export async function stateOf(connection: Queryable, wanted: readonly Applied[]): Promise<SchemaState> {
  const names = wanted.map(({ name }) => name);
  const digests = wanted.map(({ digest }) => digest);
  const { rows } = await connection.query<SchemaState>(sql`
    select pg_is_in_recovery() as standby,
      (select count(*) from migration m
       join unnest(${names}::text[], ${digests}::text[]) as w (name, digest) on m.name = w.name and m.digest = w.digest
      ) = ${wanted.length}::int8 as "schemaKnown"`);
  return rows[0] ?? { schemaKnown: false, standby: false };
}
