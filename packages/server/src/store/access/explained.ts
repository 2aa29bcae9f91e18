import { type AccessItem, limits, type Page, type Ref } from '@licet/contract';
import { readCursor, writeCursor } from '../kernel/cursor.ts';
import { inForce, type Snapshot } from '../kernel/snapshot.ts';
import { prepared, sql } from '../kernel/sql.ts';
import { type EffectiveAccess, effectiveAccess } from './effective.ts';
import { type Ways, waysOf } from './paths.ts';
import { loadPrincipals } from './principals.ts';
import { rolesBelow } from './role-graph.ts';
import type { Party, Subject } from './subjects.ts';

export interface ItemsQuery {
  /** Part of a permission's name, whatever its case. */
  readonly q?: string | undefined;
  readonly sort?: 'name' | '-name' | undefined;
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
}

/** Effective access with the ways in which each role, and each permission of a page, comes by. */
export interface ExplainedAccess {
  readonly effective: EffectiveAccess;
  readonly roles: AccessItem[];
  readonly permissions: Page<AccessItem>;
}

/** @throws Refusal `invalid_cursor` */
export async function explainAccess(
  snapshot: Snapshot,
  user: Party,
  application: Subject,
  query: ItemsQuery = {},
): Promise<ExplainedAccess> {
  const effective = await effectiveAccess(snapshot, user.id, application.id);
  const { shown, ...page } = pageOf(effective.permissions, query);
  if (effective.roles.length + effective.permissions.length === 0)
    return { effective, roles: [], permissions: { items: [], ...page } };
  const principals = await loadPrincipals(snapshot, [user.id], application.id);
  const granted = [...principals.grants.values()].flat().map(({ roleId }) => roleId);
  const graph = await rolesBelow(snapshot, [...new Set(granted.filter((role) => role !== null))]);
  const ways = waysOf(principals, graph, snapshot.at);
  const roles = effective.roles.map(({ id, name }) => ({
    id,
    name,
    title: graph.nodes.get(id)?.title ?? '',
    ...ways.to(user.id, { roles: new Set([id]) }),
  }));
  const items = await permissionItems(snapshot, user, ways, shown, [...graph.nodes.keys()]);
  return { effective, roles, permissions: { items, ...page } };
}

async function permissionItems(
  { connection, no }: Snapshot,
  user: Party,
  ways: Ways,
  shown: readonly Ref[],
  roleIds: readonly string[],
): Promise<AccessItem[]> {
  const { rows } = await connection.query<{ id: string; title: string; roles: string[] }>(
    bringers(
      no,
      shown.map(({ id }) => id),
      roleIds,
    ),
  );
  const known = new Map(rows.map((row) => [row.id, row]));
  return shown.map(({ id, name }) => ({
    id,
    name,
    title: known.get(id)?.title ?? '',
    ...ways.to(user.id, { permission: id, roles: new Set(known.get(id)?.roles) }),
  }));
}

const bringers = prepared<[no: number, permissionIds: readonly string[], roleIds: readonly string[]]>(
  'permissions-of-roles',
  (no, permissionIds, roleIds) => sql`
    select p.id, p.title, array(
      select rp.role_id from role_permissions rp
      where rp.permission_id = p.id and rp.role_id = any(${roleIds}::uuid[]) and ${inForce('rp', no)}
    ) as roles
    from permissions p where p.id = any(${permissionIds}::uuid[]) and ${inForce('p', no)}`,
);

function pageOf(all: readonly Ref[], { q, sort, cursor, limit }: ItemsQuery) {
  const descending = sort === '-name';
  const boundTo = `access ${sort ?? 'name'}`;
  const words = (q ?? '').normalize('NFKC').toLowerCase().split(/\s+/u);
  const found = all.filter(({ name }) => words.every((word) => name.normalize('NFKC').toLowerCase().includes(word)));
  const ordered = descending ? found.toReversed() : found;
  let from = 0;
  if (cursor !== undefined) {
    const [name, id] = readCursor(cursor, boundTo, [{ type: 'text' }, { type: 'uuid' }]);
    const place = ordered.findIndex((item) => item.id === id);
    const after = (item: Ref) => byCodePoint(item.name, String(name)) * (descending ? -1 : 1) > 0;
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

function byCodePoint(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
