import { createBoundedCache } from '@licet/api/verify';
import { ended, present, untilFurtherNotice } from '../kernel/facts.ts';
import { numberAt, type Snapshot } from '../kernel/snapshot.ts';
import { fragment, identifier, type Sql, sql } from '../kernel/sql.ts';
import { asRecorded, lasting, started, withWalks } from '../walk/walk.ts';
import { type Ranges, Spans } from './spans.ts';

// Counting reads every fact of an application, which takes seconds for a hundred thousand users. So counts are cached.
// A past instant is counted again only if the changes before it differ. The present is counted again only if facts that
// give access in the application were written since, or if a grant has started or ended.

/** A role or a permission of an application, by internal ids. If neither is given, anything in the application. */
export interface Held {
  readonly application: string;
  readonly role?: string | undefined;
  readonly permission?: string | undefined;
}

/**
 * Returns the number of users who held something at each of the ascending instants. Past instants use the facts
 * recorded then, future ones the facts recorded now. Suspended users hold nothing.
 */
export async function peopleOverTime(snapshot: Snapshot, held: Held, instants: readonly string[]): Promise<number[]> {
  const past = instants.filter((instant) => instant < snapshot.at);
  const rest = instants.slice(past.length);
  if (rest.length > 1 || snapshot.asOf !== undefined || 'record' in snapshot) return counted(snapshot, held, instants);
  const name = nameOf(snapshot, held, past, rest.length > 0);
  const known = cache.get(name);
  const [now = snapshot.at] = rest;
  const found = await changedSince(snapshot, held, { known, last: past.at(-1), now });
  const isPastKnown = known !== undefined && known.pastHead === found.pastHead;
  const isNowKnown = rest.length === 0 || (known?.people !== undefined && found.isChange && !found.isTouched);
  const asked = [...(isPastKnown ? [] : past), ...(isNowKnown ? [] : rest)];
  const counts = asked.length === 0 ? [] : await counted(snapshot, held, asked);
  const before = isPastKnown ? known.before : counts.slice(0, past.length);
  const people = isNowKnown ? known?.people : counts.at(-1);
  const { pastHead, head } = found;
  if (head !== null) cache.set(name, { no: snapshot.no, at: now, head, people, pastHead, before });
  return rest.length === 0 || people === undefined ? [...before] : [...before, people];
}

interface Kept {
  /** The change number and the instant for which `people` is exact. */
  readonly no: number;
  readonly at: string;
  /**
   * The hashes of that change (`head`) and of the last change before the last past instant (`pastHead`; null if there
   * was none). After a failover, the number of a change can be used again.
   */
  readonly head: string;
  readonly pastHead: string | null;
  /** The number of users at the present instant. */
  readonly people: number | undefined;
  /** The numbers of users at the past instants. */
  readonly before: readonly number[];
}

/** An entry has at most one number for each point of a chart. */
const cache = createBoundedCache<Kept>(200);

/** The key of a cached count. The database is part of it, because tests open several databases in one process. */
// Queries for past instants only have separate keys, because they do not update the cached number of the present.
const nameOf = ({ connection }: Snapshot, held: Held, past: readonly string[], isNow: boolean) =>
  JSON.stringify(['database' in connection ? connection.database : '', held, past, isNow]);

interface Changed {
  /** The hash of the last change before the last past instant. */
  readonly pastHead: string | null;
  /** The hash of the snapshot's change. */
  readonly head: string | null;
  /** Whether the change with the cached number still has the cached hash. */
  readonly isChange: boolean;
  /** Whether facts that give access were written after the cached change, or a grant has started or ended since. */
  readonly isTouched: boolean;
}

async function changedSince(
  { connection, no, at }: Snapshot,
  held: Held,
  { known, last, now }: { known: Kept | undefined; last: string | undefined; now: string },
): Promise<Changed> {
  const { application } = held;
  const from = known?.no ?? no;
  const walk = asRecorded(at);
  const written = (columns: string, table: string, which = sql`true`) => sql`
    select ${fragment(columns)} from ${identifier(table)} f where f.no_from > ${from} and ${which}
    union all select ${fragment(columns)} from ${identifier(table)} f where f.no_to > ${from} and ${ended('f')} and ${which}`;
  const turned = (column: string) => sql`
    exists (select from grants f where f.app_id = ${application} and ${present('f')}
      and ${identifier(`f.${column}`)} > ${known?.at ?? now} and ${identifier(`f.${column}`)} <= ${now})`;
  const roles = sql`f.role_id in (select id from roles r where r.app_id = ${application})`;
  const { rows } = await connection.query<Changed>(sql`
    ${withWalks(walk.groupsAbove('concerned', written('f.group_id', 'memberships')))}
    select (select encode(c.hash, 'hex') from change c where c.at <= ${last ?? null}::timestamptz order by c.at desc limit 1) as "pastHead",
      (select encode(c.hash, 'hex') from change c where c.no = ${no}) as head,
      exists (select from change c where c.no = ${from} and encode(c.hash, 'hex') = ${known?.head ?? ''}) as "isChange",
      (${turned('starts')} or ${turned('ends')}
        or exists (${written('f.id', 'grants', sql`f.app_id = ${application}`)})
        or exists (${written('f.id', 'users', sql`f.status = 'suspended'`)})
        or exists (select from concerned w join grants x on x.principal_id = w.id and x.app_id = ${application} and ${present('x')})
        or (not ${isAnything(held)} and (exists (${written('f.role_id', 'inclusions', roles)})
          or exists (${written('f.role_id', 'role_permissions', roles)})))) as "isTouched"`);
  return rows[0] ?? { pastHead: null, head: null, isChange: false, isTouched: true };
}

/**
 * Counts the users at each instant.
 *
 * A fact is in force at consecutive instants, so it is read once, as a range of their places. The process propagates
 * the ranges along inclusions and between groups, and the database counts the users, of whom there may be very many.
 */
async function counted({ connection }: Snapshot, held: Held, instants: readonly string[]): Promise<number[]> {
  const { rows: links } = await connection.query<Link>(linksOf(held, instants));
  const of = (kind: Link['kind']) => links.filter((link) => link.kind === kind);
  const numbers = of('moment')
    .map(({ noFrom }) => noFrom)
    .toSorted((one, other) => one - other);
  const spans = new Spans(numbers, instants);

  if (held.role !== undefined) spans.always(held.role);
  for (const link of of('holds')) spans.add(link.above, link);
  await spans.carry(of('inclusion').map((link) => ({ ...link, from: link.below ?? '', to: link.above })));
  const items = spans.ranges();

  for (const link of of('grant')) {
    if (link.below === null) continue;
    if (isAnything(held)) spans.add(link.below, link);
    else spans.through(link.above, link.below, link);
  }
  await spans.carry(of('group').map((link) => ({ ...link, from: link.above, to: link.below ?? '' })));

  const { rows } = await connection.query<{ place: number; change: number }>(
    turnsOf(held, { numbers, instants, items, groups: spans.ranges() }),
  );
  const changes = new Map(rows.map(({ place, change }) => [place, change]));
  let people = 0;
  return instants.map((_, place) => {
    people += changes.get(place) ?? 0;
    return people;
  });
}

const isAnything = ({ role, permission }: Held) => role === undefined && permission === undefined;

/** A fact of access: a link from `above` to `below`, during these changes and instants. */
interface Link {
  /** A `moment` is not a fact: its `noFrom` is the number of the last change at or before one of the instants. */
  readonly kind: 'moment' | 'holds' | 'inclusion' | 'grant' | 'group';
  readonly above: string;
  readonly below: string | null;
  readonly noFrom: number;
  readonly noTo: number;
  readonly starts: string | null;
  readonly ends: string | null;
}

/** The facts between roles, permissions and groups, and the grants to groups. */
function linksOf(held: Held, instants: readonly string[]): Sql {
  const { application, permission } = held;
  const roles = sql`(select distinct r.id from roles r where r.app_id = ${application})`;
  const first = sql`(select min(no) from moments)`;
  return sql`
    with moments as materialized (
      select coalesce(${numberAt(sql`i.at`)}, 0) as no from unnest(${instants}::timestamptz[]) as i(at)
    )
    select 'moment' as kind, null::uuid as above, null::uuid as below, no as "noFrom", no as "noTo",
      null::timestamptz as starts, null::timestamptz as ends from moments
    union all
    select 'inclusion', i.role_id, i.included_id, i.no_from, i.no_to, null, null
    from inclusions i where not ${isAnything(held)} and i.no_to > ${first} and i.role_id in ${roles}
    union all
    select 'holds', p.role_id, null, p.no_from, p.no_to, null, null
    from role_permissions p where p.permission_id = ${permission ?? null} and p.no_to > ${first}
    union all
    select 'holds', r.id, null, r.no_from, r.no_to, null, null
    from roles r where ${permission !== undefined} and r.app_id = ${application} and r.built_in and r.no_to > ${first}
    union all
    select 'holds', ${permission ?? null}::uuid, null, 0::int8, ${untilFurtherNotice}::int8, null, null
    where ${permission !== undefined}
    union all
    select 'grant', coalesce(g.role_id, g.permission_id), g.principal_id, g.no_from, g.no_to, g.starts, g.ends
    from grants g where g.app_id = ${application} and g.principal_kind = 'group' and g.no_to > ${first}
    union all
    select 'group', m.group_id, m.member_id, m.no_from, m.no_to, null, null
    from memberships m where m.member_kind = 'group' and m.no_to > ${first}`;
}

interface Known {
  /** For each instant, the number of the last change at or before it. */
  readonly numbers: readonly number[];
  readonly instants: readonly string[];
  /**
   * The ranges in which a role or permission gives the requested item. Unused for a question about anything in the
   * application.
   */
  readonly items: Ranges;
  readonly groups: Ranges;
}

/**
 * SQL for the changes in the number of users with access, by position in the list of instants. Most users hold
 * something by a fact that is in force at all instants. They are counted without ranges, and their facts are compared
 * with the first and the last instant only.
 */
function turnsOf(held: Held, { numbers, instants, items, groups }: Known): Sql {
  const [first, last, size] = [numbers[0] ?? 0, numbers.at(-1) ?? 0, instants.length];
  // The number of list elements that are less than a value. `width_bucket` also counts those that equal the value.
  const noBefore = (no: Sql) => sql`width_bucket(${no} - 1, ${numbers}::int8[])`;
  const before = (at: Sql) => sql`width_bucket(${at} - interval '1 microsecond', ${instants}::timestamptz[])`;
  const from = sql`case when f.no_from <= ${first} then 0 else ${noBefore(sql`f.no_from`)} end`;
  const to = sql`case when f.no_to > ${last} then ${size} else ${noBefore(sql`f.no_to`)} end`;
  const starts = sql`case when ${started('f', sql`${instants[0]}::timestamptz`)} then 0 else ${before(sql`f.starts`)} end`;
  const ends = sql`case when ${lasting('f', sql`${instants.at(-1)}::timestamptz`)} then ${size} else ${before(sql`f.ends`)} end`;
  const among = (all: Ranges) =>
    sql`unnest(${all.ids}::uuid[], ${all.froms}::int4[], ${all.tos}::int4[]) as h(id, h_from, h_to)`;
  const given = isAnything(held)
    ? sql`cross join (values (0, ${size}::int4)) as h(h_from, h_to)`
    : sql`join ${among(items)} on h.id = coalesce(f.role_id, f.permission_id)`;
  const whole = sql`(lower = 0 and upper = ${size})`;
  return sql`
    with spans as (
      select f.principal_id as person, greatest(${from}, ${starts}, h_from) as lower, least(${to}, ${ends}, h_to) as upper
      from grants f ${given} where f.app_id = ${held.application} and f.principal_kind = 'user' and f.no_to > ${first}
      union all
      select f.member_id, greatest(${from}, h_from), least(${to}, h_to)
      from memberships f join ${among(groups)} on h.id = f.group_id
      where f.member_kind = 'user' and f.no_to > ${first}
    ), holding as materialized (
      select person, bool_or(${whole}) as whole, range_agg(int4range(lower, upper)) filter (where not ${whole}) as places
      from spans where lower < upper group by person
    ), suspended as materialized (
      select f.id as person, range_agg(int4range(${from}, greatest(${from}, ${to}))) as places
      from users f where f.status = 'suspended' and f.no_to > ${first} group by f.id
    ), places as (
      select unnest(case when s.person is null then h.places else h.places - s.places end) as place from (
        select person, case when whole then int4multirange(int4range(0, ${size})) else places end as places from holding
        where not whole or person in (select person from suspended)
      ) h left join suspended s using (person)
    )
    select place, sum(change)::int4 as change from (
      select lower(place) as place, 1 as change from places union all select upper(place), -1 from places
      union all select 0, count(*) from holding where whole and person not in (select person from suspended)
    ) as turns group by place`;
}
