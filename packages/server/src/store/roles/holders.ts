import { createBoundedCache } from '@licet/api/verify';
import { limits } from '@licet/contract';
import { breathing } from '../../breathing.ts';
import { refuse } from '../../refusal.ts';
import { ended, present } from '../kernel/facts.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { fragment, identifier, idsOf, named, type Sql, sql } from '../kernel/sql.ts';
import { asRecorded, type Walk, walkOf, withWalks } from '../walk/walk.ts';

// Sorting roles by the number of their holders needs a count for each role, which takes seconds for two thousand roles.
// So counts are cached with their change number and instant. A role is counted again only if its holders may have
// changed: by later facts, or because a grant has started or ended.

/** The numbers of users and programs that hold a role. */
export interface RoleHolders {
  readonly id: string;
  readonly holders: number;
  readonly programs: number;
}

/** The holders of each role of an application at a snapshot; roles without holders are left out. */
export async function holdersOfRoles(snapshot: Snapshot, appId: string): Promise<readonly RoleHolders[]> {
  const { asOf, no, at } = snapshot;
  if (asOf !== undefined || 'record' in snapshot) return counted(snapshot, appId);
  const name = nameOf(snapshot, appId);
  const known = cache.get(name);
  const since = known && known.no <= no && known.at <= at ? known : undefined;
  const { touched, isChange, head } = await touchedSince(snapshot, appId, since);
  const goesOn = since !== undefined && isChange && touched.length <= since.roles.size / 4 + few;
  const roles = goesOn ? since.roles : new Map<string, RoleHolders>();
  const fresh = goesOn
    ? touched.length > 0
      ? await counted(snapshot, appId, touched)
      : []
    : await counted(snapshot, appId);
  const next = new Map(roles);
  for (const id of touched) next.delete(id);
  for (const row of fresh) next.set(row.id, row);
  if (head !== null) cache.set(name, { no, at, head, roles: next });
  return [...next.values()];
}

interface Cached {
  readonly no: number;
  readonly at: string;
  /**
   * The hash of the cached change. If a failover loses the last changes, their numbers are used again, and only the
   * hash reveals that.
   */
  readonly head: string;
  readonly roles: ReadonlyMap<string, RoleHolders>;
}

/** The maximum number of applications in the cache. Each role takes a few hundred bytes. */
const cache = createBoundedCache<Cached>(50);
/** If at most a quarter of the cached roles plus this number are touched, only the touched roles are counted again. */
const few = 20;

/** The database is part of the key, because tests open several databases in one process. */
const nameOf = ({ connection }: Snapshot, appId: string) =>
  `${'database' in connection ? connection.database : ''} ${appId}`;

interface Touched {
  readonly touched: readonly string[];
  /** Whether the change with the cached number still has the cached hash. */
  readonly isChange: boolean;
  /** The hash of the snapshot's change. */
  readonly head: string | null;
}

/**
 * The roles that may have gained or lost a holder: by a grant, a group, a role that includes them, a reactivation, or
 * time. A request may see facts that are newer than its snapshot, so the next request examines these facts again.
 */
async function touchedSince(
  { connection, no, at }: Snapshot,
  appId: string,
  since: Cached | undefined,
): Promise<Touched> {
  const walk = asRecorded(at);
  const from = since?.no ?? no;
  const written = (columns: string, table: string) => sql`
    select ${fragment(columns)} from ${identifier(table)} f where f.no_from > ${from}
    union select ${fragment(columns)} from ${identifier(table)} f where f.no_to > ${from} and ${ended('f')}`;
  const turned = (column: string) => sql`
    select f.role_id from grants f where f.app_id = ${appId} and ${present('f')}
      and ${identifier(`f.${column}`)} > ${since?.at ?? at} and ${identifier(`f.${column}`)} <= ${at}`;
  const { rows } = await connection.query<Touched>(
    named(
      'roles-touched',
      sql`
    ${withWalks(
      walk.groupsAbove('concerned', sql`${written('f.group_id', 'memberships')} union ${written('f.id', 'users')}`),
      walk.rolesBelow(
        'touched',
        sql`select role_id from (
          select role_id from (${written('f.role_id, f.app_id', 'grants')}) g where g.app_id = ${appId}
          union ${turned('starts')} union ${turned('ends')}
          union select x.role_id from concerned w cross join lateral (
            select x.role_id from grants x where x.principal_id = w.id and x.app_id = ${appId} and ${present('x')} offset 0
          ) x
          union ${written('f.included_id', 'inclusions')}
        ) seed where role_id is not null`,
      ),
    )}
    select array(select r.id from roles r where r.id = any(array(select id from touched)) and r.app_id = ${appId}) as touched,
      exists (select from change c where c.no = ${from} and encode(c.hash, 'hex') = ${since?.head ?? ''}) as "isChange",
      (select encode(c.hash, 'hex') from change c where c.no = ${no}) as head`,
    ),
  );
  return rows[0] ?? { touched: [], isChange: false, head: null };
}

/** The holders of some roles, by id; a role without holders has no entry. */
export async function holdersOf(snapshot: Snapshot, ids: readonly string[]): Promise<ReadonlyMap<string, RoleHolders>> {
  return holdersById(ids.length === 0 ? [] : await counted(snapshot, undefined, ids));
}

export const holdersById = (roles: readonly RoleHolders[]): ReadonlyMap<string, RoleHolders> =>
  new Map(roles.map((role) => [role.id, role]));

async function counted(snapshot: Snapshot, appId: string | undefined, ids?: readonly string[]): Promise<RoleHolders[]> {
  const walk = walkOf(snapshot);
  const which = sql`${ids === undefined ? sql`r.app_id = ${appId}` : sql`r.id = any(${idsOf(ids)})`} and ${walk.counts('r')}`;
  // Counting all roles involves so many users that reading all of them is cheaper. For a few roles, each user is looked
  // up.
  const enabled =
    ids === undefined
      ? sql`join users u on u.id = h.id and ${walk.enabled('u')}`
      : sql`cross join lateral (select from users u where u.id = h.id and ${walk.enabled('u')} offset 0) u`;
  const above = await grantedAbove(snapshot, which);
  if (above.held.length === 0) return [];
  const { rows } = await snapshot.connection.query<RoleHolders>(countedIn(walk, above, enabled));
  return rows;
}

/** Counts all roles together, so that a grant that several roles share is walked once. */
const countedIn = (walk: Walk, above: Above, enabled: Sql): Sql => sql`
  ${withWalks(...givenThrough(walk, above), ...heldBy(walk))}
  select r.id, coalesce(people.count, 0) as holders, coalesce(programs.count, 0) as programs
  from (select distinct role as id from given) r
  left join (
    select h.role, count(*)::int as count from held h ${enabled} group by h.role
  ) people on people.role = r.id
  left join (
    select g.role, count(distinct g.principal_id)::int as count from given g where g.principal_kind = 'client' group by g.role
  ) programs on programs.role = r.id`;

/** Common table expressions with `given(role, …)`, the grants through which each role is held. */
const givenThrough = (walk: Walk, { ids, held, through }: Above): Sql[] => [
  sql`above as materialized (
      select n.ids[p.held] as role, n.ids[p.through] as id
      from (select ${ids}::uuid[] as ids) n, unnest(${held}::int[], ${through}::int[]) p(held, through)
    )`,
  sql`given as materialized (
      select distinct w.role, x.principal_id, x.principal_kind from above w cross join lateral (
        select x.principal_id, x.principal_kind from grants x where x.role_id = w.id and ${walk.granted('x')} offset 0
      ) x
    )`,
];

/** Common table expressions with `members(top, id)`, the users below each group in `given`, possibly with duplicates. */
export const membersOfGiven = (walk: Walk): Sql[] => [
  walk.groupsBelow('below', sql`select principal_id, principal_id from given where principal_kind = 'group'`, ['top']),
  sql`members(top, id) as materialized (${walk.membersOf('below', ['top'])})`,
];

/** Common table expressions with `held(role, id)`, the users who hold each role through the grants in `given`. */
export const heldBy = (walk: Walk): Sql[] => [
  ...membersOfGiven(walk),
  sql`held as (
      select role, principal_id as id from given where principal_kind = 'user'
      union select g.role, m.id from given g join members m on m.top = g.principal_id where g.principal_kind = 'group'
    )`,
];

/**
 * Common table expressions with `given(role, principal_id, principal_kind)`, the grants through which some roles of an
 * application are held.
 * @throws Refusal `too_large`
 */
export async function givenIn(snapshot: Snapshot, appId: string, ids: readonly string[]): Promise<readonly Sql[]> {
  const walk = walkOf(snapshot);
  const which = sql`r.id = any(${idsOf(ids)}) and r.app_id = ${appId} and ${walk.counts('r')}`;
  return givenThrough(walk, await grantedAbove(snapshot, which));
}

/**
 * Roles, and the granted roles through which each is held: the role itself and those that include it. Entry n means
 * that the role at index `held[n]` is held through the role at index `through[n]`.
 */
interface Above {
  readonly ids: readonly string[];
  readonly held: readonly number[];
  readonly through: readonly number[];
}

/**
 * The granted roles above those that `which` selects (alias r). Reads inclusions once and combines them here, because
 * PostgreSQL would join every role with every inclusion above it.
 * @throws Refusal `too_large`
 */
async function grantedAbove(snapshot: Snapshot, which: Sql): Promise<Above> {
  const walk = walkOf(snapshot);
  const { rows } = await snapshot.connection.query<Row>(sql`
    ${withWalks(
      sql`asked as materialized (select r.id from roles r where ${which})`,
      walk.rolesAbove('above', sql`select id from asked`),
    )}
    select w.id, (select array_agg(i.role_id) from inclusions i where i.included_id = w.id and ${walk.counts('i')}) as up,
      w.id in (select id from asked) as asked,
      exists (select from grants x where x.role_id = w.id and ${walk.granted('x')}) as granted
    from above w`);
  const places = new Map(rows.map(({ id }, place) => [id, place]));
  const above = rows.map(({ up }) => (up ?? []).flatMap((id) => places.get(id) ?? []));
  const [held, through]: [number[], number[]] = [[], []];
  const breathe = breathing();
  const most = limits.roleStepsMax.value;
  let steps = 0;
  for (const [place, { asked }] of rows.entries()) {
    if (!asked) continue;
    await breathe();
    const reached = new Set([place]);
    for (const each of reached) {
      const up = above[each] ?? [];
      steps += 1 + up.length;
      if (steps > most) refuse('too_large', 'roles_too_many', {});
      if (rows[each]?.granted) {
        held.push(place + 1);
        through.push(each + 1);
      }
      for (const next of up) reached.add(next);
    }
  }
  return { ids: rows.map(({ id }) => id), held, through };
}

interface Row {
  readonly id: string;
  /** The roles that include this role. */
  readonly up: readonly string[] | null;
  readonly asked: boolean;
  readonly granted: boolean;
}
