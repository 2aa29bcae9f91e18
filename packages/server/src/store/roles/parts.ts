import type { Gives, GivesRef } from '@licet/contract';
import { Bits, requireRoom } from '../access/bits.ts';
import { addIncluded } from '../access/role-permissions.ts';
import { inNameOrder } from '../kernel/lists.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { idsOf, named, type Sql, sql, Value } from '../kernel/sql.ts';
import { asOf, type Walk, withWalks } from '../walk/walk.ts';

/**
 * The parts of a role: the roles that it includes, those with the fewest permissions first, then its permissions. If
 * the role contains `admin`, all other roles of the application are parts. The number is limited, because a user
 * chooses from the list.
 */
export async function partsOf(snapshot: Snapshot, appId: string, roleId: string): Promise<Gives[]> {
  const { connection, no, at } = snapshot;
  const { kinds, roles, permissions } = within(asOf(no, at), appId, roleId);
  const { rows } = await connection.query<Gives>(
    named(
      'parts-of-role',
      sql`
        ${kinds}
        select kind, id, name, title from (
          (select 'role' as kind, r.id, r.name, r.title, row_number() over (order by ${inNameOrder(sql`r.name`)}) as place
           from ${roles} order by place limit ${rolesWeighed})
          union all
          (select 'permission', p.id, p.name, p.title, row_number() over (order by ${inNameOrder(sql`p.name`)}) as place
           from ${permissions} order by place limit ${permissionsShown})
        ) parts order by kind desc, place`,
    ),
  );
  const lesser = rows.filter(({ kind }) => kind === 'role');
  const counts = await permissionCountsOf(
    snapshot,
    lesser.map(({ id }) => id),
  );
  const of = ({ id }: Gives) => counts.get(id) ?? 0;
  return [
    ...lesser.toSorted((a, b) => of(a) - of(b)).slice(0, rolesShown),
    ...rows.filter(({ kind }) => kind === 'permission'),
  ];
}

/**
 * The part of a role with that id, even beyond the limit of {@link partsOf}; undefined if it is not a part of the role.
 */
export async function partOf(
  { connection, no, at }: Snapshot,
  appId: string,
  roleId: string,
  { kind, id }: GivesRef,
): Promise<Gives | undefined> {
  const { kinds, roles, permissions } = within(asOf(no, at), appId, roleId);
  const { rows } = await connection.query<Gives>(
    named(
      `part-of-role-${kind}`,
      kind === 'role'
        ? sql`${kinds} select 'role' as kind, r.id, r.name, r.title from ${roles} and r.id = ${id}`
        : sql`${kinds} select 'permission' as kind, p.id, p.name, p.title from ${permissions} and p.id = ${id}`,
    ),
  );
  return rows[0];
}

const rolesWeighed = 200;
const rolesShown = 20;
const permissionsShown = 100;

// SQL for the roles and permissions in a role. If the role includes admin, these are all others of the application.
function within(walk: Walk, appId: string, roleId: string) {
  const [app, role] = [new Value(appId), new Value(roleId)];
  return {
    kinds: sql`${withWalks(walk.rolesBelow('walked', sql`select ${role}::uuid`))},
      below(id, everything) as materialized (
        select r.id, bool_or(r.built_in) over () from roles r
        where r.id = any(array(select id from walked)) and r.app_id = ${app} and ${walk.counts('r')}
      )`,
    roles: sql`roles r where r.app_id = ${app} and ${walk.counts('r')} and r.id <> ${role}
      and (r.id in (select id from below) or (select bool_or(everything) from below))`,
    permissions: sql`permissions p where p.app_id = ${app} and ${walk.counts('p')} and (
        p.id in (select rp.permission_id from role_permissions rp where rp.role_id = any(array(select id from below)) and ${walk.counts('rp')})
        or (select bool_or(everything) from below)
      )`,
  };
}

/**
 * The number of permissions of each role, direct and through inclusions, by the role's id. Reads each inclusion once,
 * whatever the number of paths.
 * @throws Refusal `too_large`
 */
export const permissionCountsOf = (snapshot: Snapshot, ids: readonly string[]): Promise<ReadonlyMap<string, number>> =>
  ids.length === 0 ? Promise.resolve(new Map()) : counted(snapshot, sql`select unnest(${idsOf(ids)})`);

/** The number of permissions of each role of an application, like {@link permissionCountsOf}. */
export const permissionCountsIn = (snapshot: Snapshot, appId: string): Promise<ReadonlyMap<string, number>> =>
  counted(
    snapshot,
    sql`select r.id from roles r where r.app_id = ${appId} and ${asOf(snapshot.no, snapshot.at).counts('r')}`,
  );

async function counted({ connection, no, at }: Snapshot, which: Sql): Promise<ReadonlyMap<string, number>> {
  const walk = asOf(no, at);
  // Lists the permissions of a role only if they must be merged with another role's. For most roles the count is
  // enough.
  const { rows } = await connection.query<Row>(sql`
    ${withWalks(
      walk.rolesBelow('below', which),
      sql`led as materialized (
        select i.role_id, i.included_id from below b join inclusions i on i.role_id = b.id and ${walk.counts('i')}
      )`,
      sql`joined as materialized (select role_id as id from led union select included_id from led)`,
      sql`steps as materialized (select role_id, array_agg(included_id) as includes from led group by role_id)`,
      sql`numbered as materialized (
        select permission_id, row_number() over () - 1 as place from (
          select distinct rp.permission_id from joined j join role_permissions rp on rp.role_id = j.id and ${walk.counts('rp')}
        ) d
      )`,
      sql`own_places as (
        select rp.role_id, json_agg(n.place) as own from joined j join role_permissions rp on rp.role_id = j.id and ${walk.counts('rp')}
        join numbered n on n.permission_id = rp.permission_id group by rp.role_id
      )`,
    )}
    select b.id, t.own, (select count(*)::int from numbered) as size, coalesce(l.includes, '{}') as includes,
      case when j.id is null
        then (select count(*)::int from role_permissions rp where rp.role_id = b.id and ${walk.counts('rp')}) end as alone
    from below b left join joined j on j.id = b.id left join own_places t on t.role_id = b.id left join steps l on l.role_id = b.id`);
  const joined = rows.filter(({ alone }) => alone === null);
  const size = rows[0]?.size ?? 0;
  requireRoom(
    joined.length,
    joined.reduce((sum, { includes }) => sum + includes.length, 0),
    size,
  );
  const none = new Bits(size);
  const permissions = new Map(joined.map(({ id, own }) => [id, { all: own ? Bits.of(own, size) : none }]));
  addIncluded(permissions, new Map(joined.map(({ id, includes }) => [id, includes])), size);
  return new Map(rows.map(({ id, alone }) => [id, alone ?? permissions.get(id)?.all.count ?? 0]));
}

interface Row {
  readonly id: string;
  readonly own: readonly number[] | null;
  readonly size: number;
  readonly includes: readonly string[];
  /** The count, if the role neither includes nor is included by another of these roles; otherwise null. */
  readonly alone: number | null;
}
