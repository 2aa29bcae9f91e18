import { foldIdentity, type Holder, limits, type Page } from '@licet/contract';
import { readCursor, writeCursor } from '../kernel/cursor.ts';
import { inForce, type Snapshot } from '../kernel/snapshot.ts';
import { waysOf } from './paths.ts';
import { loadPrincipals } from './principals.ts';
import { type Leads, leadsTo } from './roleGraph.ts';
import type { CataloguePermission, Subject } from './subjects.ts';

export interface HoldersQuery {
  /** Part of a name or username, whatever its case. */
  readonly q?: string | undefined;
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
}

/**
 * Who holds a permission, explicitly or by the role admin, sorted by name whatever its case, with the ways it comes by. Suspended users hold
 * nothing. The total is exact up to `limits.holdersMax`.
 */
export async function holders(
  snapshot: Snapshot,
  application: Subject,
  permission: CataloguePermission,
  query: HoldersQuery = {},
): Promise<Page<Holder>> {
  const after =
    query.cursor === undefined
      ? [null, null]
      : readCursor(query.cursor, 'holders', [{ type: 'text' }, { type: 'uuid' }]);
  const leads = await leadsTo(snapshot, application.id, permission.id);
  const size = query.limit ?? limits.pageDefault.value;
  const asked: Asked = {
    roles: [...leads.nodes.keys()],
    permission: permission.id,
    app: application.id,
    patterns: patternsOf(query.q ?? ''),
    after,
    size,
  };
  const found = await find(snapshot, asked);
  const shown = found.rows.slice(0, size);
  const items = await withPaths(snapshot, application, permission, leads, shown);
  const last = found.rows.length > size ? shown.at(-1) : undefined;
  return {
    items,
    next: last ? writeCursor('holders', [last.key, last.id]) : null,
    total: found.total,
    atLeast: found.atLeast,
  };
}

interface Asked {
  readonly roles: readonly string[];
  readonly permission: string;
  readonly app: string;
  /** What every name must be like. */
  readonly patterns: readonly string[];
  /** The key and id that the page begins after. */
  readonly after: readonly (string | number | null)[];
  readonly size: number;
}

interface Found {
  readonly id: string;
  readonly name: string;
  readonly username: string;
  /** What the list is sorted by. */
  readonly key: string;
}

async function find(snapshot: Snapshot, asked: Asked): Promise<{ rows: Found[]; total: number; atLeast: boolean }> {
  const { connection, no, at } = snapshot;
  const max = limits.holdersMax.value;
  const { rows: lists } = await connection.query<{ groups: string[] }>({
    name: 'holding-groups',
    text: groupsQuery,
    values: [no, at, asked.roles, asked.permission],
  });
  const shared = [
    no,
    at,
    asked.roles,
    asked.permission,
    lists[0]?.groups ?? [],
    asked.patterns,
    ...asked.after,
    asked.size + 1,
  ];
  const few = async (most: number) => {
    const { rows } = await connection.query<{ candidates: number; total: number; rows: Found[] }>({
      name: 'holders-few',
      text: fewQuery,
      values: [...shared, most],
    });
    return rows[0] ?? { candidates: 0, total: 0, rows: [] };
  };
  // Candidates repeat when somebody holds by several ways: twice the bound tells most cases apart without reading all.
  const most = 2 * max;
  const first = await few(most);
  if (first.candidates < most && first.total <= max) return { ...first, atLeast: false };
  if (first.candidates >= most && first.total <= max) {
    const all = await few(everything);
    if (all.total <= max) return { ...all, atLeast: false };
  }
  const { rows: newest } = await connection.query<{ present: boolean }>({
    name: 'is-newest',
    text: 'select not exists (select from change where no > $1) as present',
    values: [no],
  });
  const present = newest[0]?.present ?? false;
  const { rows } = await connection.query<Found>({
    name: `holders-walk${present ? '' : '-past'}${asked.patterns.length > 0 ? '-searched' : ''}`,
    text: walkQuery(present, asked.patterns.length > 0),
    values: [...shared, asked.app],
  });
  return { rows, total: max, atLeast: true };
}

async function withPaths(
  snapshot: Snapshot,
  application: Subject,
  permission: CataloguePermission,
  leads: Leads,
  users: readonly Found[],
): Promise<Holder[]> {
  const filter = { roles: [...leads.nodes.keys()], permission: permission.id };
  const ids = users.map(({ id }) => id);
  const ways = waysOf(await loadPrincipals(snapshot, ids, application.id, filter), leads, snapshot.at);
  return users.map(({ id, name, username }) => {
    const goal = { permission: permission.id, roles: leads.holding, admin: leads.admin };
    const found = ways.to(id, goal);
    return { user: { kind: 'user', id, name, detail: username }, admin: found.paths[0]?.admin ?? false, ...found };
  });
}

/** A pattern for each word of what is searched for. */
function patternsOf(q: string): string[] {
  const words = foldIdentity(q.toWellFormed()).split(/[\p{Cc}\s]+/u);
  return words.filter((word) => word !== '').map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`);
}

const everything = 2_000_000_000;

const live = (alias: string) => inForce(alias, '$1');
const bringing = (alias: string) =>
  `${live(alias)} and ${alias}.starts <= $2 and $2 < ${alias}.ends and (${alias}.role_id = any($3::uuid[]) or ${alias}.permission_id = $4)`;

const groupsQuery = `
  with recursive below(id) as (
    select x.principal_id from grants x where x.principal_kind = 'group' and ${bringing('x')}
    union
    select m.member_id from below b cross join lateral (
      select m.member_id from memberships m where m.group_id = b.id and m.member_kind = 'group' and ${live('m')} offset 0
    ) m
  )
  select coalesce(array_agg(id), '{}') as groups from below`;

const searched = 'u.search like all ($6::text[])';
const wanted = `${live('u')} and u.status <> 'suspended' and ${searched}`;
// No name is empty: the page without a cursor begins after the empty one.
const beyond = `(lower(u.name) collate "C", u.id) > (coalesce($7::text, '') collate "C", coalesce($8::uuid, '00000000-0000-0000-0000-000000000000'))`;

const fewQuery = `
  with candidates as materialized (
    select x.principal_id as id from grants x where x.principal_kind = 'user' and ${bringing('x')}
    union all
    select m.member_id from memberships m where m.group_id = any($5::uuid[]) and m.member_kind = 'user' and ${live('m')}
    limit $10
  ),
  found as materialized (
    select u.id, u.name, u.username, lower(u.name) as key from users u where u.id = any(array(select distinct id from candidates)) and ${wanted}
  )
  select (select count(*) from candidates) as candidates, (select count(*) from found) as total, coalesce((
    select json_agg(p) from (select u.id, u.name, u.username, u.key from found u where ${beyond} order by lower(u.name) collate "C", u.id limit $9) p
  ), '[]') as rows`;

// Now, users are walked along their index by name; at a past instant they are sorted first. A subquery with a limit is asked
// for each user in turn, and “is true” keeps it to the user's own facts: the planner knows little of fresh tables.
const walkQuery = (present: boolean, search: boolean) => `
  select u.id, u.name, u.username, lower(u.name) as key from users u
  where ${live('u')} and u.status <> 'suspended' and ${search ? searched : '$6::text[] is not null'} and ${beyond}
    ${present ? 'and u.no_to = 9223372036854775807' : ''} and (
    select true from grants x where x.principal_id = u.id and x.app_id = $10 and (${bringing('x')}) is true
    union all
    select true from memberships m where m.member_id = u.id and (m.group_id = any($5::uuid[])) is true and ${live('m')}
    limit 1
  )
  order by lower(u.name) collate "C", u.id limit $9`;
