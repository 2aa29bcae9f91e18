import { present, recorded } from '../kernel/facts.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { identifier, type Sql, sql } from '../kernel/sql.ts';
import type { Walk } from '../walk/walk.ts';

/** A role or a permission of a part; parts are counted from 1. */
export interface ElementKey {
  readonly part: number;
  readonly appId: string;
  readonly roleId: string | null;
  readonly permissionId: string | null;
}

/**
 * Separation rules as common table expressions: `concerned(id, at_most, name)` and `elements(sep, part, app_id,
 * role_id, permission_id)`.
 */
export type RulesSql = readonly Sql[];

/** The stored separation rules at a snapshot: all, or those with the given ids. */
export const storedRules = (snapshot: Snapshot, ids?: readonly string[]): RulesSql => {
  const those = (column: string) => (ids ? sql`${identifier(column)} = any(${ids}::uuid[])` : sql`true`);
  return [
    sql`concerned as materialized (
      select s.id, s.at_most, s.name from separations s where ${recorded(snapshot, 's')} and ${those('s.id')}
    )`,
    sql`elements as materialized (
      select e.separation_id as sep, e.part, e.app_id, e.role_id, e.permission_id from separation_elements e
      where ${recorded(snapshot, 'e')} and ${those('e.separation_id')}
    )`,
  ];
};

/** A proposed separation rule, with the id {@link nowhere}. */
export const proposedRule = (atMost: number, elements: readonly ElementKey[]): RulesSql => [
  sql`concerned as materialized (select ${nowhere}::uuid as id, ${atMost}::int as at_most, ''::text as name)`,
  sql`elements as materialized (
    select ${nowhere}::uuid as sep, e.part, e.app_id, e.role_id, e.permission_id
    from json_to_recordset(${JSON.stringify(
      elements.map(({ part, appId, roleId, permissionId }) => ({
        part,
        app_id: appId,
        role_id: roleId,
        permission_id: permissionId,
      })),
    )}::json) as e (part int, app_id uuid, role_id uuid, permission_id uuid)
  )`,
];

/** The id of a proposed separation rule. No stored rule has it. */
export const nowhere = '00000000-0000-0000-0000-000000000000';

/** Where to read roles and permissions: from the tables, or from the views of a draft. */
export interface Catalogue {
  readonly roles: Sql;
  readonly permissions: Sql;
}
const tables: Catalogue = { roles: identifier('roles'), permissions: identifier('permissions') };

/**
 * The common table expression `part_givers(sep, part, id)`: all roles and permissions that give a part when granted.
 * - the permissions and roles of the part
 * - the roles that hold these permissions
 * - the roles `admin` of their applications, which hold all existing permissions
 * - all roles that include one of these
 */
export const partGivers = (walk: Walk, { roles, permissions } = tables): Sql[] => [
  walk.rolesAbove(
    'giving_roles',
    sql`select e.sep, e.part, e.role_id from elements e where e.role_id is not null
      union
      select e.sep, e.part, rp.role_id from elements e cross join lateral (
        select rp.role_id from ${walk.relations.role_permissions} rp where rp.permission_id = e.permission_id and ${walk.counts('rp')} offset 0
      ) rp
      union
      select e.sep, e.part, r.id from (
        select distinct e.sep, e.part, e.app_id from elements e
        where exists (select from ${roles} n where n.id = e.role_id and ${walk.counts('n')})
          or exists (select from ${permissions} n where n.id = e.permission_id and ${walk.counts('n')})
      ) e cross join lateral (
        select r.id from ${roles} r where r.app_id = e.app_id and r.name = 'admin' and r.built_in and ${walk.counts('r')} offset 0
      ) r`,
    ['sep', 'part'],
  ),
  sql`part_givers as materialized (
    select sep, part, id from giving_roles union select sep, part, permission_id from elements where permission_id is not null
  )`,
];

/**
 * The common table expression `held(holder, sep, part, starts, ends)`: the parts that the users and programs in
 * `who(holder)` hold by the grants that `granted` selects (alias x).
 */
export const heldBy = (walk: Walk, granted: Sql): Sql[] => [
  sql`allowed as materialized (
    select u.id as holder from ${walk.relations.users} u where u.id = any(array(select holder from who)) and ${walk.enabled('u')}
    union all
    select c.id from ${walk.relations.clients} c where c.id = any(array(select holder from who)) and ${walk.program('c')}
  )`,
  walk.groupsAbove('principals_above', sql`select holder, holder from allowed`, ['holder']),
  // Reads the grants of a group once, whatever its number of members.
  sql`given as materialized (
    select w.id as principal_id, x.granted_id, x.starts, x.ends from (select distinct id from principals_above) w cross join lateral (
      select coalesce(x.role_id, x.permission_id) as granted_id, x.starts, x.ends from ${walk.relations.grants} x
      where x.principal_id = w.id and ${granted} offset 0
    ) x
  )`,
  sql`held as materialized (
    select distinct o.holder, t.sep, t.part, g.starts, g.ends from given g join part_givers t on t.id = g.granted_id join principals_above o on o.id = g.principal_id
  )`,
];

/**
 * The common table expression `held(holder, sep, part)`: all users and programs that hold a part at the instant,
 * including suspended users.
 */
export const heldByAnybody = (walk: Walk): Sql[] => [
  sql`given_by as materialized (
    select t.id, x.principal_id, x.principal_kind from (select distinct id from part_givers) t cross join lateral (
      (select x.principal_id, x.principal_kind from ${walk.relations.grants} x where x.role_id = t.id and ${walk.granted('x')})
      union all
      (select x.principal_id, x.principal_kind from ${walk.relations.grants} x where x.permission_id = t.id and ${walk.granted('x')}) offset 0
    ) x
  )`,
  sql`given as materialized (
    select distinct t.sep, t.part, g.principal_id, g.principal_kind from given_by g join part_givers t on t.id = g.id
  )`,
  // Walks each group once, whatever its number of parts.
  walk.groupsBelow('under', sql`select distinct principal_id, principal_id from given where principal_kind = 'group'`, [
    'root',
  ]),
  sql`members(root, id) as materialized (select distinct * from (${walk.membersOf('under', ['root'])}) m)`,
  sql`held as materialized (
    select principal_id as holder, sep, part from given where principal_kind <> 'group'
    union select m.id, g.sep, g.part from given g join members m on m.root = g.principal_id
  )`,
];

/** Whether any separation rule exists now. */
export const hasSeparations = sql`exists (select from separations s where ${present('s')})`;
