import { adminRole, type Ref } from '@licet/contract';
import type { Snapshot } from '../kernel/snapshot.ts';
import { identifier, prepared, type Sql, sql } from '../kernel/sql.ts';
import { asOf, type Walk, withWalks } from '../walk/walk.ts';

export interface RoleNode extends Ref {
  readonly title: string;
}

/** Roles and their inclusions. */
export interface RoleGraph {
  readonly nodes: ReadonlyMap<string, RoleNode>;
  /** From a role to the roles that it includes directly. */
  readonly down: ReadonlyMap<string, readonly string[]>;
}

/** The roles that can give a permission. */
export interface Leads extends RoleGraph {
  /** Roles that hold the permission themselves. */
  readonly holding: ReadonlySet<string>;
  /** The role `admin` of the application. */
  readonly admin: string | undefined;
}

/** Every role that gives the permission, itself or through an included role, and every role that gives `admin`. */
export async function leadsTo(
  { connection, no, at }: Snapshot,
  appId: string,
  permissionId: string | null,
): Promise<Leads> {
  const { rows } = await connection.query<LeadRow>(leads(no, at, appId, permissionId));
  return leadsOf(rows);
}

/** Finds the roles that can give a permission, in rows that another statement has read. */
export function leadsOf(rows: readonly LeadRow[]): Leads {
  const admin = rows.find(({ name }) => name === adminRole)?.id;
  return {
    ...graphOf(rows),
    holding: new Set(rows.filter(({ holds, id }) => holds && id !== admin).map(({ id }) => id)),
    admin,
  };
}

/** Builds a graph from the rows of {@link edges}. */
export function graphOf(rows: readonly GraphRow[]): RoleGraph {
  const nodes = new Map<string, RoleNode>();
  for (const { id, name, title } of rows) nodes.set(id, { id, name, title });
  const down = new Map<string, string[]>();
  for (const { id, included } of rows) {
    const those = included.filter((one) => nodes.has(one));
    if (those.length > 0) down.set(id, those);
  }
  return { nodes, down };
}

/** The number of the roles and inclusions of a graph. */
export function sizeOf({ nodes, down }: RoleGraph): number {
  let size = nodes.size;
  for (const included of down.values()) size += included.length;
  return size;
}

/** A role with the roles that it includes directly. */
export type GraphRow = RoleNode & { readonly included: readonly string[] };
export type LeadRow = GraphRow & { readonly holds: boolean };

const leads = prepared<[no: number, at: string, appId: string, permissionId: string | null]>(
  'roles-leading',
  (no, at, appId, permissionId) => {
    const walk = asOf(no, at);
    const holding = sql`select rp.role_id from role_permissions rp where rp.permission_id = ${permissionId} and ${walk.counts('rp')}`;
    const admin = sql`select r.id from roles r where r.app_id = ${appId} and r.name = ${adminRole} and ${walk.counts('r')}`;
    return sql`
      ${withWalks(
        sql`holding(id) as materialized (${holding})`,
        walk.rolesAbove('above', sql`select id from holding union ${admin}`),
      )}
      select n.id, n.name, n.title, i.included, n.id in (select id from holding) as holds
      from ${edges(walk, 'above')}`;
  },
);

/**
 * Roles `n` of a walk, each with `i.included`: the roles of the walk that it includes. One row a role, because hundreds of roles can include
 * each other. “Is true” keeps the condition a lookup in a hash table instead of a join for each role.
 */
export const edges = (walk: Walk, among: string): Sql => sql`
  roles n cross join lateral (
    select array(
      select i.included_id from inclusions i
      where i.role_id = n.id and (i.included_id in (select id from ${identifier(among)})) is true and ${walk.counts('i')}
    ) as included
  ) i where n.id = any(array(select id from ${identifier(among)})) and ${walk.counts('n')}`;
