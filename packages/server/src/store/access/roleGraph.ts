import { adminRole, type Ref } from '@licet/contract';
import { inForce, type Snapshot } from '../kernel/snapshot.ts';
import { collect } from './principals.ts';

export interface RoleNode extends Ref {
  readonly title: string;
}

/** Roles and what they include. */
export interface RoleGraph {
  readonly nodes: ReadonlyMap<string, RoleNode>;
  /** From a role to the roles that it includes directly. */
  readonly down: ReadonlyMap<string, readonly string[]>;
}

/** The roles through which a permission can come. */
export interface Leads extends RoleGraph {
  /** Roles that hold the permission themselves. */
  readonly holding: ReadonlySet<string>;
  /** The role `admin` of the application. */
  readonly admin: string | undefined;
}

/** The given roles and all that they include, with the edges between them. */
export async function rolesBelow({ connection, no }: Snapshot, roleIds: readonly string[]): Promise<RoleGraph> {
  const { rows } = await connection.query<RoleNode & { included: string | null }>({
    name: 'roles-below',
    text: belowQuery,
    values: [no, roleIds],
  });
  return graphOf(rows);
}

/** Every role that brings a permission, itself or by inclusion, and every role that brings `admin`. */
export async function leadsTo(
  { connection, no }: Snapshot,
  appId: string,
  permissionId: string | null,
): Promise<Leads> {
  const { rows } = await connection.query<RoleNode & { included: string | null; holds: boolean }>({
    name: 'roles-leading',
    text: leadsQuery,
    values: [no, appId, permissionId, adminRole],
  });
  const admin = rows.find(({ name }) => name === adminRole)?.id;
  return {
    ...graphOf(rows),
    holding: new Set(rows.filter(({ holds, id }) => holds && id !== admin).map(({ id }) => id)),
    admin,
  };
}

function graphOf(rows: readonly (RoleNode & { included: string | null })[]): RoleGraph {
  const nodes = new Map<string, RoleNode>();
  for (const { id, name, title } of rows) nodes.set(id, { id, name, title });
  const down = new Map<string, string[]>();
  for (const { id, included } of rows) if (included !== null && nodes.has(included)) collect(down, id, included);
  return { nodes, down };
}

const live = (alias: string) => inForce(alias, '$1');

const included = (role: string) =>
  `lateral (select i.included_id from inclusions i where i.role_id = ${role} and ${live('i')} offset 0) i`;

const belowQuery = `
  with recursive below(id) as (
    select id from unnest($2::uuid[]) as given(id)
    union
    select i.included_id from below b cross join ${included('b.id')}
  )
  select n.id, n.name, n.title, i.included_id as included
  from roles n left join ${included('n.id')} on true where n.id = any(array(select id from below)) and ${live('n')}`;

const leadsQuery = `
  with recursive target(id, holds) as (
    select rp.role_id, true from role_permissions rp where rp.permission_id = $3 and ${live('rp')}
    union
    select r.id, false from roles r where r.app_id = $2 and r.name = $4 and ${live('r')}
  ),
  leads(role_id, included_id, holds) as (
    select t.id, null::uuid, t.holds from target t
    union
    select i.role_id, i.included_id, false from leads l cross join lateral (
      select i.role_id, i.included_id from inclusions i where i.included_id = l.role_id and ${live('i')} offset 0
    ) i
  )
  select n.id, n.name, n.title, l.included_id as included, l.holds
  from leads l cross join lateral (select n.id, n.name, n.title from roles n where n.id = l.role_id and ${live('n')} offset 0) n`;
