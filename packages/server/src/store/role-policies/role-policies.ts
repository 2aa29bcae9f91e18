import { type Ref, type RolePolicy, type RolePolicyChange, usualRolePolicy as usual } from '@licet/contract';
import type { Change } from '../kernel/change.ts';
import { endFacts, insertFact, present, recorded } from '../kernel/facts.ts';
import { inNameOrder } from '../kernel/lists.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { fragment, identifier, named, type Sql, sql } from '../kernel/sql.ts';

/** A policy of a role, with users and groups by id. */
export type StoredRolePolicy = RolePolicyChange & { readonly version: number };

/** The default policy of a role. */
export const usualRolePolicy: StoredRolePolicy = { ...usual, version: 0 };

/** The policy of a role at a snapshot. */
export async function findRolePolicy(snapshot: Snapshot, roleId: string): Promise<StoredRolePolicy> {
  const { rows } = await snapshot.connection.query<{ policy: RolePolicyChange; version: number }>(
    sql`select o.policy, o.no_from as version from role_policies o where o.role_id = ${roleId} and ${recorded(snapshot, 'o')}`,
  );
  const [found] = rows;
  return found ? { ...found.policy, version: found.version } : usualRolePolicy;
}

/** The data of a role that granting needs: its name and its policy. */
export interface RoleToGive {
  readonly name: string;
  readonly policy: StoredRolePolicy;
}

/** A role of an application, as needed to grant it. */
export async function roleToGive(snapshot: Snapshot, appId: string, id: string): Promise<RoleToGive | undefined> {
  return (await rolesToGive(snapshot, appId, [id])).get(id.toLowerCase());
}

/** The given ids that are roles of an application. */
export async function rolesToGive(
  { connection }: Snapshot,
  appId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, RoleToGive>> {
  const { rows } = await connection.query<{ id: string; name: string; policy: StoredRolePolicy | null }>(
    named(
      'roles-to-give',
      sql`select r.id, r.name, (select o.policy || jsonb_build_object('version', o.no_from) from role_policies o where o.role_id = r.id and ${present('o')}) as policy
        from roles r where r.app_id = ${appId} and r.id = any(${ids}::uuid[]) and ${present('r')}`,
    ),
  );
  return new Map(rows.map(({ id, name, policy }) => [id, { name, policy: policy ?? usualRolePolicy }]));
}

/** Replaces the policy of a role. */
export async function replaceRolePolicy(
  change: Change,
  role: { readonly id: string; readonly appId: string },
  policy: RolePolicyChange,
): Promise<void> {
  await endFacts(change, 'role_policies', { role_id: [role.id] });
  await insertFact(change, 'role_policies', {
    app_id: role.appId,
    role_id: role.id,
    policy: JSON.stringify(policy),
  });
}

/**
 * SQL that is true for a row of `role_policies` whose policy names any of some users and groups. Uses an index, because
 * the owner of one application can write very many long policies.
 * @param ids a query for the ids of the users and groups
 */
export const policyNames = (row: string, ids: Sql): Sql => {
  const sought = sql`select format(place, named.id)::jsonb as names from unnest(array[${namingPlaces}]) place, (${ids}) named(id)`;
  // Looks up each name separately. With one condition for all names, PostgreSQL 15 expects so many rows that it reads
  // the whole table.
  return sql`${identifier(row)}.policy @> any(array(${sought})) and ${identifier(row)}.role_id = any(array(
    select x.role_id from (${sought}) sought cross join lateral (
      select x.role_id from role_policies x where x.policy @> sought.names offset 0) x))`;
};

/** JSON patterns for the places in which a policy names a user or a group. */
const namingPlaces = fragment(`
  '{"approval": {"steps": [{"approvers": {"users": ["%s"]}}]}}', '{"approval": {"steps": [{"approvers": {"groups": ["%s"]}}]}}',
  '{"breakGlass": {"users": ["%s"]}}', '{"breakGlass": {"groups": ["%s"]}}'`);

/**
 * Returns the first role, by name, that this change grants against its policy: for too long, or without the second
 * approval that it needs.
 */
export async function madeAgainstPolicy({
  connection,
  no,
}: Change): Promise<{ readonly name: string; readonly policy: StoredRolePolicy } | undefined> {
  const { rows } = await connection.query<{ name: string; policy: RolePolicyChange; version: number }>(sql`
    select r.name, o.policy, o.no_from as version
    from role_policies o join roles r on r.id = o.role_id and ${present('r')}
    where ${present('o')} and exists (
      select from grants x where x.role_id = o.role_id and x.no_from = ${no} and (
        (o.policy -> 'secondApprover')::boolean or x.ends > x.starts + (o.policy ->> 'longestSeconds')::int * interval '1 second'))
    order by ${inNameOrder(sql`r.name`)} limit 1`);
  const [found] = rows;
  return found && { name: found.name, policy: { ...found.policy, version: found.version } };
}

/** Users and groups by id, with their current names. Deleted ones are left out. */
export type Named = ReadonlyMap<string, Ref>;

/** The users and groups that a policy names. */
export async function namedIn({ connection }: Snapshot, policy: RolePolicyChange): Promise<Named> {
  const lists = [...policy.approval.steps.map(({ approvers }) => approvers), policy.breakGlass].flatMap((people) =>
    people && people !== 'owners' ? [people] : [],
  );
  const ids = [...new Set(lists.flatMap(({ users, groups }) => [...users, ...groups]))];
  if (ids.length === 0) return new Map();
  const { rows } = await connection.query<Ref>(sql`
    select u.id, u.name from users u where u.id = any(${ids}::uuid[]) and u.status <> 'deleted' and ${present('u')}
    union all select g.id, g.name from groups g where g.id = any(${ids}::uuid[]) and ${present('g')}`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Replaces the ids in a policy with users and groups and their names. */
export function withNames({ approval, breakGlass, ...policy }: StoredRolePolicy, known: Named): RolePolicy {
  const refs = (ids: readonly string[]) => ids.flatMap((id) => known.get(id) ?? []);
  const people = ({ users, groups }: { users: readonly string[]; groups: readonly string[] }) => ({
    users: refs(users),
    groups: refs(groups),
  });
  return {
    ...policy,
    approval: {
      steps: approval.steps.map(({ approvers, needed }) => ({
        approvers: approvers === 'owners' ? approvers : people(approvers),
        needed,
      })),
    },
    breakGlass: breakGlass && { ...people(breakGlass), seconds: breakGlass.seconds },
  };
}
