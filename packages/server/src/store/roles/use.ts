import type { PermissionsUse, RoleUse } from '@licet/contract';
import type { Snapshot } from '../kernel/snapshot.ts';
import { idsOf, type Sql, sql } from '../kernel/sql.ts';
import { walkOf, withWalks } from '../walk/walk.ts';
import { givenIn, heldBy } from './holders.ts';

/** How many holders of each role have exercised any permission of it, by any path, since an instant. */
export async function useOfRoles(
  snapshot: Snapshot,
  appId: string,
  ids: readonly string[],
  since: string,
): Promise<RoleUse[]> {
  const { rows } = await snapshot.connection.query<RoleUse>(sql`
    ${withWalks(
      ...(await holdersAndContents(snapshot, appId, ids)),
      // Joined instead of looked up for each holder: a role of everybody has as many holders as there are users.
      sql`used as materialized (
        select a.role, u.user_id from alike a join brought b on b.role = a.role
        join usage_users u on u.permission_id = b.permission_id and u.app_id = ${appId} and u.last_at >= ${since}
        join holders h on h.role = a.first and h.id = u.user_id
        union
        select a.role, u.user_id from alike a join chiefs c on c.role = a.role
        join holders h on h.role = a.first
        join usage_users u on u.user_id = h.id and u.app_id = ${appId} and u.last_at >= ${since}
      )`,
    )}
    select r.id as role, coalesce(h.count, 0) as holders, coalesce(u.count, 0) as used from roles r
    left join alike a on a.role = r.id
    left join (select role, count(*)::int as count from holders group by 1) h on h.role = a.first
    left join (select role, count(*)::int as count from used group by 1) u on u.role = r.id
    where r.id = any(${idsOf(ids)}) and r.app_id = ${appId} and ${walkOf(snapshot).counts('r')}`);
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
        join usage_users u on u.user_id = h.id and u.app_id = ${appId} and u.last_at >= ${since}
          and (h.role in (select role from chiefs) or u.permission_id in (select permission_id from brought))
      )`,
    )}
    select (select count(*)::int from holders) as holders, (select count(distinct user_id)::int from used) as used,
      coalesce((select json_agg(json_build_object('permission', p.id, 'used', p.used)) from (
        select permission_id as id, count(*)::int as used from used group by 1
      ) p), '[]') as items`);
  return rows[0] ?? { holders: 0, used: 0, items: [] };
}

/**
 * Common table expressions:
 * - `alike(role, first)`: for each role that is granted, the first role with the same grants. Many roles are granted to the
 *   same large groups, so their holders are read once.
 * - `holders(role, id)`: the users who hold each first role
 * - `brought(role, permission_id)`: the permissions of each role
 * - `chiefs(role)`: the roles that contain admin and so every permission
 */
async function holdersAndContents(snapshot: Snapshot, appId: string, ids: readonly string[]): Promise<Sql[]> {
  const walk = walkOf(snapshot);
  return [
    ...(await givenIn(snapshot, appId, ids)),
    sql`alike as materialized (
      select role, first_value(role) over (partition by grants order by role) as first
      from (select role, string_agg(principal_id::text, ' ' order by principal_id) as grants from given group by role) g)`,
    sql`once as materialized (select g.* from given g join alike a on a.role = g.role and a.first = g.role)`,
    ...heldBy(walk, 'once'),
    sql`holders as materialized (select h.role, h.id from held h join users n on n.id = h.id and ${walk.enabled('n')})`,
    walk.rolesBelow('inside', sql`select i, i from unnest(${idsOf(ids)}) i`, ['root']),
    sql`brought(role, permission_id) as materialized (
      select distinct b.root, rp.permission_id from inside b
      join role_permissions rp on rp.role_id = b.id and ${walk.counts('rp')})`,
    sql`chiefs(role) as materialized (
      select b.root from inside b join roles a on a.id = b.id and a.built_in and ${walk.counts('a')})`,
  ];
}
