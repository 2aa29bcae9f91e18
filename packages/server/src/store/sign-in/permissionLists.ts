import type { Database } from '../kernel/database.ts';
import { poolOf } from '../kernel/pool.ts';

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
  const { rowCount } = await poolOf(database).query({
    name: 'permission-list-known',
    text: `update permission_lists set expires_at = clock_timestamp() + $3::float8 * 2 * interval '1 second'
           where ref = $1 and audience = $2
             and (expires_at < clock_timestamp() + $3::float8 * interval '1 second' or expires_at is null)`,
    values: [ref, audience, seconds],
  });
  if (rowCount === 1) return;
  const known = 'select from permission_lists where ref = $1 and audience = $2';
  const { rows } = await poolOf(database).query(known, [ref, audience]);
  if (rows.length === 1) return;
  await poolOf(database).query(
    `insert into permission_lists (ref, audience, permissions, expires_at)
     values ($1, $2, $3, clock_timestamp() + $4::float8 * 2 * interval '1 second')
     on conflict (ref, audience) do update set expires_at = greatest(permission_lists.expires_at, excluded.expires_at)`,
    [ref, audience, JSON.stringify(permissions), seconds],
  );
}

export async function findPermissionList(
  database: Database,
  { ref, audience }: PermissionListKey,
): Promise<readonly string[] | undefined> {
  const { rows } = await poolOf(database).query<{ permissions: string[] }>(
    'select permissions from permission_lists where ref = $1 and audience = $2 and expires_at > clock_timestamp()',
    [ref, audience],
  );
  return rows[0]?.permissions;
}
