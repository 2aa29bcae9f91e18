import { adminRole, type Ref } from '@licet/contract';
import { inNameOrder } from '../kernel/lists.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { idsOf, type Sql, sql } from '../kernel/sql.ts';
import { asOf, withWalks } from '../walk/walk.ts';
import { Bits, requireRoom } from './bits.ts';
import { type Edges, inOrder } from './chains.ts';

/** The permissions that the roles of an application give, as places in the list of permissions sorted by name. */
export interface RolePermissions {
  readonly permissions: readonly (Ref & { readonly title: string })[];
  /** The index of each permission in `permissions`, by the id of the permission. */
  readonly places: ReadonlyMap<string, number>;
  /** By id, in the order of their names. */
  readonly roles: ReadonlyMap<string, RoleWithPermissions>;
}

export interface RoleWithPermissions extends Ref {
  readonly title: string;
  readonly builtIn: boolean;
  readonly version: number;
  /** The indexes of the permissions that the role contains directly. */
  readonly own: Bits;
  /** The indexes of all permissions that the role gives. These are all permissions if the role is or includes `admin`. */
  readonly all: Bits;
}

/**
 * Reads the permissions and roles of an application in two statements. Names are sorted in Unicode's root collation for
 * people, or by code point for programs that compare them.
 * @param only the ids of roles: only these and the roles that they include are read
 * @throws Refusal `too_large`
 */
export async function readRolePermissions(
  { connection, no, at }: Snapshot,
  appId: string,
  order: 'for people' | 'by code point' = 'for people',
  only?: readonly string[],
): Promise<RolePermissions> {
  const walk = asOf(no, at);
  const ordered = (name: Sql) => (order === 'for people' ? inNameOrder(name) : sql`${name} collate "C"`);
  const { rows: permissions } = await connection.query<RolePermissions['permissions'][number]>(
    sql`select p.id, p.name, p.title from permissions p where p.app_id = ${appId} and ${walk.counts('p')} order by ${ordered(sql`p.name`)}`,
  );
  const places = new Map(permissions.map(({ id }, place) => [id, place]));
  // Rows refer to permissions by number, because numbers take a tenth of the bytes of ids. Permissions through
  // inclusions are added below, so the database does not send them again for each role.
  const needed = only ? sql`${withWalks(walk.rolesBelow('needed', sql`select unnest(${idsOf(only)})`))},` : sql`with`;
  const among = (id: Sql) => (only ? sql` and ${id} = any(array(select id from needed))` : sql``);
  const { rows } = await connection.query<Row>(sql`
    ${needed} numbered as materialized (
      select p.id, row_number() over (order by ${ordered(sql`p.name`)}) - 1 as place from permissions p where p.app_id = ${appId} and ${walk.counts('p')}
    ), held as (
      select rp.role_id, json_agg(n.place) as own from role_permissions rp join numbered n on n.id = rp.permission_id
      where ${walk.counts('rp')}${among(sql`rp.role_id`)} group by rp.role_id
    )
    select r.id, r.name, r.title, r.built_in as "builtIn", r.no_from as version, h.own,
      array(select i.included_id from inclusions i where i.role_id = r.id and ${walk.counts('i')}) as includes
    from roles r left join held h on h.role_id = r.id where r.app_id = ${appId} and ${walk.counts('r')}${among(sql`r.id`)} order by ${ordered(sql`r.name`)}`);
  requireRoom(
    rows.filter(({ own, includes }) => own || includes.length > 0).length,
    rows.reduce((sum, { includes }) => sum + includes.length, 0),
    permissions.length,
  );
  const none = new Bits(permissions.length);
  const roles = new Map<string, RoleWithPermissions>();
  for (const { includes: _, own: held, ...role } of rows) {
    const own = held ? Bits.of(held, permissions.length) : none;
    roles.set(role.id, { ...role, own, all: role.name === adminRole ? Bits.all(permissions.length) : own });
  }
  addIncluded(roles, new Map(rows.map(({ id, includes }) => [id, includes])), permissions.length);
  return { permissions, places, roles };
}

/**
 * Adds the permissions that roles give through inclusions. It visits each inclusion once, because the number of paths between two roles
 * can be very large.
 */
export function addIncluded<Role extends { readonly all: Bits }>(
  roles: Map<string, Role>,
  down: Edges,
  size: number,
): void {
  for (const id of inOrder([...down.keys()], down).reverse()) {
    const role = roles.get(id);
    const included = down.get(id) ?? [];
    if (!role || included.length === 0) continue;
    const all = new Bits(size);
    all.join(role.all);
    for (const each of included) all.join(roles.get(each)?.all ?? all);
    roles.set(id, { ...role, all });
  }
}

interface Row extends Ref {
  readonly title: string;
  readonly builtIn: boolean;
  readonly version: number;
  readonly includes: readonly string[];
  readonly own: readonly number[] | null;
}
