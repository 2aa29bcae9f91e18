import type { Change } from '../kernel/change.ts';
import { present } from '../kernel/facts.ts';
import { inForce } from '../kernel/snapshot.ts';
import { fragment, identifier, namedByText, type Sql, sql } from '../kernel/sql.ts';
import { withoutDraft } from '../plan/granted-names.ts';
import { enabled, Walk, withWalks } from '../walk/walk.ts';
import { type Catalogue, heldBy, partGivers, storedRules } from './duties.ts';

/** A principal that breaks a separation rule and did not break it before. */
export interface NewViolation {
  readonly separation: string;
  readonly holder: string;
  /** When the violation begins, in microseconds since the epoch, if a later grant causes it; null if it begins now. */
  readonly from: number | null;
}

/**
 * Finds the principals that hold too many parts of a separation rule because of what a change or a draft has just
 * written. They hold at least one part that they did not hold before, now or later by recorded grants.
 * - “Before” means before all changes that are made together, because the states in between are never visible.
 * - Only principals that the new rows reach are examined.
 * - An exception allows a violation that begins during it.
 */
export async function violationsOf(change: Change): Promise<NewViolation[]> {
  if (!change.checking.needed) return [];
  const { connection, no } = change;
  const after = new Walk((alias) => inForce(alias, no), change.at);
  const news = await newsOf(change, after);
  if (news.separations.length === 0 || news.principals.length + news.roles.length === 0) return [];
  const rules = storedRules({ ...change, asOf: undefined }, news.separations);
  const holding = await connection.query<Holding>(
    namedByText(holdings(after, rules, touchedBy(after, news.principals, news.roles))),
  );
  const excessesIn = (rows: readonly Holding[], before: ReadonlyMap<string, Holding>) =>
    rows.flatMap((row) => {
      const had = before.get(keyOf(row))?.held ?? [];
      const from = firstExcess(row.held, had, row.atMost, row.at, row.until);
      return from === undefined ? [] : [{ ...row, from }];
    });
  const suspects = excessesIn(holding.rows, new Map());
  if (suspects.length === 0) return [];
  const before = new Walk(
    (alias) => inForce(alias, change.checking.since),
    change.at,
    change.checking.draft ? withoutDraft : undefined,
  );
  const ids = [...new Set(suspects.map(({ holder }) => holder))];
  const had = await connection.query<Holding>(
    namedByText(
      holdings(
        before,
        rules,
        [sql`who(holder) as materialized (select unnest(${ids}::uuid[]))`],
        change.checking.draft
          ? { roles: identifier('public.roles'), permissions: identifier('public.permissions') }
          : undefined,
      ),
    ),
  );
  return excessesIn(suspects, new Map(had.rows.map((row) => [keyOf(row), row]))).map(
    ({ separation, holder, from, at }) => ({
      separation,
      holder,
      from: from > at ? from : null,
    }),
  );
}

interface Holding {
  readonly separation: string;
  readonly holder: string;
  readonly atMost: number;
  readonly held: HeldPart[];
  /** The instant of the change, and the end of an exception; microseconds since the epoch. */
  readonly at: number;
  readonly until: number | null;
}

const keyOf = ({ separation, holder }: Holding) => `${separation} ${holder}`;

/** The separation rules, principals and roles that the new rows concern. */
interface News {
  readonly separations: readonly string[];
  /** Principals that were granted a separated role or permission, joined a group that has one, or were reactivated. */
  readonly principals: readonly string[];
  /** Roles that now contain a separated role or permission. */
  readonly roles: readonly string[];
  readonly youngest: number | null;
}

async function newsOf({ connection, no, checking }: Change, walk: Walk): Promise<News> {
  const opened: Opened = checking.draft
    ? (table) =>
        sql`${identifier(`pg_temp.opened_${table}`)} x where age(x.xmin) < ${checking.youngest}::int and ${present('x')}`
    : (table) => sql`${identifier(table)} x where x.no_from between ${checking.first} and ${no} and ${present('x')}`;
  const { rows } = await connection.query<News>(namedByText(concerned(walk, opened, checking.draft)));
  const [news] = rows;
  if (checking.draft && news?.youngest != null) checking.youngest = Math.min(checking.youngest, news.youngest);
  return news ?? { separations: [], principals: [], roles: [], youngest: null };
}

type Opened = (table: (typeof tables)[number]) => Sql;
const tables = ['grants', 'memberships', 'users', 'inclusions', 'role_permissions'] as const;

/**
 * Finds what the new rows add, and the separation rules that name it. Ended rows add nothing, so only opened rows are
 * examined.
 */
const concerned = (walk: Walk, opened: Opened, draft: boolean): Sql => {
  const elements = (on: Sql) =>
    sql`cross join lateral (select e.separation_id from separation_elements e where ${on} and ${present('e')} offset 0) e`;
  return sql`
    ${withWalks(
      sql`new_grants as materialized (
        select x.principal_id, coalesce(x.role_id, x.permission_id) as granted_id from ${opened('grants')} and x.ends > ${walk.at}
      )`,
      sql`joined as materialized (select x.group_id, x.member_id from ${opened('memberships')})`,
      sql`let_in as materialized (select x.id from ${opened('users')} and ${enabled('x')})`,
      sql`included as materialized (select x.role_id, x.included_id from ${opened('inclusions')})`,
      sql`filled as materialized (select x.role_id, x.permission_id from ${opened('role_permissions')})`,
      walk.groupsAbove('above', sql`select group_id, group_id from joined union select id, id from let_in`, ['seed']),
      sql`reaching as materialized (
        select distinct w.seed, x.granted_id from above w cross join lateral (
          select coalesce(x.role_id, x.permission_id) as granted_id from ${walk.relations.grants} x
          where x.principal_id = w.id and ${walk.grantedOrLater('x')} offset 0
        ) x
      )`,
      sql`news(granted_id) as materialized (
        select granted_id from new_grants union select granted_id from reaching
        union select included_id from included union select permission_id from filled
      )`,
      walk.rolesBelow('below', sql`select granted_id, granted_id from news`, ['granted_id']),
      // Examines each role once, because many roles can include the same one.
      sql`each_below(id) as materialized (select distinct id from below)`,
      sql`separated_by(id, sep) as materialized (
        select b.id, e.separation_id from each_below b ${elements(sql`e.role_id = b.id`)}
        union
        select b.id, e.separation_id from each_below b cross join lateral (
          select rp.permission_id from ${walk.relations.role_permissions} rp where rp.role_id = b.id and ${walk.counts('rp')} offset 0
        ) rp ${elements(sql`e.permission_id = rp.permission_id`)}
        union
        select b.id, e.separation_id from each_below b cross join lateral (
          select r.app_id from roles r where r.id = b.id and r.name = 'admin' and r.built_in and ${walk.counts('r')} offset 0
        ) r ${elements(sql`e.app_id = r.app_id`)}
      )`,
      sql`hit as materialized (
        select distinct b.granted_id, a.sep from below b join separated_by a on a.id = b.id
        union
        select n.granted_id, e.separation_id from news n ${elements(sql`e.permission_id = n.granted_id`)}
      )`,
    )}
    select array(select distinct sep from hit) as separations,
      array(
        select principal_id from new_grants where granted_id in (select granted_id from hit)
        union select j.member_id from joined j join reaching r on r.seed = j.group_id where r.granted_id in (select granted_id from hit)
        union select l.id from let_in l join reaching r on r.seed = l.id where r.granted_id in (select granted_id from hit)
      ) as principals,
      array(
        select role_id from included where included_id in (select granted_id from hit)
        union select role_id from filled where permission_id in (select granted_id from hit)
      ) as roles,
      ${draft ? youngestOf : sql`null::int`} as youngest`;
};

/**
 * The age of the newest row of a draft. Each change of a draft writes in its own subtransaction, with a higher number
 * than earlier ones, so the age tells which change wrote a row.
 */
const youngestOf = sql`(select min(least(${fragment(
  tables.map((table) => `(select min(age(x.xmin)) from pg_temp.opened_${table} x)`).join(', '),
)})))`;

/**
 * The common table expression `who(holder)`: the principals, the users in the groups among them, and everyone to whom
 * one of the roles, or a role that includes it, is granted now or later.
 */
const touchedBy = (walk: Walk, principals: readonly string[], roles: readonly string[]): Sql[] => [
  walk.groupsBelow('touched', sql`select unnest(${principals}::uuid[])`),
  ...(roles.length > 0 ? [walk.reachedBy('reached', sql`select unnest(${roles}::uuid[])`)] : []),
  sql`who(holder) as materialized (
    select id from touched union ${walk.membersOf('touched')} ${fragment(roles.length > 0 ? 'union select id from reached' : '')}
  )`,
];

/**
 * Selects the parts that principals in `who` hold now or later. Leaves out principals that hold no more parts than
 * allowed.
 */
const holdings = (walk: Walk, rules: readonly Sql[], who: readonly Sql[], catalogue?: Catalogue): Sql => sql`
  ${withWalks(...rules, ...partGivers(walk, catalogue), ...who, ...heldBy(walk, walk.grantedOrLater('x')))}
  select h.sep as separation, h.holder, c.at_most as "atMost",
    json_agg(json_build_array(h.part, ${micros(sql`h.starts`)}, case when h.ends < 'infinity' then ${micros(sql`h.ends`)} end)) as held,
    ${micros(sql`${walk.at}::timestamptz`)} as at,
    (select ${micros(sql`max(x.ends)`)} from separation_exceptions x
     where x.separation_id = h.sep and x.holder_id = h.holder and ${present('x')} and x.ends > ${walk.at}) as until
  from held h join concerned c on c.id = h.sep group by h.sep, h.holder, c.at_most having count(distinct h.part) > c.at_most`;

const micros = (instant: Sql): Sql => sql`(extract(epoch from ${instant}) * 1000000)::int8`;

/** A part that is held from one instant until another, in microseconds since the epoch; null if it has no end. */
export type HeldPart = readonly [part: number, from: number, to: number | null];

/**
 * Returns the first instant, not before `at`, at which a principal newly holds too many parts: more than `atMost`, with
 * at least one that is not in `had` at that instant. Undefined if there is none. A violation that begins during an
 * exception (before `exceptionEnd`) stays allowed after the exception ends.
 */
export function firstExcess(
  held: readonly HeldPart[],
  had: readonly HeldPart[],
  atMost: number,
  at: number,
  exceptionEnd: number | null,
): number | undefined {
  const turns = new Set([at]);
  for (const [, from, to] of [...held, ...had]) {
    if (from > at) turns.add(from);
    if (to !== null && to > at) turns.add(to);
  }
  let already: ReadonlySet<number> = none;
  for (const turn of [...turns].sort((a, b) => a - b)) {
    const now = partsAt(held, turn);
    if (now.size <= atMost || now.isSubsetOf(partsAt(had, turn))) {
      already = none;
      continue;
    }
    // A violation that began during an exception may continue, but a further part counts as new.
    if (!now.isSubsetOf(already) && !(exceptionEnd !== null && turn < exceptionEnd)) return turn;
    already = now;
  }
  return undefined;
}

const none: ReadonlySet<number> = new Set();

const partsAt = (held: readonly HeldPart[], at: number): ReadonlySet<number> =>
  new Set(held.flatMap(([part, from, to]) => (from <= at && (to === null || at < to) ? [part] : [])));
