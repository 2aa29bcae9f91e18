import { inForce, type Snapshot } from '../kernel/snapshot.ts';
import { roleCounts } from '../roles/roles.ts';
import type { Asked } from './requests.ts';

/**
 * What is less than a role: the roles that it includes, those that bring the least first, then its permissions one by one. Of a
 * role that brings `admin` all the others of the application are. Bounded, for it is to choose from.
 */
export async function partsOf({ connection, no }: Snapshot, appId: string, roleId: string): Promise<Asked[]> {
  const { rows } = await connection.query<Asked>({
    name: 'parts-of-role',
    text: partsQuery,
    values: [no, appId, roleId, rolesShown, permissionsShown],
  });
  return rows;
}

/** The part of a role with that id, however many it has. Undefined when it is no part of the role. */
export async function partOf(
  { connection, no }: Snapshot,
  appId: string,
  roleId: string,
  { kind, id }: Pick<Asked, 'kind' | 'id'>,
): Promise<Asked | undefined> {
  const { rows } = await connection.query<Asked>({
    name: `part-of-role-${kind}`,
    text: kind === 'role' ? roleQuery : permissionQuery,
    values: [no, appId, roleId, id],
  });
  return rows[0];
}

const rolesWeighed = 200;
const rolesShown = 20;
const permissionsShown = 100;

const live = (alias: string) => inForce(alias, '$1');

// All of it, the role itself included, when the role admin is among what it includes.
const below = `
  recursive walk(id) as (
    select $3::uuid
    union
    select i.included_id from walk w cross join lateral (
      select i.included_id from inclusions i where i.role_id = w.id and ${live('i')} offset 0
    ) i
  ),
  below(id, everything) as materialized (
    select r.id, bool_or(r.built_in) over () from roles r
    where r.id = any(array(select id from walk)) and r.app_id = $2 and ${live('r')}
  )`;

const partRoles = `roles r where r.app_id = $2 and ${live('r')} and r.id <> $3
  and (r.id in (select id from below) or (select bool_or(everything) from below))`;

const partPermissions = `permissions p where p.app_id = $2 and ${live('p')} and (
    p.id in (select rp.permission_id from role_permissions rp where rp.role_id = any(array(select id from below)) and ${live('rp')})
    or (select bool_or(everything) from below)
  )`;

const partsQuery = `
  with ${below},
  lesser as (
    select r.id, r.name, r.title, ${roleCounts.permissions} as brings
    from (select r.id, r.name, r.title from ${partRoles} order by r.name limit ${rolesWeighed}) r
  )
  select kind, id, name, title from (
    (select 'role' as kind, id, name, title, row_number() over (order by brings, name) as place from lesser order by place limit $4)
    union all
    (select 'permission', p.id, p.name, p.title, row_number() over (order by p.name) as place from ${partPermissions} order by place limit $5)
  ) parts order by kind desc, place`;

const roleQuery = `with ${below} select 'role' as kind, r.id, r.name, r.title from ${partRoles} and r.id = $4`;
const permissionQuery = `with ${below} select 'permission' as kind, p.id, p.name, p.title from ${partPermissions} and p.id = $4`;
