import { untilFurtherNotice } from '../kernel/facts.ts';
import { numberAt, type Snapshot } from '../kernel/snapshot.ts';
import { type Sql, sql } from '../kernel/sql.ts';
import { type Ranges, Spans } from './spans.ts';

/** A role or a permission of an application, by internal ids; anything in it if neither is given. */
export interface Held {
  readonly application: string;
  readonly role?: string | undefined;
  readonly permission?: string | undefined;
}

/**
 * Returns the number of users who held something at each of the ascending instants. Past instants use the facts
 * recorded then, future ones the facts recorded now. Suspended users hold nothing.
 *
 * A fact is in force at consecutive instants, so it is read once, as a range of their places. The process propagates
 * the ranges along inclusions and between groups, and the database counts the users, of whom there may be very many.
 */
export async function peopleOverTime(snapshot: Snapshot, held: Held, instants: readonly string[]): Promise<number[]> {
  const { connection } = snapshot;
  const { rows: links } = await connection.query<Link>(linksOf(held, instants));
  const of = (kind: Link['kind']) => links.filter((link) => link.kind === kind);
  const numbers = of('moment')
    .map(({ noFrom }) => noFrom)
    .toSorted((one, other) => one - other);
  const spans = new Spans(numbers, instants);

  if (held.role !== undefined) spans.always(held.role);
  for (const link of of('holds')) spans.add(link.above, link);
  spans.carry(of('inclusion').map((link) => ({ ...link, from: link.below ?? '', to: link.above })));
  const items = spans.ranges();

  for (const link of of('grant')) {
    if (link.below === null) continue;
    if (isAnything(held)) spans.add(link.below, link);
    else spans.through(link.above, link.below, link);
  }
  spans.carry(of('group').map((link) => ({ ...link, from: link.above, to: link.below ?? '' })));

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

/** The changes of the number of users with access, by their position in the list of instants. */
function turnsOf(held: Held, { numbers, instants, items, groups }: Known): Sql {
  const first = numbers[0] ?? 0;
  // The number of elements before a value. PostgreSQL's function counts those that equal it too.
  const from = sql`width_bucket(f.no_from - 1, ${numbers}::int8[])`;
  const to = sql`width_bucket(f.no_to - 1, ${numbers}::int8[])`;
  const starts = sql`width_bucket(f.starts - interval '1 microsecond', ${instants}::timestamptz[])`;
  const ends = sql`width_bucket(f.ends - interval '1 microsecond', ${instants}::timestamptz[])`;
  const among = (all: Ranges) =>
    sql`unnest(${all.ids}::uuid[], ${all.froms}::int4[], ${all.tos}::int4[]) as h(id, h_from, h_to)`;
  const given = isAnything(held)
    ? sql`cross join (values (0, ${instants.length}::int4)) as h(h_from, h_to)`
    : sql`join ${among(items)} on h.id = coalesce(f.role_id, f.permission_id)`;
  return sql`
    with spans as (
      select f.principal_id as person, greatest(${from}, ${starts}, h_from) as lower, least(${to}, ${ends}, h_to) as upper
      from grants f ${given} where f.app_id = ${held.application} and f.principal_kind = 'user' and f.no_to > ${first}
      union
      select f.member_id, greatest(${from}, h_from), least(${to}, h_to)
      from memberships f join ${among(groups)} on h.id = f.group_id
      where f.member_kind = 'user' and f.no_to > ${first}
    ), holding as (
      select person, range_agg(int4range(lower, upper)) as places from spans where lower < upper group by person
    ), suspended as (
      select f.id as person, range_agg(int4range(${from}, greatest(${from}, ${to}))) as places
      from users f where f.status = 'suspended' and f.no_to > ${first} group by f.id
    ), places as (
      select unnest(case when s.person is null then h.places else h.places - s.places end) as place
      from holding h left join suspended s using (person)
    )
    select place, sum(change)::int4 as change from (
      select lower(place) as place, 1 as change from places union all select upper(place), -1 from places
    ) as turns group by place`;
}
