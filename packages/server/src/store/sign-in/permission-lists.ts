import { limits } from '@licet/contract';
import { clock } from '../kernel/clock.ts';
import type { Database } from '../kernel/database.ts';
import { later } from '../kernel/instants.ts';
import { poolOf } from '../kernel/pool.ts';
import { named, sql } from '../kernel/sql.ts';

/** A list of permissions as tokens refer to it: by its hash, for one audience only. */
export interface PermissionListKey {
  readonly ref: string;
  /** The identifier of the application. */
  readonly audience: string;
}

/**
 * Keeps a list that is too long for a token, for as long as one issued at the instant may name it. One statement when it is known
 * already.
 */
export async function keepPermissionList(
  database: Database,
  { ref, audience }: PermissionListKey,
  permissions: readonly string[],
  at: string,
): Promise<void> {
  const lifetime = limits.accessTokenLifetime.value;
  const [needed, until] = [later(at, lifetime), later(at, 2 * lifetime)];
  const { rowCount } = await poolOf(database).query(
    named(
      'permission-list-known',
      sql`update permission_lists set expires_at = ${until}
           where ref = ${ref} and audience = ${audience}
             and (expires_at < ${needed} or expires_at is null)`,
    ),
  );
  if (rowCount === 1) return;
  const { rows } = await poolOf(database).query(
    sql`select from permission_lists where ref = ${ref} and audience = ${audience}`,
  );
  if (rows.length === 1) return;
  await poolOf(database).query(
    sql`insert into permission_lists (ref, audience, permissions, expires_at)
     values (${ref}, ${audience}, ${JSON.stringify(permissions)}, ${until})
     on conflict (ref, audience) do update set expires_at = greatest(permission_lists.expires_at, excluded.expires_at)`,
  );
}

export async function findPermissionList(
  database: Database,
  { ref, audience }: PermissionListKey,
): Promise<readonly string[] | undefined> {
  const { rows } = await poolOf(database).query<{ permissions: string[] }>(
    sql`select permissions from permission_lists where ref = ${ref} and audience = ${audience} and expires_at > ${clock(database.clockOffset())}`,
  );
  return rows[0]?.permissions;
}
