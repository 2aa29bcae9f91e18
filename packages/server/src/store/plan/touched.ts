import type { NotEvaluated } from '@licet/contract';
import type { Change } from '../kernel/change.ts';
import { inForce } from '../kernel/snapshot.ts';
import { fragment, identifier, named, type Sql, sql, Value } from '../kernel/sql.ts';
import { policyNames } from '../role-policies/role-policies.ts';
import { Walk, withWalks } from '../walk/walk.ts';

/** The facts that a draft, or a range of changes, began or ended. */
export interface Touched {
  /** Distinguishes the names of the prepared statements. */
  readonly name: string;
  /** Selects columns of the touched facts of a table. */
  readonly of: (columns: string, table: string) => Sql;
  /** Principals whose own grants, groups or status are touched. */
  readonly principals: Sql;
  /** Roles whose name or contents changed, and permissions whose name changed. */
  readonly contents: Sql;
}

const touchedBy = (name: string, of: Touched['of']): Touched => ({
  name,
  of,
  principals: sql`
    (${of('principal_id', 'grants')}) union (${of('member_id', 'memberships')}) union (${of('id', 'users')}) union (${of('id', 'clients')})`,
  contents: sql`
    (${of('role_id', 'inclusions')}) union (${of('role_id', 'role_permissions')})
    union (${of('id', 'roles')}) union (${of('id', 'permissions')})`,
});

export const byDraft = touchedBy('plan', (columns, table) =>
  fragment(`select ${columns} from pg_temp.ended_${table} union select ${columns} from pg_temp.opened_${table}`),
);

export function byChanges(first: number, last: number): Touched {
  const [from, to] = [new Value(first), new Value(last)];
  return touchedBy('changes', (columns, table) => {
    const facts = fragment(`select ${columns} from public.${table} f`);
    return sql`${facts} where f.no_from between ${from} and ${to} union ${facts} where f.no_to between ${from} and ${to}`;
  });
}

export const touchedPrincipals = ({ principals }: Touched): Sql =>
  sql`touched_principals(id) as materialized (${few(principals)})`;

/**
 * Selects the ids of a query in a way that makes the planner expect few rows. The planner has no statistics for a
 * draft's temporary tables, and assumes a thousand rows for each. It would then expect millions of rows from the walks
 * and allocate memory for them, which took 35 of 43 ms for the effect of one grant.
 */
export const few = (ids: Sql): Sql => sql`select unnest(array(${ids}))`;

/**
 * The common table expression `altered`: all roles and permissions that give different names because of the touched
 * facts. These are the touched roles, all roles that include them, and renamed permissions.
 */
export const alteredBetween = (before: Walk, after: Walk, { of }: Touched): Sql[] => [
  sql`touched_roles(id) as materialized (${few(sql`
    (${of('role_id', 'inclusions')}) union (${of('role_id', 'role_permissions')}) union (${of('id', 'roles')})
    union select rp.role_id from public.role_permissions rp where rp.permission_id in (${of('id', 'permissions')})`)}
  )`,
  before.rolesAbove('roles_before', sql`select id from touched_roles`),
  after.rolesAbove('roles_after', sql`select id from touched_roles`),
  sql`altered(id) as materialized (
    select id from roles_before union select id from roles_after union (${of('id', 'permissions')})
  )`,
];

/**
 * The common table expression `related`: the altered roles and permissions, and all others that contain some of what these
 * gained or lost. Other grants do not affect what a user gains, loses or keeps. If `admin` was gained or lost, all
 * grants matter, and `everything` is true.
 */
export const relatedToAltered = (before: Walk, after: Walk, { of }: Touched): Sql[] => {
  const seed = few(sql`(${of('included_id', 'inclusions')}) union (${of('id', 'roles')})`);
  const holding = (walk: Walk) => sql`
    select id from different_roles union select rp.role_id from ${walk.relations.role_permissions} rp
    where rp.permission_id = any(array(select id from different)) and ${walk.counts('rp')}
    union select id from admins`;
  const held = (walk: Walk, roles: string) => sql`
    select rp.permission_id from ${walk.relations.role_permissions} rp where rp.role_id = any(array(select id from ${identifier(roles)})) and ${walk.counts('rp')}`;
  return [
    before.rolesBelow('different_before', seed),
    after.rolesBelow('different_after', seed),
    sql`different_roles(id) as materialized (select id from different_before union select id from different_after)`,
    sql`different(id) as materialized (
      (${of('permission_id', 'role_permissions')}) union (${of('id', 'permissions')})
      union ${held(before, 'different_before')} union ${held(after, 'different_after')}
    )`,
    sql`admins(id) as materialized (select distinct r.id from public.roles r where r.built_in)`,
    sql`everything as materialized (select exists (select from different_roles join admins using (id)) as so)`,
    before.rolesAbove('related_before', holding(before)),
    after.rolesAbove('related_after', holding(after)),
    sql`related(id) as materialized (
      select id from related_before union select id from related_after union select id from different union select id from altered
    )`,
  ];
};

/** The kinds of facts that a draft changes, but whose effects on users no plan computes. */
export async function notEvaluatedOf({ connection, no, at }: Change): Promise<NotEvaluated[]> {
  const walk = new Walk((alias) => inForce(alias, no), at);
  const touched = (...tables: readonly string[]) =>
    fragment(
      `(${tables.map((table) => `exists (select from pg_temp.ended_${table}) or exists (select from pg_temp.opened_${table})`).join(' or ')})`,
    );
  const { rows } = await connection.query<Record<NotEvaluated, boolean>>(
    named(
      'plan-not-evaluated',
      sql`
    ${withWalks(
      sql`joined(id) as materialized (${few(byDraft.of('group_id', 'memberships'))})`,
      walk.groupsAbove('above', sql`select id from joined`),
    )}
    select ${touched('owners')} as owners,
      ${touched('role_policies')} or exists (
        select from role_policies p where ${walk.counts('p')} and ${policyNames('p', sql`select id from above`)}
      ) as role_rules,
      ${touched('separations', 'separation_elements', 'separation_exceptions')} as separations,
      ${touched('clients', 'application_policies')} or exists (
        select from demands d where d.of_kind = 'group' and ${walk.counts('d')} and d.of_id = any(array(select id from above))
      ) as sign_in`,
    ),
  );
  return aspects.filter((aspect) => rows[0]?.[aspect]);
}

const aspects = ['owners', 'role_rules', 'separations', 'sign_in'] as const;
