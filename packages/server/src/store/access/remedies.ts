import type { Decision, Ref } from '@licet/contract';
import type { Snapshot } from '../kernel/snapshot.ts';
import { idsOf, prepared, raw, type Sql, sql } from '../kernel/sql.ts';
import { asOf, type Walk, withWalks } from '../walk/walk.ts';
import type { DecisionBasis } from './basis.ts';
import { chainsFrom } from './chains.ts';
import type { EffectiveAccess } from './effective.ts';
import type { Leads, RoleNode } from './role-graph.ts';
import type { CataloguePermission } from './subjects.ts';

type Remedy = Decision['remedies'][number];

/**
 * What would bring a permission that is not held, the least first: the permission alone, then roles and groups by how much
 * else they bring that the user does not have already. What brings the role admin is no remedy.
 */
export async function remediesFor(
  snapshot: Snapshot,
  { party, application, permission, leads, held }: DecisionBasis & { readonly permission: CataloguePermission },
): Promise<Remedy[]> {
  const alone: Remedy = {
    kind: 'permission',
    id: permission.id,
    name: permission.name,
    roles: [],
    also: 0,
    alsoNames: [],
  };
  const { connection, no, at } = snapshot;
  const harmless = harmlessRoles(leads);
  const asked = [no, at, harmless.slice(0, rolesWeighed), permission.id, idsIn(held)] as const;
  const { rows } =
    party.kind === 'client' // groups hold people
      ? { rows: [{ roles: await weigh(snapshot, harmless, permission.id, held), groups: [] }] }
      : await connection.query<{ roles: Weighed[]; groups: WeighedGroup[] }>(
          bringing(...asked, harmless, party.id, application.id),
        );
  const { roles, groups } = rows[0] ?? { roles: [], groups: [] };
  const found: Remedy[] = [
    ...roles.map(({ id, ...role }) => ({
      kind: 'role' as const,
      id,
      name: named(id, leads).name,
      roles: shortestWay(id, leads),
      ...role,
    })),
    ...groups.map(({ role, ...group }) => ({
      kind: 'group' as const,
      ...group,
      roles: role === null ? [] : shortestWay(role, leads),
    })),
  ];
  return [alone, ...found.sort(leastFirst)];
}

/** The roles that would bring a permission, by how much else they bring that is not held already: the least first. */
export async function rolesFor(
  snapshot: Snapshot,
  permission: Pick<CataloguePermission, 'id'>,
  leads: Leads,
  held: EffectiveAccess,
): Promise<RoleNode[]> {
  const weighed = await weigh(snapshot, harmlessRoles(leads), permission.id, held);
  const roles = weighed.map(({ id, also }) => ({ also, ...named(id, leads) }));
  return roles.sort((a, b) => a.also - b.also || (a.name < b.name ? -1 : 1)).map(({ also: _, ...role }) => role);
}

const rolesShown = 6;
const groupsShown = 3;
const namesShown = 10;
// Nobody chooses among more; those that lead to the permission directly are weighed first.
const rolesWeighed = 200;
const groupsWeighed = 50;
// Of the weighed roles, those that hold the fewest permissions themselves are counted with all that they include.
const rolesCounted = 8;

function leastFirst(a: Remedy, b: Remedy): number {
  if (a.also !== b.also) return a.also - b.also;
  if (a.kind !== b.kind) return a.kind === 'role' ? -1 : 1;
  return a.name < b.name ? -1 : 1;
}

const named = (id: string, { nodes }: Leads): RoleNode => nodes.get(id) ?? { id, name: '', title: '' };

/** Those that do not bring the role admin, the nearest to the permission first. */
function harmlessRoles(leads: Leads): string[] {
  return [...leads.nodes.keys()]
    .filter((role) => !reachesAdmin(role, leads))
    .map((role) => ({ role, length: shortestWay(role, leads).length }))
    .filter(({ length }) => length > 0)
    .sort((a, b) => a.length - b.length)
    .map(({ role }) => role);
}

const idsIn = (held: EffectiveAccess) => held.permissions.map(({ id }) => id);

interface WeighedGroup extends Ref {
  readonly role: string | null;
  readonly also: number;
  readonly alsoNames: string[];
}

interface Weighed {
  readonly id: string;
  readonly also: number;
  readonly alsoNames: string[];
}

async function weigh(
  { connection, no, at }: Snapshot,
  roles: readonly string[],
  permissionId: string,
  held: EffectiveAccess,
): Promise<Weighed[]> {
  const { rows } = await connection.query<Weighed>(
    rolesBringing(no, at, roles.slice(0, rolesWeighed), permissionId, idsIn(held)),
  );
  return rows;
}

function shortestWay(role: string, leads: Leads): Ref[] {
  const { down, holding } = leads;
  const nameOf = (id: string) => named(id, leads).name;
  let best: readonly string[] | undefined;
  for (const [end, chains] of chainsFrom(role, down, 1, nameOf)) {
    const [chain] = chains.shortest;
    if (holding.has(end) && chain && (!best || chain.length < best.length)) best = chain;
  }
  return best ? [role, ...best].map((id) => ({ id, name: nameOf(id) })) : [];
}

function reachesAdmin(role: string, { down, admin }: Leads): boolean {
  return admin !== undefined && chainsFrom(role, down, 1, () => '').has(admin);
}

const count = (bound: number) => raw(`${bound}`);

// Of a role that brings very many, the names shown are not the first of all.
const rolesOf = (walk: Walk, roles: unknown, permissionId: unknown, heldIds: unknown): Sql => {
  const beyondHeld = sql`role_permissions rp
    where rp.role_id = any(array(select b.id from below b where b.root = l.root)) and ${walk.counts('rp')}
      and rp.permission_id <> ${permissionId} and rp.permission_id not in (select unnest(${idsOf(heldIds)}))`;
  return sql`
    ${withWalks(
      sql`light(root) as materialized (
        select given from unnest(${idsOf(roles)}) given order by (
          select count(*) from (select from role_permissions rp where rp.role_id = given and ${walk.counts('rp')} limit 200) own
        ), given limit ${count(rolesCounted)}
      )`,
      walk.rolesBelow('below', sql`select root, root from light`, ['root']),
    )},
    least as materialized (
      select l.root, (select count(distinct rp.permission_id)::int from ${beyondHeld}) as also
      from light l order by 2, 1 limit ${count(rolesShown)}
    )
    select l.root as id, l.also, array(
      select n.name from permissions n
      where n.id = any(array(select rp.permission_id from ${beyondHeld} limit 200)) and ${walk.counts('n')}
      order by n.name limit ${count(namesShown)}
    ) as "alsoNames"
    from least l order by l.also, l.root`;
};

const beyondMine = (id: string, permissionId: unknown): Sql =>
  sql`${raw(id)} <> ${permissionId} and ${raw(id)} not in (select id from mine)`;

const broughtBy = (group: string): Sql => sql`array(select b.id from beyond b where b.root = ${raw(group)})`;

// Those of other applications are named after those of its own, and not looked for where there are enough. Membership of a group brings what all groups above it hold, in every application. The user's own has no root. What roles bring together is counted for
// those groups alone that can be among the least: a group brings no less than one of its roles does, and no more than all of them one by one.
const groupsOf = (walk: Walk, roles: unknown, permissionId: unknown, userId: unknown, appId: unknown): Sql => sql`
    ${withWalks(
      sql`giving as materialized (
        select distinct on (principal_id) principal_id as id, role_id from (
          select x.principal_id, x.role_id from unnest(${idsOf(roles)}) way(id) cross join lateral (
            select x.principal_id, x.role_id from grants x
            where x.role_id = way.id and x.principal_kind = 'group' and x.app_id = ${appId} and ${walk.granted('x')} offset 0
          ) x
          union all
          select x.principal_id, null from grants x
          where x.permission_id = ${permissionId} and x.principal_kind = 'group' and x.app_id = ${appId} and ${walk.granted('x')}
        ) x order by principal_id, role_id nulls first limit ${count(groupsWeighed)}
      )`,
      walk.groupsAbove(
        'above',
        sql`(select id, id from giving union all select null::uuid, ${userId}::uuid where exists (select from giving))`,
        ['root'],
      ),
      sql`given as materialized (
        select distinct a.root, x.role_id, x.permission_id from above a cross join lateral (
          select x.role_id, x.permission_id from grants x where x.principal_id = a.id and ${walk.granted('x')} offset 0
        ) x
      )`,
      walk.rolesBelow('roles_given', sql`select root, role_id from given where role_id is not null`, ['root']),
    )},
    mine as materialized (
      select rp.id from roles_given r cross join lateral (
        select rp.permission_id as id from role_permissions rp where rp.role_id = r.id and ${walk.counts('rp')} offset 0
      ) rp where r.root is null
      union
      select permission_id from given where permission_id is not null and root is null
    ),
    fresh as materialized (
      select r.id as role, rp.id from (select distinct id from roles_given where root is not null) r cross join lateral (
        select rp.permission_id as id from role_permissions rp where rp.role_id = r.id and ${walk.counts('rp')} offset 0
      ) rp where ${beyondMine('rp.id', permissionId)}
    ),
    weights as materialized (select role as id, count(*) as also from fresh group by role),
    chiefs as materialized (
      select n.id from roles n
      where n.id = any(array(select id from roles_given where root is not null)) and n.built_in and ${walk.counts('n')}
    ),
    bounds as materialized (
      select g.id, g.role_id, coalesce(max(w.also), 0) as at_least,
        coalesce(sum(w.also), 0) + (select count(*) from given d where d.root = g.id and d.permission_id is not null) as at_most
      from giving g left join roles_given r on r.root = g.id left join weights w on w.id = r.id
      group by g.id, g.role_id having not coalesce(bool_or(r.id in (select id from chiefs)), false)
    ),
    near as materialized (
      select id, role_id from bounds
      where at_least <= coalesce((select at_most from bounds order by at_most offset ${count(groupsShown - 1)} limit 1), at_least)
    ),
    beyond as materialized (
      select r.root, f.id from roles_given r join fresh f on f.role = r.id where r.root = any(array(select id from near))
      union
      select d.root, d.permission_id from given d
      where d.permission_id is not null and d.root = any(array(select id from near)) and ${beyondMine('d.permission_id', permissionId)}
    ),
    least as materialized (
      select g.id, g.role_id, coalesce(b.also, 0) as also
      from near g left join (select root, count(*)::int as also from beyond group by root) b on b.root = g.id
    )
    select l.id, n.name, l.role_id as role, l.also, array(
      select name from (
        (select p.name from permissions p where p.id = any(${broughtBy('l.id')}) and p.app_id = ${appId} and ${walk.counts('p')}
          order by p.name limit ${count(namesShown)})
        union all
        (select a.key || ': ' || p.name from permissions p join applications a on a.id = p.app_id and ${walk.counts('a')}
          where p.id = any(${broughtBy('l.id')}) and p.app_id <> ${appId} and ${walk.counts('p')}
          order by a.key collate "C", p.name limit ${count(namesShown)})
      ) called limit ${count(namesShown)}
    ) as "alsoNames"
    from least l join groups n on n.id = l.id and ${walk.counts('n')} order by l.also, n.name collate "C", l.id limit ${count(groupsShown)}`;

type AskedRoles = [no: number, at: string, roles: readonly string[], permissionId: string, heldIds: readonly string[]];

const rolesBringing = prepared<AskedRoles>('remedy-roles', (no, at, roles, permissionId, heldIds) =>
  rolesOf(asOf(no, at), roles, permissionId, heldIds),
);

const bringing = prepared<[...AskedRoles, all: readonly string[], userId: string, appId: string]>(
  'remedies',
  (no, at, roles, permissionId, heldIds, all, userId, appId) => {
    const walk = asOf(no, at);
    return sql`
      select coalesce((select json_agg(it) from (${rolesOf(walk, roles, permissionId, heldIds)}) it), '[]') as roles,
             coalesce((select json_agg(it) from (${groupsOf(walk, all, permissionId, userId, appId)}) it), '[]') as groups`;
  },
);
