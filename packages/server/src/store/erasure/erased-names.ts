import type { Connection } from '../kernel/database.ts';
import type { Queryable } from '../kernel/pool.ts';
import { sql } from '../kernel/sql.ts';

/** The sealed key for hashing usernames of erased people; undefined before the first erasure. */
export async function erasedNamesKey(connection: Queryable): Promise<Buffer | undefined> {
  const { rows } = await connection.query<{ sealed: Buffer }>(sql`select k.sealed from erased_name_keys k`);
  return rows[0]?.sealed;
}

/** Stores the sealed key, unless there is one. */
export async function keepErasedNamesKey(connection: Connection, sealed: Buffer): Promise<void> {
  await connection.query(sql`insert into erased_name_keys (sealed) values (${sealed}) on conflict do nothing`);
}

/** A username of an erased person: its keyed hash, and the changes by which they got and lost it. */
export interface ErasedName {
  readonly hash: Buffer;
  readonly from: number;
  readonly until: number;
}

/** Stores the keyed hashes of an erased person's usernames. */
export async function keepErasedNames(
  connection: Connection,
  personId: string,
  names: readonly ErasedName[],
): Promise<void> {
  await connection.query(sql`
    insert into erased_names (name_hash, person_id, had_from, had_until)
    select n.hash, ${personId}::uuid, n.since, n.until
    from unnest(${names.map(({ hash }) => hash)}::bytea[], ${names.map(({ from }) => from)}::bigint[],
      ${names.map(({ until }) => until)}::bigint[]) n(hash, since, until)
    on conflict (name_hash, person_id) do nothing`);
}
