import type { Snapshot } from '../kernel/snapshot.ts';
import { identifier, type Sql, sql } from '../kernel/sql.ts';
import { everybodyOf, grantedTo } from '../plan/alike.ts';
import { type Brought, bringing } from '../plan/bringing.ts';
import { Comparison, type Names } from '../plan/comparison.ts';
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
 * Returns the users with differences, by id. For a role or a group, returns only differences in what it brings at
 * either instant.
 * @throws TooMuch
 */
export async function differing(
  from: Snapshot,
  to: Snapshot,
  scope: Scope,
): Promise<ReadonlyMap<string, readonly Differing[]>> {
  const [before, after] = [asOf(from.no, from.at), asOf(to.no, to.at)];
  const { rows: alike } = await from.connection.query<Granted>(grantedAlike(before, after, scope));
  const within = await broughtBy(from, to, before, after, scope);
  const bothSides = async (things: readonly string[], most?: number) =>
    [
      await bringing(from.connection, before, from.no, things, most),
      await bringing(to.connection, after, to.no, things, most),
    ] as const;
  // Ids are enough to find the roles that bring something else than before. Names are read later and only if needed,
  // because most users have none of these roles.
  const unnamed = new Comparison(...(await bothSides(thingsIn(alike), 0)));
  const altered = alike.filter(
    ({ kind, had, has }) =>
      kind === 'lasting' || had.join() !== has.join() || had.some((thing) => unnamed.moves(thing)),
  );
  const [brought, brings] = await bothSides(thingsIn(altered));
  requireRead(brought, brings);
  const comparison = new Comparison(brought, brings);
  const reading = new Reading();
  const found = new Map<string, Differing[]>();
  for (const { kind, application, had, has, holders } of altered) {
    await reading.breathe();
    const sizes = thingsIn([{ had, has }]).map((thing) => comparison.sizeOf(thing));
    reading.take(sizes.reduce((sum, size) => sum + size, 0));
    const told =
      kind === 'held'
        ? await comparison.difference({ had: new Set(had), has: new Set(has), gone: new Set() }, reading.breathe)
        : {
            gains: none,
            loses: none,
            moves: movesOf(endsOf(had.map(lastingOf), brought), endsOf(has.map(lastingOf), brings)),
          };
    if (!told) throw new TooMuch();
    const [gains, loses, moves] = [told.gains, told.loses, 'moves' in told ? told.moves : none].map((it) =>
      within ? only(it, within) : it,
    );
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

const thingsIn = (rows: readonly Pick<Granted, 'had' | 'has'>[]): string[] => [
  ...new Set(rows.flatMap(({ had, has }) => [...had, ...has].map((text) => lastingOf(text).thing))),
];

/** @throws TooMuch */
function requireRead(...sides: readonly ReadonlyMap<string, Brought>[]): void {
  for (const brought of sides) for (const { unread } of brought.values()) if (unread) throw new TooMuch();
}

const none: Names = { roles: [], permissions: [] };
const isEmpty = ({ roles, permissions }: Names) => roles.length + permissions.length === 0;

/** Names held at both instants with a different end. For the role `admin`, one entry represents every permission. */
function movesOf(had: Ends, has: Ends): Names {
  const moved = (kind: keyof Names) =>
    [...has[kind]]
      .flatMap(([name, end]) => (had[kind].has(name) && had[kind].get(name) !== end ? [name] : []))
      .sort(byCodePoint);
  return { roles: moved('roles'), permissions: had.admin || has.admin ? [] : moved('permissions') };
}

const byCodePoint = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** Parses a grant in the format of {@link grantedAlike}. */
function lastingOf(text: string): Lasting {
  const [thing = '', period = ''] = text.split(' ');
  const [starts = '', ends = ''] = period.split('/');
  return { thing, starts, ends: ends || 'infinity' };
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

/** The names that a role or a group brings, at either instant; undefined if the scope does not restrict names. */
async function broughtBy(
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
    const things = scope.kind === 'role' ? [scope.id] : await givenTo(connection, walk, scope.id);
    const all = await bringing(connection, walk, no, things);
    requireRead(all);
    for (const brought of all.values()) {
      for (const name of brought.roles) roles.add(name);
      for (const name of brought.permissions) permissions.add(name);
    }
  }
  return { roles, permissions };
}

async function givenTo(connection: Snapshot['connection'], walk: Walk, groupId: string): Promise<string[]> {
  const { rows } = await connection.query<{ thing: string }>(sql`
    ${withWalks(walk.groupsAbove('above', sql`select ${groupId}::uuid`))}
    select distinct coalesce(x.role_id, x.permission_id) as thing from above w
    cross join lateral (select x.role_id, x.permission_id from grants x where x.principal_id = w.id and ${walk.granted('x')} offset 0) x`);
  return rows.map(({ thing }) => thing);
}

/** The users of a scope with their grants at both instants, grouped if equal. */
function grantedAlike(before: Walk, after: Walk, scope: Scope): Sql {
  const reached = [...reachedBy(before, 'before', scope), ...reachedBy(after, 'after', scope)];
  const all = sql`select id from reached_before union select id from reached_after`;
  const here = 'application' in scope ? sql`x.app_id = ${scope.application}` : sql`true`;
  const granted = (walk: Walk, name: string) => [
    ...grantedTo(walk, `${name}_grants`, all, here),
    sql`${identifier(name)} as materialized (
      select holder, app_id, array_agg(distinct thing::text order by thing::text) filter (where period like '/%') as things,
        array_agg(distinct concat(thing, ' ', period) order by concat(thing, ' ', period)) as periods
      from ${identifier(`${name}_grants`)} group by holder, app_id
    )`,
  ];
  return sql`
    ${withWalks(...reached, ...granted(before, 'had'), ...granted(after, 'has'))}
    select 'held' as kind, application, had, has, array_agg(holder) as holders from (
      select coalesce(h.app_id, n.app_id) as application, coalesce(h.holder, n.holder) as holder,
        coalesce(h.things, '{}') as had, coalesce(n.things, '{}') as has
      from had h full join has n on n.holder = h.holder and n.app_id = h.app_id
    ) each group by application, had, has
    union all
    select 'lasting', h.app_id, h.periods, n.periods, array_agg(h.holder)
    from had h join has n on n.holder = h.holder and n.app_id = h.app_id
    where h.periods <> n.periods and h.things is not null and n.things is not null
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
  readonly thing: string;
  readonly starts: string;
  readonly ends: string;
}

/** The end of each role and permission that a user holds by grants, by name; `infinity` if it has no end. */
export interface Ends {
  readonly roles: ReadonlyMap<string, string>;
  readonly permissions: ReadonlyMap<string, string>;
  readonly admin: boolean;
}

/**
 * Returns when each role and permission held at the evaluated instant ends. Consecutive grants without a gap count as
 * one.
 */
export function endsOf(grants: readonly Lasting[], brings: ReadonlyMap<string, Brought>): Ends {
  const sorted = grants.toSorted((a, b) => (a.starts < b.starts ? -1 : a.starts > b.starts ? 1 : 0));
  const ends = { roles: new Map<string, string>(), permissions: new Map<string, string>(), admin: false };
  for (const { thing, starts, ends: end } of sorted) {
    const brought = brings.get(thing);
    if (!brought) continue;
    if (starts === '' && brought.admin) ends.admin = true;
    for (const kind of ['roles', 'permissions'] as const)
      for (const name of brought[kind]) {
        const until = ends[kind].get(name);
        const follows = starts === '' || (until !== undefined && until >= starts);
        if (follows && (until === undefined || end > until)) ends[kind].set(name, end);
      }
  }
  return ends;
}
