import type { Queryable } from '../kernel/pool.ts';
import { sql } from '../kernel/sql.ts';

/** Keeps the hashes of new recovery codes; the old ones end. */
export async function replaceRecoveryCodes(
  connection: Queryable,
  userId: string,
  hashes: readonly Buffer[],
  at: string,
): Promise<void> {
  await removeRecoveryCodes(connection, userId);
  await connection.query(
    sql`insert into recovery_codes (user_id, code_hash, made_at)
     select ${userId}::uuid, hash, ${at}::timestamptz from unnest(${hashes}::bytea[]) hash`,
  );
}

/** Whether the user has that code and has not used it. */
export async function hasRecoveryCode(connection: Queryable, userId: string, hash: Buffer): Promise<boolean> {
  const { rows } = await connection.query(
    sql`select from recovery_codes where user_id = ${userId} and code_hash = ${hash} and used_at is null`,
  );
  return rows.length === 1;
}

/** Uses a code up. False when it was used before, on whichever server. */
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

/** How many are left. */
export async function countRecoveryCodes(connection: Queryable, userId: string): Promise<number> {
  const { rows } = await connection.query<{ left: number }>(
    sql`select count(*)::int as left from recovery_codes where user_id = ${userId} and used_at is null`,
  );
  return rows[0]?.left ?? 0;
}

export async function removeRecoveryCodes(connection: Queryable, userId: string): Promise<void> {
  await connection.query(sql`delete from recovery_codes where user_id = ${userId}`);
}
