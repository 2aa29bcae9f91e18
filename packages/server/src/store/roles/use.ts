import type { PermissionsUse, RoleUse } from '@licet/contract';
import type { Snapshot } from '../kernel/snapshot.ts';
import { identifier, idsOf, type Sql, sql } from '../kernel/sql.ts';
import { walkOf, withWalks } from '../walk/walk.ts';
import { heldIn } from './holders.ts';

/** How many holders of each role have exercised any permission of it, by any path, since an instant. */
export async function useOfRoles(
  snapshot: Snapshot,
  appId: string,
  ids: readonly string[],
  since: string,
): Promise<RoleUse[]> {
  const { rows } = await snapshot.connection.query<RoleUse>(sql`
    ${withWalks(...(await holdersAndContents(snapshot, appId, ids)))}
    select r.id as role, count(h.id)::int as holders, (count(h.id) filter (where exists (
      select from usage_users u where u.user_id = h.id and u.app_id = ${appId} and u.last_at >= ${since}
        and ${brings('r.id')}
    )))::int as used
    from roles r left join holders h on h.role = r.id
    where r.id = any(${idsOf(ids)}) and r.app_id = ${appId} and ${walkOf(snapshot).counts('r')} group by r.id`);
  return rows;
}

/** How many holders of a role have exercised each of its permissions, by any path, since an instant. */
export async function useOfPermissions(
  snapshot: Snapshot,
  appId: string,
  id: string,
  since: string,
): Promise<Pick<PermissionsUse, 'holders' | 'used' | 'items'>> {
  const { rows } = await snapshot.connection.query<Pick<PermissionsUse, 'holders' | 'used' | 'items'>>(sql`
    ${withWalks(
      ...(await holdersAndContents(snapshot, appId, [id])),
      sql`used as materialized (
        select u.permission_id, u.user_id from holders h
        join usage_users u on u.user_id = h.id and u.app_id = ${appId} and u.last_at >= ${since} and ${brings('h.role')}
      )`,
    )}
    select (select count(*)::int from holders) as holders, (select count(distinct user_id)::int from used) as used,
      coalesce((select json_agg(json_build_object('permission', p.id, 'used', p.used)) from (
        select permission_id as id, count(*)::int as used from used group by 1
      ) p), '[]') as items`);
  return rows[0] ?? { holders: 0, used: 0, items: [] };
}

/**
 * Common table expressions: `holders(role, id)`, the users who hold each role, `brought(role, permission_id)`, its
 * permissions, and `chiefs(role)`, the roles that contain admin and so every permission.
 */
async function holdersAndContents(snapshot: Snapshot, appId: string, ids: readonly string[]): Promise<Sql[]> {
  const walk = walkOf(snapshot);
  return [
    ...(await heldIn(snapshot, appId, ids)),
    sql`holders as materialized (select h.role, h.id from held h join users n on n.id = h.id and ${walk.enabled('n')})`,
    walk.rolesBelow('inside', sql`select i, i from unnest(${idsOf(ids)}) i`, ['root']),
    sql`brought(role, permission_id) as materialized (
      select distinct b.root, rp.permission_id from inside b
      join role_permissions rp on rp.role_id = b.id and ${walk.counts('rp')})`,
    sql`chiefs(role) as materialized (
      select b.root from inside b join roles a on a.id = b.id and a.built_in and ${walk.counts('a')})`,
  ];
}

const brings = (role: 'r.id' | 'h.role'): Sql =>
  sql`(${identifier(role)} in (select role from chiefs)
    or (${identifier(role)}, u.permission_id) in (select role, permission_id from brought))`;
