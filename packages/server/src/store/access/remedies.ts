import type { Decision, Ref } from '@licet/contract';
import { inForce, type Snapshot } from '../kernel/snapshot.ts';
import { chainsFrom } from './chains.ts';
import type { EffectiveAccess } from './effective.ts';
import type { Leads, RoleNode } from './roleGraph.ts';
import type { CataloguePermission, Person, Subject } from './subjects.ts';

type Remedy = Decision['remedies'][number];

/**
 * What would bring a permission that is not held, the least first: the permission alone, then roles and groups by how much
 * else they bring that the user does not have already. What brings the role admin is no remedy.
 */
export async function remediesFor(
  snapshot: Snapshot,
  user: Person,
  application: Subject,
  permission: CataloguePermission,
  leads: Leads,
  held: EffectiveAccess,
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
  const roles = await weigh(snapshot, harmless, permission.id, held);
  const { rows: groups } = await connection.query<Ref & { role: string | null; also: number; alsoNames: string[] }>({
    name: 'remedy-groups',
    text: groupsQuery,
    values: [no, at, harmless, permission.id, user.id, application.id, groupsShown, namesShown],
  });
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

interface Weighed {
  readonly id: string;
  readonly also: number;
  readonly alsoNames: string[];
}

async function weigh(
  { connection, no }: Snapshot,
  roles: readonly string[],
  permissionId: string,
  held: EffectiveAccess,
): Promise<Weighed[]> {
  const { rows } = await connection.query<Weighed>({
    name: 'remedy-roles',
    text: rolesQuery,
    values: [
      no,
      roles.slice(0, rolesWeighed),
      permissionId,
      held.permissions.map(({ id }) => id),
      rolesShown,
      namesShown,
    ],
  });
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

const live = (alias: string) => inForce(alias, '$1');
const now = (alias: string) => `${live(alias)} and ${alias}.starts <= $2 and $2 < ${alias}.ends`;

const beyondHeld = (root: string) => `role_permissions rp
  where rp.role_id = any(array(select b.id from below b where b.root = ${root})) and ${live('rp')}
    and rp.permission_id <> $3 and rp.permission_id not in (select unnest($4::uuid[]))`;

// Of a role that brings very many, the names shown are not the first of all.
const rolesQuery = `
  with recursive light(root) as materialized (
    select given from unnest($2::uuid[]) given order by (
      select count(*) from (select from role_permissions rp where rp.role_id = given and ${live('rp')} limit 200) own
    ), given limit ${rolesCounted}
  ),
  below(root, id) as (
    select root, root from light
    union
    select b.root, i.included_id from below b cross join lateral (
      select i.included_id from inclusions i where i.role_id = b.id and ${live('i')} offset 0
    ) i
  ),
  least as materialized (
    select l.root, (select count(distinct rp.permission_id)::int from ${beyondHeld('l.root')}) as also from light l order by 2, 1 limit $5
  )
  select l.root as id, l.also, array(
    select n.name from permissions n where n.id = any(array(select rp.permission_id from ${beyondHeld('l.root')} limit 200)) and ${live('n')}
    order by n.name limit $6
  ) as "alsoNames"
  from least l order by l.also, l.root`;

// Membership of a group brings what all groups above it hold, in every application. The user's own has no root.
const groupsQuery = `
  with recursive giving as materialized (
    select distinct on (x.principal_id) x.principal_id as id, x.role_id
    from grants x where x.principal_kind = 'group' and x.app_id = $6 and ${now('x')}
      and (x.role_id = any($3::uuid[]) or x.permission_id = $4)
    order by x.principal_id, x.role_id nulls first limit ${groupsWeighed}
  ),
  above(root, id) as (
    (select id, id from giving union all select null::uuid, $5::uuid where exists (select from giving))
    union
    select a.root, m.group_id from above a cross join lateral (
      select m.group_id from memberships m where m.member_id = a.id and ${live('m')} offset 0
    ) m
  ),
  given as materialized (
    select distinct a.root, x.role_id, x.permission_id from above a cross join lateral (
      select x.role_id, x.permission_id from grants x where x.principal_id = a.id and ${now('x')} offset 0
    ) x
  ),
  roles_given(root, id) as (
    select root, role_id from given where role_id is not null
    union
    select r.root, i.included_id from roles_given r cross join lateral (
      select i.included_id from inclusions i where i.role_id = r.id and ${live('i')} offset 0
    ) i
  ),
  brings as materialized (
    select r.root, rp.id from roles_given r cross join lateral (
      select rp.permission_id as id from role_permissions rp where rp.role_id = r.id and ${live('rp')} offset 0
    ) rp
    union
    select root, permission_id from given where permission_id is not null
  ),
  beyond as materialized (
    select b.root, b.id from brings b
    where b.root is not null and b.id <> $4 and b.id not in (select mine.id from brings mine where mine.root is null)
  ),
  least as materialized (
    select g.id, g.role_id, (select count(*)::int from beyond b where b.root = g.id) as also from giving g
    where not exists (
      select from roles n where n.id = any(array(select r.id from roles_given r where r.root = g.id)) and n.built_in and ${live('n')}
    )
  )
  select l.id, n.name, l.role_id as role, l.also, array(
    select case when p.app_id = $6 then p.name else a.key || ': ' || p.name end
    from permissions p join applications a on a.id = p.app_id and ${live('a')}
    where p.id = any(array(select b.id from beyond b where b.root = l.id)) and ${live('p')}
    order by p.app_id <> $6, a.key collate "C", p.name limit $8
  ) as "alsoNames"
  from least l join groups n on n.id = l.id and ${live('n')} order by l.also, n.name collate "C", l.id limit $7`;
