import type { Snapshot } from '../kernel/snapshot.ts';
import { identifier, type Sql, sql } from '../kernel/sql.ts';
import { everybodyOf, grantedTo } from '../plan/alike.ts';
import { Comparison, type Names } from '../plan/comparison.ts';
import { type GrantedNames, grantedNames } from '../plan/granted-names.ts';
import { asOf, type Walk, withWalks } from '../walk/walk.ts';
import { Reading, TooMuch } from './reading.ts';

/**
 * The scope of differences: one user or program, all members of a group, all holders of a role, or all users and
 * programs of an application.
 */
export type Scope =
  | { readonly kind: 'user' | 'group'; readonly id: string }
  | { readonly kind: 'role'; readonly id: string; readonly application: string }
  | { readonly kind: 'application'; readonly application: string };

/** The differences of a user in one application between two instants, by the names in force at each instant. */
export interface Differing {
  /** The id of the application's facts. */
  readonly application: string;
  readonly gains: Names;
  readonly loses: Names;
  /** Held at both instants, with a different end. */
  readonly moves: Names;
}

/**
 * Returns the users with differences, by id. For a role or a group, returns only differences among the names that it gives
 * at either instant.
 * @throws TooMuch
 */
export async function differing(
  from: Snapshot,
  to: Snapshot,
  scope: Scope,
): Promise<ReadonlyMap<string, readonly Differing[]>> {
  const [before, after] = [asOf(from.no, from.at), asOf(to.no, to.at)];
  const { rows: alike } = await from.connection.query<Granted>(grantedAlike(before, after, scope));
  const within = await namesOfScope(from, to, before, after, scope);
  const bothSides = async (grantedIds: readonly string[], most?: number) =>
    [
      await grantedNames(from.connection, before, from.no, grantedIds, most),
      await grantedNames(to.connection, after, to.no, grantedIds, most),
    ] as const;
  // Ids are enough to find the roles that give different names than before. Names are read later and only if needed,
  // because most users have none of these roles.
  const unnamed = new Comparison(...(await bothSides(grantedIdsIn(alike), 0)));
  const altered = alike.filter(
    ({ kind, had, has }) =>
      kind === 'lasting' || had.join() !== has.join() || had.some((grantedId) => unnamed.differs(grantedId)),
  );
  const [namesBefore, namesAfter] = await bothSides(grantedIdsIn(altered));
  requireRead(namesBefore, namesAfter);
  const comparison = new Comparison(namesBefore, namesAfter);
  const reading = new Reading();
  const found = new Map<string, Differing[]>();
  for (const { kind, application, had, has, holders } of altered) {
    await reading.breathe();
    const sizes = grantedIdsIn([{ had, has }]).map((grantedId) => comparison.sizeOf(grantedId));
    reading.take(sizes.reduce((sum, size) => sum + size, 0));
    const difference =
      kind === 'held'
        ? await comparison.difference({ had: new Set(had), has: new Set(has), lostGrants: new Set() }, reading.breathe)
        : {
            gains: none,
            loses: none,
            moves: movesOf(endsOf(had.map(lastingOf), namesBefore), endsOf(has.map(lastingOf), namesAfter)),
          };
    if (!difference) throw new TooMuch();
    const [gains, loses, moves] = [
      difference.gains,
      difference.loses,
      'moves' in difference ? difference.moves : none,
    ].map((it) => (within ? only(it, within) : it));
    if (!gains || !loses || !moves || [gains, loses, moves].every(isEmpty)) continue;
    for (const holder of holders) {
      const lines = found.get(holder) ?? [];
      found.set(holder, lines);
      const place = lines.findIndex((it) => it.application === application);
      const line = lines[place];
      if (line) lines[place] = { ...line, ...(kind === 'held' ? { gains, loses } : { moves }) };
      else lines.push({ application, gains, loses, moves });
    }
  }
  return found;
}

const grantedIdsIn = (rows: readonly Pick<Granted, 'had' | 'has'>[]): string[] => [
  ...new Set(rows.flatMap(({ had, has }) => [...had, ...has].map((text) => lastingOf(text).grantedId))),
];

/** @throws TooMuch */
function requireRead(...sides: readonly ReadonlyMap<string, GrantedNames>[]): void {
  for (const names of sides) for (const { unread } of names.values()) if (unread) throw new TooMuch();
}

const none: Names = { roles: [], permissions: [] };
const isEmpty = ({ roles, permissions }: Names) => roles.length + permissions.length === 0;

/** Names held at both instants with a different end. For the role `admin`, one entry represents every permission. */
function movesOf(had: Ends, has: Ends): Names {
  const withOtherEnd = (kind: keyof Names) =>
    [...has[kind]]
      .flatMap(([name, end]) => (had[kind].has(name) && had[kind].get(name) !== end ? [name] : []))
      .sort(byCodePoint);
  return { roles: withOtherEnd('roles'), permissions: had.admin || has.admin ? [] : withOtherEnd('permissions') };
}

const byCodePoint = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** Parses a grant in the format of {@link grantedAlike}. */
function lastingOf(text: string): Lasting {
  const [grantedId = '', period = ''] = text.split(' ');
  const [starts = '', ends = ''] = period.split('/');
  return { grantedId, starts, ends: ends || 'infinity' };
}

/**
 * Users who have equal grants in an application.
 * - `held`: `had` and `has` list the ids of what was in force at each instant.
 * - `lasting`: `had` and `has` list each present or future grant with its period, for users whose periods differ.
 */
interface Granted {
  readonly kind: 'held' | 'lasting';
  readonly application: string;
  readonly had: readonly string[];
  readonly has: readonly string[];
  readonly holders: readonly string[];
}

interface Within {
  readonly roles: ReadonlySet<string>;
  readonly permissions: ReadonlySet<string>;
}

const only = ({ roles, permissions }: Names, within: Within): Names => ({
  roles: roles.filter((name) => within.roles.has(name)),
  permissions: permissions.filter((name) => within.permissions.has(name)),
});

/** The names that a role or a group gives, at either instant; undefined if the scope does not restrict names. */
async function namesOfScope(
  from: Snapshot,
  to: Snapshot,
  before: Walk,
  after: Walk,
  scope: Scope,
): Promise<Within | undefined> {
  if (scope.kind === 'user' || scope.kind === 'application') return undefined;
  const roles = new Set<string>();
  const permissions = new Set<string>();
  for (const [{ connection, no }, walk] of [
    [from, before],
    [to, after],
  ] as const) {
    const grantedIds = scope.kind === 'role' ? [scope.id] : await givenTo(connection, walk, scope.id);
    const all = await grantedNames(connection, walk, no, grantedIds);
    requireRead(all);
    for (const names of all.values()) {
      for (const name of names.roles) roles.add(name);
      for (const name of names.permissions) permissions.add(name);
    }
  }
  return { roles, permissions };
}

async function givenTo(connection: Snapshot['connection'], walk: Walk, groupId: string): Promise<string[]> {
  const { rows } = await connection.query<{ grantedId: string }>(sql`
    ${withWalks(walk.groupsAbove('above', sql`select ${groupId}::uuid`))}
    select distinct coalesce(x.role_id, x.permission_id) as "grantedId" from above w
    cross join lateral (select x.role_id, x.permission_id from grants x where x.principal_id = w.id and ${walk.granted('x')} offset 0) x`);
  return rows.map(({ grantedId }) => grantedId);
}

/** The users of a scope with their grants at both instants. Users with equal grants form one row. */
function grantedAlike(before: Walk, after: Walk, scope: Scope): Sql {
  const reached = [...reachedBy(before, 'before', scope), ...reachedBy(after, 'after', scope)];
  const all = sql`select id from reached_before union select id from reached_after`;
  const here = 'application' in scope ? sql`x.app_id = ${scope.application}` : sql`true`;
  const granted = (walk: Walk, name: string) => [
    ...grantedTo(walk, `${name}_grants`, all, here),
    sql`${identifier(name)} as materialized (
      select holder, app_id, array_agg(distinct granted_id::text order by granted_id::text) filter (where period like '/%') as granted_ids,
        array_agg(distinct concat(granted_id, ' ', period) order by concat(granted_id, ' ', period)) as periods
      from ${identifier(`${name}_grants`)} group by holder, app_id
    )`,
  ];
  return sql`
    ${withWalks(...reached, ...granted(before, 'had'), ...granted(after, 'has'))}
    select 'held' as kind, application, had, has, array_agg(holder) as holders from (
      select coalesce(h.app_id, n.app_id) as application, coalesce(h.holder, n.holder) as holder,
        coalesce(h.granted_ids, '{}') as had, coalesce(n.granted_ids, '{}') as has
      from had h full join has n on n.holder = h.holder and n.app_id = h.app_id
    ) each group by application, had, has
    union all
    select 'lasting', h.app_id, h.periods, n.periods, array_agg(h.holder)
    from had h join has n on n.holder = h.holder and n.app_id = h.app_id
    where h.periods <> n.periods and h.granted_ids is not null and n.granted_ids is not null
    group by h.app_id, h.periods, n.periods`;
}

function reachedBy(walk: Walk, side: 'before' | 'after', scope: Scope): Sql[] {
  const name = `reached_${side}`;
  if (scope.kind === 'user') return [sql`${identifier(name)}(id) as (select ${scope.id}::uuid)`];
  if (scope.kind === 'group') return everybodyOf(walk, name, sql`select ${scope.id}::uuid`);
  const given = identifier(`given_${side}`);
  if (scope.kind === 'application')
    return [
      sql`${given} as materialized (
        select distinct x.principal_id from grants x where x.app_id = ${scope.application} and ${walk.granted('x')}
      )`,
      ...everybodyOf(walk, name, sql`select principal_id from ${given}`),
    ];
  const roles = `roles_${side}`;
  return [
    walk.rolesAbove(roles, sql`select ${scope.id}::uuid`),
    sql`${given} as materialized (
      select distinct x.principal_id from ${identifier(roles)} w
      cross join lateral (select x.principal_id from grants x where x.role_id = w.id and ${walk.granted('x')} offset 0) x
    )`,
    ...everybodyOf(walk, `given_to_${side}`, sql`select principal_id from ${given}`),
    // A suspended user holds nothing, by any path.
    sql`${identifier(name)}(id) as materialized (
      select e.id from ${identifier(`given_to_${side}`)} e
      where not exists (select from users u where u.id = e.id and ${walk.counts('u')} and not (${walk.enabled('u')}))
    )`,
  ];
}

/** A grant in force or in the future. `starts` is empty if it has begun; `ends` is `infinity` if it has no end. */
export interface Lasting {
  readonly grantedId: string;
  readonly starts: string;
  readonly ends: string;
}

/** For each role and permission that a user holds by grants, the end by name; `infinity` if it has no end. */
export interface Ends {
  readonly roles: ReadonlyMap<string, string>;
  readonly permissions: ReadonlyMap<string, string>;
  readonly admin: boolean;
}

/**
 * Returns the end of each role and permission that is held at the evaluated instant. Consecutive grants without a gap
 * count as one.
 */
export function endsOf(grants: readonly Lasting[], namesById: ReadonlyMap<string, GrantedNames>): Ends {
  const sorted = grants.toSorted((a, b) => (a.starts < b.starts ? -1 : a.starts > b.starts ? 1 : 0));
  const ends = { roles: new Map<string, string>(), permissions: new Map<string, string>(), admin: false };
  for (const { grantedId, starts, ends: end } of sorted) {
    const names = namesById.get(grantedId);
    if (!names) continue;
    if (starts === '' && names.admin) ends.admin = true;
    for (const kind of ['roles', 'permissions'] as const)
      for (const name of names[kind]) {
        const until = ends[kind].get(name);
        const follows = starts === '' || (until !== undefined && until >= starts);
        if (follows && (until === undefined || end > until)) ends[kind].set(name, end);
      }
  }
  return ends;
}
