import type { Ref, Role } from '@licet/contract';
import type { Change } from '../kernel/change.ts';
import {
  endFacts,
  insertEntity,
  nameNowColumn,
  present,
  recorded,
  replaceEntity,
  withNameNow,
} from '../kernel/facts.ts';
import { inNameOrder } from '../kernel/lists.ts';
import { insertTogether } from '../kernel/many.ts';
import { inForce, type Snapshot } from '../kernel/snapshot.ts';
import { identifier, named, prepared, type Sql, sql } from '../kernel/sql.ts';
import { lapseRequests } from '../requests/requests.ts';
import { type Walk, walkOf, withWalks } from '../walk/walk.ts';

export interface RoleFields {
  readonly name: string;
  readonly title: string;
}

/** The number of permissions of a role (alias `r`), direct and through inclusions. */
const permissionCount = (walk: Walk) => sql`(
  ${withWalks(walk.rolesBelow('below', sql`select r.id`))}
  select count(distinct rp.permission_id)::int from below b join role_permissions rp on rp.role_id = b.id and ${walk.counts('rp')}
)`;

const holderCount = (walk: Walk) => sql`(
  ${withWalks(walk.holdersOf('held', sql`select r.id`))}
  select count(*)::int from users u where u.id = any(array(select id from held)) and ${walk.enabled('u')}
)`;

/** Programs are in no group, so only direct grants count. */
const programCount = (walk: Walk) => sql`(
  ${withWalks(walk.holdersOf('held', sql`select r.id`))}
  select count(distinct principal_id)::int from held_given where principal_kind = 'client'
)`;

const eachCounted = (walk: Walk) => sql`
  ${permissionCount(walk)} as permissions, ${holderCount(walk)} as holders, ${programCount(walk)} as programs`;

/**
 * SQL for the counts of a role. A count is null if it is `known`, or if inclusions affect it, because it is then
 * computed together with those of other roles.
 */
export const countedAlone = (walk: Walk, known: 'permissions' | 'holders' | undefined) => {
  // Counts instead of using `exists`. For `exists`, PostgreSQL might scan all inclusions for each role, in the hope of
  // an early match.
  const unless = (column: string, count: Sql) => sql`
    case when (select count(*) from inclusions i where ${identifier(`i.${column}`)} = r.id and ${walk.counts('i')}) = 0 then ${count} end`;
  const permissions = known === 'permissions' ? sql`null::int` : unless('role_id', permissionCount(walk));
  const [holders, programs] = [holderCount, programCount].map((count) =>
    known === 'holders' ? sql`null::int` : unless('included_id', count(walk)),
  );
  return sql`${permissions} as permissions, ${holders} as holders, ${programs} as programs`;
};

/**
 * The columns of a role (alias `r`) in the form of the contract.
 * @param counts the numbers of permissions and holders, if they are not computed for each role separately
 */
export const roleColumns = (snapshot: Snapshot, counts?: Sql) => {
  const walk = walkOf(snapshot);
  return sql`
  r.id, r.name, r.title, r.built_in as "builtIn", r.no_from as version,
  coalesce((select json_agg(json_build_object('id', n.id, 'name', n.name) order by ${inNameOrder(sql`n.name`)})
            from inclusions i join roles n on n.id = i.included_id and ${walk.counts('n')}
            where i.role_id = r.id and ${walk.counts('i')}), '[]') as includes,
  ${counts ?? eachCounted(walk)}${nameNowColumn(snapshot, 'roles', sql`r.id`)}`;
};

/** A role of an application, unless deleted. */
export async function findRole(snapshot: Snapshot, appId: string, id: string): Promise<Role | undefined> {
  const { rows } = await snapshot.connection.query<Role>(sql`
    select ${roleColumns(snapshot)} from roles r where r.id = ${id} and r.app_id = ${appId} and ${recorded(snapshot, 'r')}`);
  return rows[0] && withNameNow(rows[0]);
}

/** The id of the role `admin` of the application with that identifier. */
export async function adminRoleOf({ connection }: Snapshot, application: string): Promise<string | undefined> {
  const { rows } = await connection.query<{ id: string }>(sql`
    select r.id from roles r join applications a on a.id = r.app_id and ${present('a')}
    where a.key = ${application} and r.built_in and ${present('r')}`);
  return rows[0]?.id;
}

/** Whether the application with an identifier has a role with that id; undefined if there is no such application. */
export async function hasRole(snapshot: Snapshot, appKey: string, id: string): Promise<boolean | undefined> {
  const { asOf, connection, no } = snapshot;
  const { rows } = await connection.query<{ has: boolean }>(
    asOf === undefined ? hasRoleNow(appKey, id) : hasRoleThen(appKey, id, no),
  );
  return rows[0]?.has;
}

const roleIn = (counts: (alias: string) => Sql, appKey: unknown, id: unknown) => sql`
  select exists (select from roles r where r.id = ${id}::uuid and r.app_id = a.id and ${counts('r')}) as has
  from applications a where a.key = ${appKey} and ${counts('a')}`;
const hasRoleNow = prepared<[appKey: string, id: string]>('has-role', (appKey, id) => roleIn(present, appKey, id));
const hasRoleThen = prepared<[appKey: string, id: string, no: number]>('has-role-then', (appKey, id, no) =>
  roleIn((alias) => inForce(alias, no), appKey, id),
);

/** The id of the facts of a role's application, even if the role was deleted. */
export async function applicationOfRole({ connection }: Snapshot, id: string): Promise<string | undefined> {
  const { rows } = await connection.query<{ app: string }>(
    sql`select r.app_id as app from roles r where r.id = ${id} limit 1`,
  );
  return rows[0]?.app;
}

/** @throws Refusal `name_taken`, `name_reserved` */
export function insertRole(change: Change, appId: string, { name, title }: RoleFields): Promise<string> {
  return insertEntity(change, 'roles', { app_id: appId, name, title });
}

/**
 * Replaces the current row of a role, which gives it a new version.
 * @throws Refusal `name_taken`, `name_reserved`
 */
export function updateRole(change: Change, appId: string, role: Role, fields: Partial<RoleFields>): Promise<void> {
  const { name, title, builtIn } = { ...role, ...fields };
  return replaceEntity(change, 'roles', role.id, { app_id: appId, name, title, built_in: builtIn });
}

/** Deletes a role with its permissions, policy, grants and inclusions, and ends the requests for it. */
export async function deleteRole(change: Change, id: string): Promise<void> {
  await endFacts(change, 'inclusions', { role_id: [id] });
  await endFacts(change, 'inclusions', { included_id: [id] });
  await endFacts(change, 'role_permissions', { role_id: [id] });
  await endFacts(change, 'role_policies', { role_id: [id] });
  await endFacts(change, 'grants', { role_id: [id] });
  await lapseRequests(change, 'role_id', [id]);
  await endFacts(change, 'roles', { id: [id] });
}

/** A role's direct permissions, by name. */
export async function ownPermissions({ connection }: Snapshot, roleId: string): Promise<Ref[]> {
  const { rows } = await connection.query<Ref>(
    sql`select p.id, p.name from role_permissions rp join permissions p on p.id = rp.permission_id and ${present('p')}
     where rp.role_id = ${roleId} and ${present('rp')} order by ${inNameOrder(sql`p.name`)}`,
  );
  return rows;
}

/** The names of the given ids. Leaves out ids that are not permissions, or roles, of the application. */
export async function namesIn(
  { connection }: Snapshot,
  table: 'permissions' | 'roles',
  appId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await connection.query<Ref>(
    named(
      `${table}-by-ids`,
      sql`select n.id, n.name from ${identifier(table)} n where n.app_id = ${appId} and n.id = any(${ids}::uuid[]) and ${present('n')}`,
    ),
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The same names as {@link namesIn}, in the sort order of lists. */
export async function namesInOrder(
  { connection }: Snapshot,
  table: 'permissions' | 'roles',
  appId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await connection.query<Ref>(sql`
    select n.id, n.name from ${identifier(table)} n where n.app_id = ${appId} and n.id = any(${ids}::uuid[]) and ${present('n')}
    order by ${inNameOrder(sql`n.name`)}`);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Sets a role's direct permissions: those not listed end, missing ones begin, and the rest is unchanged. */
export async function setRolePermissions(change: Change, roleId: string, ids: readonly string[]): Promise<void> {
  const { removed, added } = await differences(change, 'role_permissions', 'permission_id', roleId, ids);
  await endFacts(change, 'role_permissions', { role_id: [roleId], permission_id: removed });
  await insertTogether(
    change,
    'role_permissions',
    added.map((id) => ({ role_id: roleId, permission_id: id })),
  );
}

/** Sets the roles that a role includes. @throws Refusal `cycle` */
export async function setInclusions(change: Change, roleId: string, ids: readonly string[]): Promise<void> {
  const { removed, added } = await differences(change, 'inclusions', 'included_id', roleId, ids);
  await endFacts(change, 'inclusions', { role_id: [roleId], included_id: removed });
  await insertTogether(
    change,
    'inclusions',
    added.map((id) => ({ role_id: roleId, included_id: id })),
  );
}

async function differences(
  { connection }: Change,
  table: 'role_permissions' | 'inclusions',
  column: 'permission_id' | 'included_id',
  roleId: string,
  ids: readonly string[],
) {
  const { rows } = await connection.query<{ id: string }>(
    sql`select ${identifier(`l.${column}`)} as id from ${identifier(table)} l where l.role_id = ${roleId} and ${present('l')}`,
  );
  const before = new Set(rows.map(({ id }) => id));
  const after = new Set(ids);
  return { removed: [...before.difference(after)], added: [...after.difference(before)] };
}
