import type { Queryable } from './pool.ts';
import { sql } from './sql.ts';

/** A migration that was applied, and the digest of what it said. */
export interface Applied {
  readonly name: string;
  readonly digest: string;
}

/** Those that the database has. Read once they are all applied, they are what this code was made for. */
export async function appliedMigrations(connection: Queryable): Promise<readonly Applied[]> {
  const { rows } = await connection.query<Applied>(sql`select name, digest from migration order by name`);
  return rows;
}

/** What a server goes by when it says whether it is ready. */
export interface SchemaState {
  /** Whether it has each of those migrations. Others beside them are of a newer Licet, which this one can run beside. */
  readonly schemaKnown: boolean;
  /** Whether it only follows another database, so that nothing can be written. */
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
