import type { Database } from '../kernel/database.ts';
import { poolOf } from '../kernel/pool.ts';
import { named, sql } from '../kernel/sql.ts';

/** A list of permissions as tokens refer to it: by its hash, and to be shown to those of one audience alone. */
export interface PermissionListKey {
  readonly ref: string;
  /** The identifier of the application. */
  readonly audience: string;
}

/** Keeps a list that is too long for a token, for as long as a token may name it. One statement when it is known already. */
export async function keepPermissionList(
  database: Database,
  { ref, audience }: PermissionListKey,
  permissions: readonly string[],
  seconds: number,
): Promise<void> {
  const { rowCount } = await poolOf(database).query(
    named(
      'permission-list-known',
      sql`update permission_lists set expires_at = clock_timestamp() + ${seconds}::float8 * 2 * interval '1 second'
           where ref = ${ref} and audience = ${audience}
             and (expires_at < clock_timestamp() + ${seconds}::float8 * interval '1 second' or expires_at is null)`,
    ),
  );
  if (rowCount === 1) return;
  const { rows } = await poolOf(database).query(
    sql`select from permission_lists where ref = ${ref} and audience = ${audience}`,
  );
  if (rows.length === 1) return;
  await poolOf(database).query(
    sql`insert into permission_lists (ref, audience, permissions, expires_at)
     values (${ref}, ${audience}, ${JSON.stringify(permissions)}, clock_timestamp() + ${seconds}::float8 * 2 * interval '1 second')
     on conflict (ref, audience) do update set expires_at = greatest(permission_lists.expires_at, excluded.expires_at)`,
  );
}

export async function findPermissionList(
  database: Database,
  { ref, audience }: PermissionListKey,
): Promise<readonly string[] | undefined> {
  const { rows } = await poolOf(database).query<{ permissions: string[] }>(
    sql`select permissions from permission_lists where ref = ${ref} and audience = ${audience} and expires_at > clock_timestamp()`,
  );
  return rows[0]?.permissions;
}
