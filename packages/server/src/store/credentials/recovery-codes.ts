import type { Queryable } from '../kernel/pool.ts';
import { sql } from '../kernel/sql.ts';

/** A set of recovery codes, as stored. */
export interface StoredCodes {
  readonly salt: Buffer;
  readonly hashes: readonly Buffer[];
}

/** Stores new recovery codes, and deletes the old ones. */
export async function replaceRecoveryCodes(
  connection: Queryable,
  userId: string,
  { salt, hashes }: StoredCodes,
  at: string,
): Promise<void> {
  await removeRecoveryCodes(connection, [userId]);
  await connection.query(
    sql`insert into recovery_codes (user_id, code_hash, salt, made_at)
     select ${userId}::uuid, hash, ${salt}::bytea, ${at}::timestamptz from unnest(${hashes}::bytea[]) hash`,
  );
}

/** The salt of a user's recovery codes. */
export async function saltOf(connection: Queryable, userId: string): Promise<Buffer | undefined> {
  const { rows } = await connection.query<{ salt: Buffer }>(
    sql`select salt from recovery_codes where user_id = ${userId} limit 1`,
  );
  return rows[0]?.salt;
}

/** Whether the user has that unused code. */
export async function hasRecoveryCode(connection: Queryable, userId: string, hash: Buffer): Promise<boolean> {
  const { rows } = await connection.query(
    sql`select from recovery_codes where user_id = ${userId} and code_hash = ${hash} and used_at is null`,
  );
  return rows.length === 1;
}

/** Marks a code as used. False if it was used before, on any server. */
export async function useRecoveryCode(
  connection: Queryable,
  userId: string,
  hash: Buffer,
  at: string,
): Promise<boolean> {
  const { rowCount } = await connection.query(
    sql`update recovery_codes set used_at = ${at} where user_id = ${userId} and code_hash = ${hash} and used_at is null`,
  );
  return rowCount === 1;
}

/** The number of unused codes. */
export async function countRecoveryCodes(connection: Queryable, userId: string): Promise<number> {
  const { rows } = await connection.query<{ left: number }>(
    sql`select count(*)::int as left from recovery_codes where user_id = ${userId} and used_at is null`,
  );
  return rows[0]?.left ?? 0;
}

export async function removeRecoveryCodes(connection: Queryable, users: readonly string[]): Promise<void> {
  await connection.query(sql`delete from recovery_codes where user_id = any(${users}::uuid[])`);
}
