import type { PermissionsUse, RoleUse } from '@licet/contract';
import { breathing } from '../../breathing.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { idsOf, type Sql, sql } from '../kernel/sql.ts';
import { type Walk, walkOf, withWalks } from '../walk/walk.ts';
import { givenIn, heldBy, membersOfGiven } from './holders.ts';

/**
 * For each role, the number of holders who have exercised any permission of it, by any path, since an instant. Users
 * are numbered and counted as sets of numbers, because a join would read every member of a large group for every role
 * that is granted to the group.
 */
export async function useOfRoles(
  snapshot: Snapshot,
  appId: string,
  ids: readonly string[],
  since: string,
): Promise<RoleUse[]> {
  const walk = walkOf(snapshot);
  const uses = sql`usage_users u join numbered p on p.id = u.user_id where u.app_id = ${appId} and u.last_at >= ${since}`;
  const { rows } = await snapshot.connection.query<Part>(sql`
    ${withWalks(
      ...(await givenIn(snapshot, appId, ids)),
      ...membersOfGiven(walk),
      insideOf(walk, ids),
      chiefsOf(walk),
      sql`owned as materialized (
        select rp.role_id as role, rp.permission_id from role_permissions rp
        where rp.role_id = any(array(select distinct id from inside)) and ${walk.counts('rp')})`,
      sql`numbered as materialized (
        select n.id, row_number() over () - 1 as no from users n
        where n.id in (select id from members union select principal_id from given) and ${walk.enabled('n')})`,
      sql`exercised as materialized (
        select u.permission_id, p.no from ${uses} and u.permission_id in (select permission_id from owned))`,
      sql`numbered_permissions as materialized (
        select permission_id as id, row_number() over () - 1 as no from (select distinct permission_id from exercised) e)`,
    )}
    select 'role' as of, r.id::text, '' as list from roles r
    where r.id = any(${idsOf(ids)}) and r.app_id = ${appId} and ${walk.counts('r')}
    union all select 'admin', role::text, '' from chiefs
    union all select 'groups', role::text, string_agg(principal_id::text, ' ') from given where principal_kind = 'group' group by role
    union all select 'inside', root::text, string_agg(id::text, ' ') from inside group by root
    union all select 'permissions', o.role::text, string_agg(n.no::text, ' ') from owned o
      join numbered_permissions n on n.id = o.permission_id group by 2
    union all select 'granted', g.role::text, string_agg(p.no::text, ' ') from given g join numbered p on p.id = g.principal_id group by 2
    union all select 'below', m.top::text, string_agg(p.no::text, ' ') from members m join numbered p on p.id = m.id group by 2
    union all select 'used', n.no::text, string_agg(e.no::text, ' ') from exercised e
      join numbered_permissions n on n.id = e.permission_id group by n.no
    union all select 'usedAny', null, string_agg(no::text, ' ') from (
      select distinct p.no from ${uses} and exists (select from chiefs)) any_use`);
  return countedUse(rows);
}

/**
 * A part of what {@link useOfRoles} counts. `list` has ids or numbers, with spaces between them:
 * - `groups`: the groups to which a role is granted
 * - `inside`: a role and the roles that it includes
 * - `permissions`: the used permissions that such a role holds itself, as numbers. They are listed once, although
 *   hundreds of roles can include the same large one.
 * - `granted`, `below`: the users to whom a role is granted, and those below a group
 * - `used`, `usedAny`: the users who have used a permission, or any permission
 */
export interface Part {
  readonly of: 'role' | 'admin' | 'groups' | 'inside' | 'permissions' | 'granted' | 'below' | 'used' | 'usedAny';
  readonly id: string;
  readonly list: string | null;
}

export async function countedUse(parts: readonly Part[]): Promise<RoleUse[]> {
  const breathe = breathing();
  const lists = new Map<string, string>();
  const sets = new Map<string, Uint32Array>();
  let words = 0;
  for (const { of, id, list } of parts) {
    if (of === 'groups' || of === 'inside') lists.set(`${of} ${id}`, list ?? '');
    else if (of !== 'permissions') {
      const set = setOf(list ?? '');
      words = Math.max(words, set.length);
      sets.set(`${of} ${id}`, set);
    }
    await breathe();
  }
  const join = async (names: readonly string[]) => {
    const joined = new Uint32Array(words);
    for (const name of names) {
      await breathe();
      const set = sets.get(name) ?? empty;
      // A counter, because `entries()` would allocate a pair for each word: a role can have 26,000 permissions.
      for (let place = 0; place < set.length; place += 1) joined[place] = (joined[place] ?? 0) | (set[place] ?? 0);
    }
    return joined;
  };
  const named = (of: 'below' | 'used' | 'usedIn', list: string | undefined) =>
    (list?.split(' ') ?? []).map((id) => `${of} ${id}`);
  // The users of each role's own permissions are joined once for all roles that include it.
  for (const { of, id, list } of parts)
    if (of === 'permissions') sets.set(`usedIn ${id}`, await join(named('used', list ?? undefined)));
  const counted: RoleUse[] = [];
  for (const { of, id: role } of parts) {
    if (of !== 'role') continue;
    const holders = await join([`granted ${role}`, ...named('below', lists.get(`groups ${role}`))]);
    const users = await join(
      sets.has(`admin ${role}`) ? ['usedAny null'] : named('usedIn', lists.get(`inside ${role}`)),
    );
    const used = users.map((word, place) => word & (holders[place] ?? 0));
    counted.push({ role, holders: sizeOf(holders), used: sizeOf(used) });
  }
  return counted;
}

const empty = new Uint32Array();

/** Returns a set of numbers as bits. `list` has the numbers, with spaces between them. */
function setOf(list: string): Uint32Array {
  const numbers = list === '' ? [] : list.split(' ').map(Number);
  const most = numbers.reduce((most, each) => Math.max(most, each), -1);
  const bits = new Uint32Array((most >> 5) + 1);
  for (const each of numbers) bits[each >> 5] = (bits[each >> 5] ?? 0) | (1 << (each & 31));
  return bits;
}

/** Returns the number of bits that are set. */
function sizeOf(bits: Uint32Array): number {
  let size = 0;
  for (let word of bits) for (; word !== 0; word &= word - 1) size += 1;
  return size;
}

/** For each permission of a role, the number of holders who have exercised it, by any path, since an instant. */
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

/** The common table expression `inside(root, id)`: each role and the roles that it includes. */
const insideOf = (walk: Walk, ids: readonly string[]): Sql =>
  walk.rolesBelow('inside', sql`select i, i from unnest(${idsOf(ids)}) i`, ['root']);

/** The common table expression `chiefs(role)`: the roles that contain admin and so every permission. */
const chiefsOf = (walk: Walk): Sql =>
  sql`chiefs(role) as materialized (
    select b.root from inside b join roles a on a.id = b.id and a.built_in and ${walk.counts('a')})`;

/** The common table expressions `inside`, `chiefs`, and `brought(role, permission_id)`: the permissions of each role. */
const contentsOf = (walk: Walk, ids: readonly string[]): Sql[] => [
  insideOf(walk, ids),
  sql`brought(role, permission_id) as materialized (
    select distinct b.root, rp.permission_id from inside b
    join role_permissions rp on rp.role_id = b.id and ${walk.counts('rp')})`,
  chiefsOf(walk),
];
