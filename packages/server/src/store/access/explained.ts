import { type AccessItem, compareNames, limits, type Page, type Ref, searchFilter } from '@licet/contract';
import { filtersOf, readCursor, writeCursor } from '../kernel/cursor.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { idsOf, prepared, sql } from '../kernel/sql.ts';
import { asOf as asOfNo, withWalks } from '../walk/walk.ts';
import type { Basis } from './basis.ts';
import type { EffectiveAccess } from './effective.ts';
import { waysOf } from './paths.ts';
import { loadPrincipals } from './principals.ts';
import { edges, type GraphRow, graphOf, type RoleGraph } from './role-graph.ts';

export interface ItemsQuery {
  /** Part of a permission's name. */
  readonly q?: string | undefined;
  readonly sort?: 'name' | '-name' | undefined;
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
}

/** Effective access with the paths to each role, and to each permission on one page of results. */
export interface ExplainedAccess {
  readonly effective: EffectiveAccess;
  readonly roles: AccessItem[];
  readonly permissions: Page<AccessItem>;
}

/** @throws Refusal `invalid_cursor`, `too_large` */
export async function explainAccess(
  snapshot: Snapshot,
  { application, party, held: effective }: Basis,
  query: ItemsQuery = {},
): Promise<ExplainedAccess> {
  const { shown, ...page } = pageOf(snapshot, effective.permissions, query, [application.id, party.id]);
  if (effective.roles.length + effective.permissions.length === 0)
    return { effective, roles: [], permissions: { items: [], ...page } };
  const principals = await loadPrincipals(snapshot, [party.id], application.id);
  const granted = [...principals.grants.values()].flat().map(({ roleId }) => roleId);
  const { graph, known } = await rolesAndItems(snapshot, new Set(granted.filter((role) => role !== null)), shown);
  const pathsTo = await waysOf(principals, graph, snapshot.at).ofOne(party.id);
  const roles: AccessItem[] = [];
  for (const { id, name } of effective.roles)
    roles.push({ id, name, title: graph.nodes.get(id)?.title ?? '', ...(await pathsTo({ roles: new Set([id]) })) });
  const items: AccessItem[] = [];
  for (const { id, name } of shown) {
    const { title = '', roles: those } = known.get(id) ?? {};
    items.push({ id, name, title, ...(await pathsTo({ permission: id, roles: new Set(those) })) });
  }
  return { effective, roles, permissions: { items, ...page } };
}

/**
 * Reads the granted roles with all roles that they include. For each shown permission, reads its title and which of
 * these roles hold it.
 */
async function rolesAndItems(
  { connection, no, at }: Snapshot,
  granted: ReadonlySet<string>,
  shown: readonly Ref[],
): Promise<{ graph: RoleGraph; known: ReadonlyMap<string, { title: string; roles: string[] }> }> {
  type Row = GraphRow & { roles: string[] | null };
  const { rows } = await connection.query<Row>(
    below(
      no,
      at,
      [...granted],
      shown.map(({ id }) => id),
    ),
  );
  const graph = graphOf(rows.filter(({ roles }) => roles === null));
  const known = new Map(rows.flatMap(({ id, title, roles }) => (roles === null ? [] : [[id, { title, roles }]])));
  return { graph, known };
}

const below = prepared<[no: number, at: string, roleIds: readonly string[], permissionIds: readonly string[]]>(
  'roles-below-and-items',
  (no, at, roleIds, permissionIds) => {
    const walk = asOfNo(no, at);
    return sql`
      ${withWalks(walk.rolesBelow('below', sql`select id from unnest(${idsOf(roleIds)}) as given(id)`))}
      select n.id, n.name, n.title, i.included, null::uuid[] as roles from ${edges(walk, 'below')}
      union all
      select p.id, p.name, p.title, '{}', array(
        select rp.role_id from role_permissions rp
        where rp.permission_id = p.id and rp.role_id = any(array(select id from below)) and ${walk.counts('rp')}
      ) from permissions p where p.id = any(${idsOf(permissionIds)}) and ${walk.counts('p')}`;
  },
);

function pageOf(
  { asOf }: Snapshot,
  all: readonly Ref[],
  { q, sort, cursor, limit }: ItemsQuery,
  of: readonly string[],
) {
  const descending = sort === '-name';
  const boundTo = ['access', sort ?? 'name', filtersOf({ of, q: q ?? '' }), asOf ?? ''].join(' ');
  const fits = searchFilter(q);
  const found = all.filter(({ name }) => fits(name)).sort((one, other) => compareNames(one.name, other.name));
  const ordered = descending ? found.toReversed() : found;
  let from = 0;
  if (cursor !== undefined) {
    const [name, id] = readCursor(cursor, boundTo, [{ type: 'text' }, { type: 'uuid' }]);
    const place = ordered.findIndex((item) => item.id === id);
    const after = (item: Ref) => compareNames(item.name, String(name)) * (descending ? -1 : 1) > 0;
    const next = place < 0 ? ordered.findIndex(after) : place + 1;
    from = next < 0 ? ordered.length : next;
  }
  const shown = ordered.slice(from, from + (limit ?? limits.pageDefault.value));
  const last = shown.at(-1);
  const more = from + shown.length < ordered.length && last;
  return {
    shown,
    next: more ? writeCursor(boundTo, [more.name, more.id]) : null,
    total: ordered.length,
    atLeast: false,
  };
}
