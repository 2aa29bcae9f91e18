import type { Database } from '../kernel/database.ts';
import { poolOf } from '../kernel/pool.ts';

/** Keeps a list that is too long for a token, for as long as a token may name it. One statement when it is known already. */
export async function keepPermissionList(
  database: Database,
  ref: string,
  permissions: readonly string[],
  seconds: number,
): Promise<void> {
  const { rowCount } = await poolOf(database).query({
    name: 'permission-list-known',
    text: `update permission_lists set expires_at = clock_timestamp() + $2::float8 * 2 * interval '1 second'
           where ref = $1 and (expires_at < clock_timestamp() + $2::float8 * interval '1 second' or expires_at is null)`,
    values: [ref, seconds],
  });
  if (rowCount === 1) return;
  const { rows } = await poolOf(database).query('select from permission_lists where ref = $1', [ref]);
  if (rows.length === 1) return;
  await poolOf(database).query(
    `insert into permission_lists (ref, permissions, expires_at) values ($1, $2, clock_timestamp() + $3::float8 * 2 * interval '1 second')
     on conflict (ref) do update set expires_at = greatest(permission_lists.expires_at, excluded.expires_at)`,
    [ref, JSON.stringify(permissions), seconds],
  );
}

export async function findPermissionList(database: Database, ref: string): Promise<readonly string[] | undefined> {
  const { rows } = await poolOf(database).query<{ permissions: string[] }>(
    'select permissions from permission_lists where ref = $1 and expires_at > clock_timestamp()',
    [ref],
  );
  return rows[0]?.permissions;
}
