import type { Ref, Role } from '@licet/contract';
import type { Change } from '../kernel/change.ts';
import { endFacts, present } from '../kernel/facts.ts';
import { newId } from '../kernel/ids.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { lapseRequests } from '../requests/requests.ts';

export interface RoleFields {
  readonly name: string;
  readonly title: string;
}

const bringsCount = `(
  with recursive below(id) as (
    select r.id union select i.included_id from below b join inclusions i on i.role_id = b.id and ${present('i')}
  )
  select count(distinct rp.permission_id)::int from below b join role_permissions rp on rp.role_id = b.id and ${present('rp')}
)`;

// Suspended users hold nothing until they are let in again.
const holderCount = (at: string) => `(
  with recursive above(id) as (
    select r.id union select i.role_id from above a join inclusions i on i.included_id = a.id and ${present('i')}
  ), behind(id) as (
    select x.principal_id from above a join grants x on x.role_id = a.id and ${present('x')}
      and x.starts <= ${at}::timestamptz and ${at}::timestamptz < x.ends
    union
    select m.member_id from behind b join memberships m on m.group_id = b.id and ${present('m')}
  )
  select count(*)::int from behind b join users u on u.id = b.id and ${present('u')} and u.status <> 'suspended'
)`;

/** What a role brings and by whom it is held, to sort by; alias `r`. */
export const roleCounts = { permissions: bringsCount, holders: holderCount };

/** The columns of a role as the contract shows it; alias `r`. */
export const roleColumns = (at: string) => `
  r.id, r.name, r.title, r.built_in as "builtIn", r.no_from as version,
  coalesce((select json_agg(json_build_object('id', n.id, 'name', n.name) order by n.name)
            from inclusions i join roles n on n.id = i.included_id and ${present('n')}
            where i.role_id = r.id and ${present('i')}), '[]') as includes,
  ${bringsCount} as permissions, ${holderCount(at)} as holders`;

/** A role of an application, unless deleted. */
export async function findRole({ connection, at }: Snapshot, appId: string, id: string): Promise<Role | undefined> {
  const { rows } = await connection.query<Role>(
    `select ${roleColumns('$3')} from roles r where r.id = $2 and r.app_id = $1 and ${present('r')}`,
    [appId, id, at],
  );
  return rows[0];
}

/** @throws Refusal `name_taken`, `name_reserved` */
export async function insertRole(change: Change, appId: string, fields: RoleFields): Promise<string> {
  const id = newId();
  await write(change, appId, id, change.no, fields);
  return id;
}

/** Replaces the present row of a role by a new one, so that it has a new version. @throws Refusal `name_taken`, `name_reserved` */
export async function updateRole(
  change: Change,
  appId: string,
  role: Role,
  fields: Partial<RoleFields>,
): Promise<void> {
  const { rows } = await change.connection.query<{ created: number }>(
    `select created_no as created from roles r where r.id = $1 and ${present('r')}`,
    [role.id],
  );
  await endFacts(change, 'roles', { id: [role.id] });
  const next = { name: role.name, title: role.title, ...fields };
  await write(change, appId, role.id, rows[0]?.created ?? change.no, next, role.builtIn);
}

/** Deletes a role with its permissions, its inclusions both ways, and its grants. */
export async function deleteRole(change: Change, id: string): Promise<void> {
  await endFacts(change, 'inclusions', { role_id: [id] });
  await endFacts(change, 'inclusions', { included_id: [id] });
  await endFacts(change, 'role_permissions', { role_id: [id] });
  await endFacts(change, 'grants', { role_id: [id] });
  await lapseRequests(change, 'role_id', [id]);
  await endFacts(change, 'roles', { id: [id] });
}

/** A role's own permissions, by name. */
export async function ownPermissions({ connection }: Snapshot, roleId: string): Promise<Ref[]> {
  const { rows } = await connection.query<Ref>(
    `select p.id, p.name from role_permissions rp join permissions p on p.id = rp.permission_id and ${present('p')}
     where rp.role_id = $1 and ${present('rp')} order by p.name`,
    [roleId],
  );
  return rows;
}

/** Those of the ids that are permissions, or roles, of the application, with their names. */
export async function namesIn(
  { connection }: Snapshot,
  table: 'permissions' | 'roles',
  appId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await connection.query<Ref>(
    `select n.id, n.name from ${table} n where n.app_id = $1 and n.id = any($2::uuid[]) and ${present('n')}`,
    [appId, ids],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Makes these the own permissions of a role: the others end, the missing begin, those that stay are left alone. */
export async function setRolePermissions(change: Change, roleId: string, ids: readonly string[]): Promise<void> {
  const { gone, added } = await differences(change, 'role_permissions', 'permission_id', roleId, ids);
  await endFacts(change, 'role_permissions', { role_id: [roleId], permission_id: gone });
  await change.connection.query(
    `insert into role_permissions (role_id, permission_id, no_from) select $1, id, $3 from unnest($2::uuid[]) id`,
    [roleId, added, change.no],
  );
}

/** Makes these the roles that a role includes. @throws Refusal `cycle` */
export async function setInclusions(change: Change, roleId: string, ids: readonly string[]): Promise<void> {
  const { gone, added } = await differences(change, 'inclusions', 'included_id', roleId, ids);
  await endFacts(change, 'inclusions', { role_id: [roleId], included_id: gone });
  await change.connection.query(
    `insert into inclusions (role_id, included_id, no_from) select $1, id, $3 from unnest($2::uuid[]) id`,
    [roleId, added, change.no],
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
    `select l.${column} as id from ${table} l where l.role_id = $1 and ${present('l')}`,
    [roleId],
  );
  const before = new Set(rows.map(({ id }) => id));
  const after = new Set(ids);
  return { gone: [...before.difference(after)], added: [...after.difference(before)] };
}

async function write(
  { connection, no }: Change,
  appId: string,
  id: string,
  created: number,
  { name, title }: RoleFields,
  builtIn = false,
): Promise<void> {
  await connection.query(
    `insert into roles (id, app_id, name, title, built_in, created_no, no_from) values ($1, $2, $3, $4, $5, $6, $7)`,
    [id, appId, name, title, builtIn, created, no],
  );
}
