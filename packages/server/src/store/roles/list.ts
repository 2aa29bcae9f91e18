import type { Page, Ref, Role } from '@licet/contract';
import { nameNowColumn, recorded, withNameNow } from '../kernel/facts.ts';
import { byId, byName, inNameOrder, type ListQuery, rankedOrder } from '../kernel/lists.ts';
import { searchFor } from '../kernel/matching.ts';
import { mapPage, orderOf, page } from '../kernel/paging.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { type Sql, sql } from '../kernel/sql.ts';
import { type Walk, walkOf, withWalks } from '../walk/walk.ts';
import { holdersById, holdersOf, holdersOfRoles } from './holders.ts';
import { permissionCountsIn, permissionCountsOf } from './parts.ts';
import { countedAlone, roleColumns } from './roles.ts';

/** A permission of a role, direct or through included roles (`via`, nearest first). */
export interface RoleItem extends Ref {
  readonly nameNow?: string | null;
  readonly title: string;
  readonly own: boolean;
  readonly via: Ref[];
}

/** A role. A count is null if it must be computed together with those of other roles. */
type Counted = Omit<Role, Counts> & { readonly [Count in Counts]: number | null };
type Counts = 'permissions' | 'holders' | 'programs';

/**
 * A page of an application's roles. The search also finds roles that contain a permission with that name.
 * @throws Refusal `invalid_cursor`
 */
export async function listRoles(snapshot: Snapshot, appId: string, query: ListQuery): Promise<Page<Role>> {
  const walk = walkOf(snapshot);
  const where = [sql`r.app_id = ${appId}`, recorded(snapshot, 'r')];
  const search = searchFor(query.q);
  const text = sql`r.sought`;
  if (search)
    where.push(sql`(${search.matches(text)} or r.id in (${rolesWith(walk, appId, search.matches(sql`p.sought`))}))`);
  const column = (query.sort ?? '').replace('-', '');
  const counted = column === 'permissions' || column === 'holders' ? column : undefined;
  const sorted = orderOf(
    {
      name: [byName('r.name'), byId('r.id')],
      permissions: [{ sql: sql`coalesce(counted.n, 0)`, type: 'int8' }, byId('r.id')],
      holders: [{ sql: sql`coalesce(counted.n, 0)`, type: 'int8' }, byId('r.id')],
    },
    query.sort,
  );
  const holderCounts = counted === 'holders' ? await holdersOfRoles(snapshot, appId) : undefined;
  const permissionCounts = counted === 'permissions' ? await permissionCountsIn(snapshot, appId) : undefined;
  const sortedBy = holderCounts?.map(({ id, holders }) => [id, holders] as const) ?? permissionCounts;
  const ranked = rankedOrder(search, text, query.sort, sorted);
  const [rank, ...rest] = ranked.keys;
  // Roles that match only by a permission come after those that match by name.
  const byRank = search && rank && ranked.name === 'rank';
  const found = await page<Counted>(
    snapshot,
    {
      name: `roles ${appId}`,
      select: roleColumns(snapshot, countedAlone(walk, counted)),
      alias: 'r',
      from: sortedBy ? withCounts(sortedBy) : sql`roles r`,
      countFrom: sql`roles r`,
      where,
      whole: !search,
      order: byRank
        ? {
            ...ranked,
            keys: [{ ...rank, sql: sql`case when ${search.matches(text)} then ${rank.sql} else 4 end` }, ...rest],
          }
        : ranked,
    },
    query,
  );
  const nested = (count: 'permissions' | 'holders') =>
    found.items.filter((role) => role[count] === null).map(({ id }) => id);
  const permissions = permissionCounts ?? (await permissionCountsOf(snapshot, nested('permissions')));
  const held = holderCounts ? holdersById(holderCounts) : await holdersOf(snapshot, nested('holders'));
  return mapPage(found, (role) =>
    withNameNow({
      ...role,
      permissions: role.permissions ?? permissions.get(role.id) ?? 0,
      holders: role.holders ?? held.get(role.id)?.holders ?? 0,
      programs: role.programs ?? held.get(role.id)?.programs ?? 0,
    }),
  );
}

const withCounts = (counts: Iterable<readonly [id: string, count: number]>) => {
  const all = [...counts];
  return sql`
  roles r left join unnest(${all.map(([id]) => id)}::uuid[], ${all.map(([, n]) => n)}::int8[]) counted(id, n) on counted.id = r.id`;
};

/**
 * A page of the permissions of a role, including those of included roles.
 * @throws Refusal `invalid_cursor`
 */
export async function listRoleItems(
  snapshot: Snapshot,
  roleId: string,
  query: ListQuery & { readonly own?: 'true' | 'false' | undefined },
): Promise<Page<RoleItem>> {
  const within = await rolesWithin(snapshot, roleId);
  const where = within.length === 1 ? [sql`rp.role_id = ${roleId} and ${recorded(snapshot, 'rp')}`] : [];
  const search = searchFor(query.q);
  const text = sql`p.sought`;
  if (search) where.push(search.matches(text));
  if (query.own) where.push(query.own === 'true' ? sql`given.place = 1` : sql`given.place > 1`);
  const sorted = orderOf({ name: [byName('p.name'), byId('p.id')] }, query.sort);
  const items = await page<Ref & { nameNow?: string | null; title: string; place: number }>(
    snapshot,
    {
      name: `role items ${roleId}`,
      select: sql`p.id, p.name, p.title, p.place${nameNowColumn(snapshot, 'permissions', sql`p.id`)}`,
      alias: 'p',
      also: sql`given.place`,
      from:
        within.length === 1
          ? ownItems(snapshot, roleId)
          : itemsWithin(
              snapshot,
              within.map(({ id }) => id),
            ),
      where,
      order: rankedOrder(search, text, query.sort, sorted),
    },
    query,
  );
  return mapPage(items, ({ place, ...item }) => ({
    ...withNameNow(item),
    own: place === 1,
    via: within[place - 1]?.via ?? [],
  }));
}

// A role without inclusions has each permission once, so the first page needs no merging.
const ownItems = (snapshot: Snapshot, roleId: string) => sql`
  role_permissions rp join permissions p on p.id = rp.permission_id and ${recorded(snapshot, 'p')}
  and p.app_id = (select r.app_id from roles r where r.id = ${roleId} limit 1)
  cross join lateral (select 1 as place) given`;

const itemsWithin = (snapshot: Snapshot, roleIds: readonly string[]) => sql`(
    select rp.permission_id, min(b.place)::int as place from unnest(${roleIds}::uuid[]) with ordinality b(id, place)
    join role_permissions rp on rp.role_id = b.id and ${recorded(snapshot, 'rp')} group by rp.permission_id
  ) given join permissions p on p.id = given.permission_id and ${recorded(snapshot, 'p')}`;

const rolesWith = (walk: Walk, appId: string, matches: Sql) => sql`
  ${withWalks(
    walk.rolesAbove(
      'roles_with',
      sql`select rp.role_id from permissions p join role_permissions rp on rp.permission_id = p.id and ${walk.counts('rp')}
          where p.app_id = ${appId} and ${walk.counts('p')} and ${matches}`,
    ),
  )} select id from roles_with`;

/**
 * A role and all roles that it includes, nearest first. `via` is the path to each role. It ends with that role, and
 * leaves out the first one.
 */
async function rolesWithin(snapshot: Snapshot, roleId: string): Promise<{ id: string; via: Ref[] }[]> {
  const walk = walkOf(snapshot);
  const { rows } = await snapshot.connection.query<Ref & { from: string }>(sql`
    ${withWalks(walk.rolesBelow('below', sql`select ${roleId}::uuid`))}
    select i.role_id as "from", r.id, r.name from below w join inclusions i on i.role_id = w.id and ${walk.counts('i')}
    join roles r on r.id = i.included_id and ${walk.counts('r')} order by ${inNameOrder(sql`r.name`)}`);
  const steps = Map.groupBy(rows, ({ from }) => from);
  const within = new Map<string, { id: string; via: Ref[] }>([[roleId, { id: roleId, via: [] }]]);
  // A Map iterates in insertion order and visits entries that are added meanwhile, so this is a breadth-first search.
  for (const { id, via } of within.values()) {
    for (const { id: next, name } of steps.get(id) ?? []) {
      if (!within.has(next)) within.set(next, { id: next, via: [...via, { id: next, name }] });
    }
  }
  return [...within.values()];
}
