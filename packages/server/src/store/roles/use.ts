import type { PermissionsUse, RoleUse } from '@licet/contract';
import type { Snapshot } from '../kernel/snapshot.ts';
import { idsOf, type Sql, sql } from '../kernel/sql.ts';
import { type Walk, walkOf, withWalks } from '../walk/walk.ts';
import { givenIn, heldBy, membersOfGiven } from './holders.ts';

/** How many holders of each role have exercised any permission of it, by any path, since an instant. */
export async function useOfRoles(
  snapshot: Snapshot,
  appId: string,
  ids: readonly string[],
  since: string,
): Promise<RoleUse[]> {
  const walk = walkOf(snapshot);
  const recent = sql`u.app_id = ${appId} and u.last_at >= ${since}`;
  const permitted = sql`u.permission_id = b.permission_id and ${recent}`;
  const { rows } = await snapshot.connection.query<RoleUse>(sql`
    ${withWalks(
      ...(await givenIn(snapshot, appId, ids)),
      ...holdersByGroup(walk),
      ...contentsOf(walk, ids),
      // Joined instead of looked up for each holder: a role of everybody has as many holders as there are users.
      sql`used as materialized (
        select m.role, u.user_id from main m join brought b on b.role = m.role join usage_users u on ${permitted}
        join people p on p.top = m.top and p.id = u.user_id
        union
        select o.role, u.user_id from others o join brought b on b.role = o.role
        join usage_users u on u.user_id = o.id and ${permitted}
        union
        select m.role, u.user_id from main m join chiefs c on c.role = m.role join people p on p.top = m.top
        join usage_users u on u.user_id = p.id and ${recent}
        union
        select o.role, u.user_id from others o join chiefs c on c.role = o.role
        join usage_users u on u.user_id = o.id and ${recent}
      )`,
    )}
    select r.id as role, coalesce(s.people, 0) + coalesce(o.count, 0) as holders, coalesce(u.count, 0) as used from roles r
    left join main m on m.role = r.id
    left join sizes s on s.top = m.top
    left join (select role, count(*)::int as count from others group by 1) o on o.role = r.id
    left join (select role, count(*)::int as count from used group by 1) u on u.role = r.id
    where r.id = any(${idsOf(ids)}) and r.app_id = ${appId} and ${walk.counts('r')}`);
  return rows;
}

/** How many holders of a role have exercised each of its permissions, by any path, since an instant. */
export async function useOfPermissions(
  snapshot: Snapshot,
  appId: string,
  id: string,
  since: string,
): Promise<Pick<PermissionsUse, 'holders' | 'used' | 'items'>> {
  const walk = walkOf(snapshot);
  const { rows } = await snapshot.connection.query<Pick<PermissionsUse, 'holders' | 'used' | 'items'>>(sql`
    ${withWalks(
      ...(await givenIn(snapshot, appId, [id])),
      ...heldBy(walk),
      sql`holders as materialized (select h.role, h.id from held h join users n on n.id = h.id and ${walk.enabled('n')})`,
      ...contentsOf(walk, [id]),
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
 * Common table expressions that divide the holders of each role, because many roles are granted to the same large group, whose members are
 * read once:
 * - `people(top, id)`: the users below each group
 * - `sizes(top, people)`: the number of these users
 * - `main(role, top)`: the largest group to which the role is granted
 * - `others(role, id)`: the users who hold the role and are not below its largest group
 */
const holdersByGroup = (walk: Walk): Sql[] => [
  ...membersOfGiven(walk),
  sql`people as materialized (
    select distinct m.top, m.id from members m join users n on n.id = m.id and ${walk.enabled('n')})`,
  sql`sizes as materialized (select top, count(*)::int as people from people group by top)`,
  sql`main(role, top) as materialized (
    select distinct on (g.role) g.role, s.top from given g join sizes s on s.top = g.principal_id
    order by g.role, s.people desc, s.top)`,
  sql`others(role, id) as materialized (
    select h.role, h.id from (
      select g.role, n.id from given g join users n on n.id = g.principal_id and ${walk.enabled('n')}
      where g.principal_kind = 'user'
      union
      select g.role, p.id from given g join people p on p.top = g.principal_id left join main m on m.role = g.role
      where m.top <> g.principal_id
    ) h
    -- Not by "not exists", for which PostgreSQL would first join every role with every member of its group.
    left join main m on m.role = h.role left join people p on p.top = m.top and p.id = h.id
    where p.id is null)`,
];

/**
 * Common table expressions:
 * - `brought(role, permission_id)`: the permissions of each role
 * - `chiefs(role)`: the roles that contain admin and so every permission
 */
const contentsOf = (walk: Walk, ids: readonly string[]): Sql[] => [
  walk.rolesBelow('inside', sql`select i, i from unnest(${idsOf(ids)}) i`, ['root']),
  sql`brought(role, permission_id) as materialized (
    select distinct b.root, rp.permission_id from inside b
    join role_permissions rp on rp.role_id = b.id and ${walk.counts('rp')})`,
  sql`chiefs(role) as materialized (
    select b.root from inside b join roles a on a.id = b.id and a.built_in and ${walk.counts('a')})`,
];
