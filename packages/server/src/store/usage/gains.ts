import type { GainSeries } from '@licet/contract';
import { ended, present } from '../kernel/facts.ts';
import { numberAt, type Snapshot } from '../kernel/snapshot.ts';
import { type Sql, sql } from '../kernel/sql.ts';
import { beginning, dayText, first, type Period, steps } from './usage.ts';

/** What to count: grants in the applications with these identifiers (undefined: in all), and memberships if set. */
export interface GainSight {
  readonly applications: readonly string[] | undefined;
  readonly memberships: boolean;
}

/**
 * The numbers of grants and memberships that began and that ended, for each step of a period. A grant begins at its
 * start, and ends at its end or when it is revoked. A change of a grant neither begins nor ends it, and a grant that
 * was revoked before its start does not count.
 */
export async function gainsOverTime(
  { connection, no, clock }: Snapshot,
  { applications, memberships }: GainSight,
  period: Period,
): Promise<GainSeries['points']> {
  const from = sql`(${first(period)}::timestamp at time zone 'UTC')`;
  const to = sql`least((${period.to}::date + 1)::timestamp at time zone 'UTC', ${clock}::timestamptz)`;
  const within = (at: Sql) => sql`${at} >= ${from} and ${at} < ${to}`;
  // The upper bound is for the planner. With only a lower bound, PostgreSQL expects a third of all rows; with two
  // bounds, one row in two hundred.
  const since = (column: Sql) => sql`${column} > (select no from since) and ${column} <= ${no}`;
  const chosen =
    applications === undefined
      ? sql`select distinct a.id from applications a`
      : sql`select a.id from applications a where a.key = any(${applications}::text[]) and ${present('a')}`;
  const { rows } = await connection.query<GainSeries['points'][number]>(sql`
    with since as materialized (select coalesce(${numberAt(from)}, 0) as no),
    chosen as materialized (${chosen}),
    closed as materialized (
      select g.starts, least(g.ends, c.at) as ends from grants g join change c on c.no = g.no_to
      where ${ended('g')} and ${since(sql`g.no_to`)} and g.app_id in (select id from chosen)
        and g.starts < least(g.ends, c.at)
        and not exists (select from grants y where y.id = g.id and y.no_from = g.no_to)
    ),
    facts(at, began) as (
      select g.starts, true from chosen a join grants g on g.app_id = a.id and ${present('g')} and ${within(sql`g.starts`)}
      union all select starts, true from closed where ${within(sql`starts`)}
      union all select ends, false from closed where ${within(sql`ends`)}
      union all select g.ends, false from grants g
        where ${present('g')} and g.ends < 'infinity' and ${within(sql`g.ends`)} and g.app_id in (select id from chosen)
      ${memberships ? joinedAndLeft(since, within) : sql``}
    ),
    counted as (
      select ${beginning(sql`(f.at at time zone 'UTC')::date`, period)} as day,
        count(*) filter (where f.began) as gained, count(*) filter (where not f.began) as lost
      from facts f group by 1
    )
    select ${dayText} as day, coalesce(t.gained, 0)::float8 as gained, coalesce(t.lost, 0)::float8 as lost
    from ${steps(period)} left join counted t using (day) order by s.day`);
  return rows;
}

/** SQL for the memberships of users that changes after `since` began or ended, to append to the grants. */
const joinedAndLeft = (since: (column: Sql) => Sql, within: (at: Sql) => Sql): Sql => sql`
      union all select c.at, true from memberships m join change c on c.no = m.no_from
        where ${since(sql`m.no_from`)} and m.member_kind = 'user' and ${within(sql`c.at`)}
      union all select c.at, false from memberships m join change c on c.no = m.no_to
        where ${ended('m')} and ${since(sql`m.no_to`)} and m.member_kind = 'user' and ${within(sql`c.at`)}`;
