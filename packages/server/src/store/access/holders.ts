import { type Holder, limits, type Page } from '@licet/contract';
import { filtersOf, readCursor, writeCursor } from '../kernel/cursor.ts';
import { ended, present } from '../kernel/facts.ts';
import { inNameOrder } from '../kernel/lists.ts';
import { folded, patternsOf } from '../kernel/matching.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { join, named, type Sql, sql, Value } from '../kernel/sql.ts';
import { asOf, type Walk, withWalks } from '../walk/walk.ts';
import type { PermissionBasis } from './basis.ts';
import { waysOf } from './paths.ts';
import { loadPrincipals } from './principals.ts';
import type { Leads } from './role-graph.ts';
import type { CataloguePermission, Subject } from './subjects.ts';

export interface HoldersQuery {
  /** Part of a name, a username or an address. */
  readonly q?: string | undefined;
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
}

/**
 * The users and programs that hold a permission, explicitly or by the role admin, sorted by name regardless of case,
 * with their paths. Suspended users hold nothing. The total is exact up to `limits.holdersMax`.
 */
export async function holders(
  snapshot: Snapshot,
  { application, permission, leads }: PermissionBasis & { readonly permission: CataloguePermission },
  query: HoldersQuery = {},
): Promise<Page<Holder>> {
  const { asOf: instant } = snapshot;
  const filters = filtersOf({ application: application.id, permission: permission.id, q: query.q ?? '' });
  const boundTo = ['holders', filters, ...(instant === undefined ? [] : [instant])].join(' ');
  const after =
    query.cursor === undefined ? [null, null] : readCursor(query.cursor, boundTo, [{ type: 'text' }, { type: 'uuid' }]);
  const size = query.limit ?? limits.pageDefault.value;
  const asked: Asked = {
    roles: [...leads.nodes.keys()],
    permission: permission.id,
    app: application.id,
    patterns: patternsOf(query.q),
    after,
    size,
  };
  const found = await find(snapshot, asked);
  const onPage = found.rows.slice(0, size);
  const items = await withPaths(snapshot, application, permission, leads, onPage);
  const last = found.rows.length > size ? onPage.at(-1) : undefined;
  return {
    items,
    next: last ? writeCursor(boundTo, [last.key, last.id]) : null,
    total: found.total,
    atLeast: found.atLeast,
  };
}

interface Asked {
  readonly roles: readonly string[];
  readonly permission: string;
  readonly app: string;
  /** Sets of conditions: a name matches if it meets all conditions of one set. */
  readonly patterns: readonly (readonly string[])[];
  /** The sort key and the id after which the page begins. */
  readonly after: readonly (string | number | null)[];
  readonly size: number;
}

interface Found {
  readonly kind: 'user' | 'client';
  readonly id: string;
  readonly name: string;
  /** A user's username, or the identifier of a program's application. */
  readonly detail: string;
  /** The sort key of the list. */
  readonly key: string;
}

async function find(snapshot: Snapshot, asked: Asked): Promise<{ rows: Found[]; total: number; atLeast: boolean }> {
  const { connection, no, at } = snapshot;
  const max = limits.holdersMax.value;
  const walk = asOf(no, at);
  const gives = givesGoal(walk, asked);
  const suffix = asked.patterns.length > 0 ? `-searched-${asked.patterns.length}` : '';
  const few = async (most: number) => {
    const { rows } = await connection.query<{ candidates: number; total: number; rows: Found[]; groups: string[] }>(
      named(`holders-few${suffix}`, fewOf(walk, gives, asked, most)),
    );
    return rows[0] ?? { candidates: 0, total: 0, rows: [], groups: [] };
  };
  // A user with several paths is a candidate several times. Reading twice the bound is usually enough to decide whether
  // the total exceeds the bound.
  const most = 2 * max;
  const first = await few(most);
  if (first.candidates < most && first.total <= max) return { ...first, atLeast: false };
  if (first.candidates >= most && first.total <= max) {
    const all = await few(everything);
    if (all.total <= max) return { ...all, atLeast: false };
  }
  const { rows: newest } = await connection.query<{ present: boolean }>(
    named('is-newest', sql`select (select no from change order by no desc limit 1) <= ${no} as present`),
  );
  const now = newest[0]?.present ?? false;
  const groups = new Value(first.groups);
  const { rows } = await connection.query<Found>(
    named(`holders-walk${now ? '' : '-past'}${suffix}`, along(walk, gives, groups, asked, now)),
  );
  return { rows, total: max, atLeast: true };
}

async function withPaths(
  snapshot: Snapshot,
  application: Subject,
  permission: CataloguePermission,
  leads: Leads,
  found: readonly Found[],
): Promise<Holder[]> {
  const filter = { roles: [...leads.nodes.keys()], permission: permission.id };
  const ids = found.map(({ id }) => id);
  const ways = waysOf(await loadPrincipals(snapshot, ids, application.id, filter), leads, snapshot.at);
  const goal = { permission: permission.id, roles: leads.holding, admin: leads.admin };
  const listed = await ways.each(ids, (id) => ways.to(id, goal));
  const holding: Holder[] = [];
  for (const [place, { kind, id, name, detail }] of found.entries()) {
    const user = { kind, id, name, detail };
    const paths = listed[place];
    if (paths) holding.push({ user, admin: paths.paths[0]?.admin ?? false, ...paths });
    else {
      const admin = leads.admin !== undefined && (await ways.held(id)).has(leads.admin);
      holding.push({ user, admin, paths: [], pathCount: 0, tooManyPaths: true });
    }
  }
  return holding;
}

const everything = 2_000_000_000;

/** True for a grant `x` that gives the permission or role now. */
const givesGoal = (walk: Walk, { roles, permission }: Asked): Sql => {
  const [roleIds, permissionId] = [new Value(roles), new Value(permission)];
  return sql`${walk.granted('x')} and (x.role_id = any(${roleIds}::uuid[]) or x.permission_id = ${permissionId})`;
};

const likeAll = (text: Sql, { patterns }: Asked): Sql =>
  patterns.length === 0
    ? sql`true`
    : sql`(${join(
        patterns.map((set) => sql`${text} like all (${set}::text[])`),
        ' or ',
      )})`;
const searched = (asked: Asked): Sql => likeAll(sql`u.sought`, asked);
// No name is empty, so without a cursor the page begins after the empty name.
const beyond = ({ after: [key, id] }: Asked): Sql =>
  sql`(${sorted}, u.id) > (coalesce(${key}::text, '') collate names, coalesce(${id}::uuid, '00000000-0000-0000-0000-000000000000'))`;
const sorted = inNameOrder(sql`u.name`);

const asUser = sql`'user' as kind, u.id, u.name, u.username as detail, u.name as key`;

/**
 * Selects the programs that hold the permission or role, with the same columns as users. Programs are few and have no
 * index by name.
 */
const programs = (walk: Walk, gives: Sql, asked: Asked): Sql => sql`
  select 'client' as kind, u.id, u.name, a.key as detail, u.name as key
  from clients u join applications a on a.id = u.app_id and ${walk.counts('a')}
  where u.id = any(array(select x.principal_id from grants x where x.principal_kind = 'client' and ${gives}))
    and ${walk.program('u')} and ${likeAll(folded(sql`u.name`), asked)}`;

// Selects the holders up to the exact bound. Beyond the bound it does not sort, and reads only enough rows to show that
// there are more.
const fewOf = (walk: Walk, gives: Sql, asked: Asked, most: number): Sql => sql`
  ${withWalks(
    walk.groupsBelow('below', sql`select x.principal_id from grants x where x.principal_kind = 'group' and ${gives}`),
  )},
  candidates as materialized (
    select x.principal_id as id from grants x where x.principal_kind = 'user' and ${gives}
    union all
    select m.member_id from memberships m where m.group_id = any(array(select id from below)) and m.member_kind = 'user' and ${walk.counts('m')}
    limit ${most}
  ),
  found as materialized (
    select ${asUser} from users u
    where u.id = any(array(select distinct id from candidates)) and ${walk.enabled('u')} and ${searched(asked)}
    union all
    ${programs(walk, gives, asked)}
    limit ${limits.holdersMax.value + 1}
  )
  select array(select id from below) as groups, (select count(*) from candidates) as candidates, (select count(*) from found) as total, coalesce((
    select json_agg(p) from (
      select u.kind, u.id, u.name, u.detail, u.key from found u where ${beyond(asked)} order by ${sorted}, u.id limit ${asked.size + 1}
    ) p
  ), '[]') as rows`;

// Reads rows of users along their name indexes: current rows and, unless nothing has changed since the snapshot, ended
// rows. The subquery with `limit` runs once for each user. “is true” keeps the condition out of index scans, so that
// the subquery reads only that user's facts. The planner would choose wrongly, because it has no statistics for fresh
// tables.
const along = (walk: Walk, gives: Sql, groups: Value, asked: Asked, now: boolean): Sql => sql`
  select * from (${people(walk, gives, groups, asked, present('u'))}
  union all
  ${now ? sql`` : sql`${people(walk, gives, groups, asked, ended('u'))} union all`}
  (select * from (${programs(walk, gives, asked)}) u where ${beyond(asked)} order by ${sorted}, u.id limit ${asked.size + 1})) found
  order by ${inNameOrder(sql`key`)}, id limit ${asked.size + 1}`;

const people = (walk: Walk, gives: Sql, groups: Value, asked: Asked, which: Sql): Sql => sql`
  (select ${asUser} from users u
  where ${walk.enabled('u')} and ${searched(asked)} and ${beyond(asked)} and ${which} and (
    select true from grants x where x.principal_id = u.id and x.app_id = ${asked.app} and (${gives}) is true
    union all
    select true from memberships m where m.member_id = u.id and (m.group_id = any(${groups}::uuid[])) is true and ${walk.counts('m')}
    limit 1
  )
  order by ${sorted}, u.id limit ${asked.size + 1})`;
