import { limits, type Page, type PermissionUse, type UsageSeries } from '@licet/contract';
import { clock } from '../kernel/clock.ts';
import type { Database } from '../kernel/database.ts';
import { present } from '../kernel/facts.ts';
import { byId, byName, type ListQuery, rankedOrder } from '../kernel/lists.ts';
import { searchFor } from '../kernel/matching.ts';
import { mapPage, orderOf, page } from '../kernel/paging.ts';
import { poolOf } from '../kernel/pool.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { fragment, identifier, literal, prepared, type Sql, sql } from '../kernel/sql.ts';

export interface UsageQuery extends ListQuery {
  /** Only permissions that were never exercised within limits.usageKept. */
  readonly never: boolean;
}

/** A page of an application's catalogue, with the use of each permission. @throws Refusal `invalid_cursor` */
export async function listUsage(snapshot: Snapshot, appId: string, query: UsageQuery): Promise<Page<PermissionUse>> {
  const { at } = snapshot;
  const where = [sql`p.app_id = ${appId}`, present('p')];
  const search = searchFor(query.q);
  if (search) where.push(search.matches(sql`p.sought`));
  if (query.never) where.push(sql`not exists (select from usage_days d where d.permission_id = p.id)`);
  const column = (query.sort ?? 'name').replace('-', '');
  const sorted = orderOf(
    {
      name: [byName('p.name'), byId('p.id')],
      count: [{ sql: sql`used.n`, type: 'int8' }, byId('p.id')],
      last: [{ sql: sql`coalesce(used.last_at, '-infinity')`, type: 'timestamptz' }, byId('p.id')],
    },
    query.sort,
  );
  const found = await page<Row>(
    snapshot,
    {
      name: `usage ${appId} ${query.never}`,
      select: sql`p.id, p.name, p.title, ${users(at)} as users, ${count(at)}::float8 as count, (${last}) as last`,
      alias: 'p',
      from: sql`permissions p ${withUsage(column, at)}`,
      countFrom: sql`permissions p`,
      where,
      whole: !search && !query.never,
      order: rankedOrder(search, sql`p.sought`, query.sort, sorted),
    },
    query,
  );
  return mapPage(found, ({ id, name, title, ...use }) => ({ permission: { id, name, title }, ...use }));
}

/** The first day for which an application reported use, within limits.usageKept, as an instant; null if it reported none. */
export async function firstReport({ connection }: Snapshot, appId: string): Promise<string | null> {
  const { rows } = await connection.query<{ since: string | null }>(
    sql`select min(day)::timestamp at time zone 'UTC' as since from usage_days where app_id = ${appId}`,
  );
  return rows[0]?.since ?? null;
}

/** The last reported uses of an application. */
export interface LastUses {
  /** The first day for which the application reported use, as an instant; null if it reported none. */
  readonly since: string | null;
  /** The last use by the id of the permission or of the user. Those without a reported use are missing. */
  readonly last: ReadonlyMap<string, string>;
}

/** The last use of each of these permissions of an application by a user, in one statement. */
export async function lastUses(
  { connection }: Snapshot,
  appId: string,
  userId: string,
  permissions: readonly string[],
): Promise<LastUses> {
  const { rows } = await connection.query<{ since: string | null; id: string | null; last: string }>(sql`
    select reported.since, u.permission_id as id, u.last_at as last
    from (select min(day)::timestamp at time zone 'UTC' as since from usage_days where app_id = ${appId}) reported
    left join usage_users u on u.user_id = ${userId} and u.permission_id = any(${permissions}::uuid[])`);
  return lastUsesOf(rows);
}

/** The last use of one permission by each of these users, by user id, in one statement. */
export async function lastUsesBy(
  { connection }: Snapshot,
  appId: string,
  permission: string,
  users: readonly string[],
): Promise<LastUses> {
  const { rows } = await connection.query<{ since: string | null; id: string | null; last: string }>(sql`
    select reported.since, u.user_id as id, u.last_at as last
    from (select min(day)::timestamp at time zone 'UTC' as since from usage_days where app_id = ${appId}) reported
    left join usage_users u on u.permission_id = ${permission} and u.user_id = any(${users}::uuid[])`);
  return lastUsesOf(rows);
}

function lastUsesOf(rows: readonly { since: string | null; id: string | null; last: string }[]): LastUses {
  return {
    since: rows[0]?.since ?? null,
    last: new Map(rows.flatMap(({ id, last }) => (id === null ? [] : [[id, last] as const]))),
  };
}

interface Row extends Omit<PermissionUse, 'permission'> {
  readonly id: string;
  readonly name: string;
  readonly title: string;
}

const window = (at: string) => sql`(${at}::timestamptz - ${fragment(`interval '${limits.usageWindow.value} days'`)})`;
const users = (at: string) =>
  sql`(select count(*)::int from usage_users u where u.permission_id = p.id and u.last_at >= ${window(at)})`;
const count = (at: string) => sql`(
  select coalesce(sum(d.count), 0) from usage_days d
  where d.permission_id = p.id and d.day >= (${window(at)} at time zone 'UTC')::date
)`;
const last = sql`select d.last_at from usage_days d where d.permission_id = p.id order by d.day desc limit 1`;

/** Computed for every permission, not only for those of the page, because the list is sorted by this column. */
function withUsage(column: string, at: string): Sql {
  if (column === 'count') return sql`cross join lateral (select ${count(at)}::int8 as n offset 0) used`;
  return column === 'last' ? sql`left join lateral (${last}) used on true` : sql``;
}

/** How often a user exercised a permission, and when last (seconds since the epoch). */
export interface Exercised {
  readonly user: string;
  readonly permission: string;
  readonly count: number;
  readonly last: number;
}

/**
 * Adds a report of an application. Skips unknown users and permissions. Replaces a future time with the current time,
 * and a time too far in the past with the oldest that a report may have.
 */
export async function addUsage(database: Database, application: string, report: readonly Exercised[]): Promise<void> {
  await poolOf(database).query(
    addReport(
      database.clockOffset(),
      application,
      report.map(({ user }) => user),
      report.map(({ permission }) => permission),
      report.map(({ count }) => Math.min(count, most)),
      report.map(({ last }) => Math.min(last, latest)),
    ),
  );
}

/** The maximum of a count. */
const most = 1_000_000_000_000;
/** The latest instant that is passed to PostgreSQL, in seconds since the epoch: the year 2286. */
const latest = 9_999_999_999;

// Rows are written in a fixed order, so that two concurrent reports wait for each other instead of deadlocking.
const addReport = prepared<
  [
    offset: number,
    application: string,
    users: readonly string[],
    permissions: readonly string[],
    counts: number[],
    lasts: number[],
  ]
>(
  'add-usage',
  (offset, application, users, permissions, counts, lasts) => sql`
  with reported as materialized (
    select a.id as app_id, p.id as permission_id, n.id as user_id, x.count, x.last
    from (
      select t.user_id, t.permission, t.count,
        greatest(least(to_timestamp(t.last), ${clock(offset)}), ${clock(offset)} - interval '1 day') as last
      from unnest(${users}::uuid[], ${permissions}::text[], ${counts}::int8[], ${lasts}::float8[]) as t(user_id, permission, count, last)
    ) x
    join applications a on a.key = ${application} and ${present('a')}
    join permissions p on p.app_id = a.id and p.name = x.permission and ${present('p')}
    join users n on n.id = x.user_id and ${present('n')}
  ), users_reported as (
    insert into usage_users as u (app_id, permission_id, user_id, last_at)
    select app_id, permission_id, user_id, max(last) from reported group by 1, 2, 3 order by 2, 3
    on conflict (permission_id, user_id) do update set last_at = excluded.last_at where u.last_at < excluded.last_at
  )
  insert into usage_days as d (app_id, permission_id, day, count, last_at)
  select app_id, permission_id, (last at time zone 'UTC')::date, least(sum(count), ${literal(most)}), max(last)
  from reported group by 1, 2, 3 order by 2, 3
  on conflict (permission_id, day) do update
    set count = least(d.count + excluded.count, ${literal(most)}), last_at = greatest(d.last_at, excluded.last_at)`,
);

/**
 * Selects `key` and `last_at`: when any pair of user and permission with that key was last used. Leaves out keys
 * without use.
 */
export const lastOfPairs = (key: string, pairs: Sql): Sql => sql`
  select asked.${identifier(key)} as key, max(u.last_at) as last_at from (${pairs}) asked
  join usage_users u on u.permission_id = asked.permission_id and u.user_id = asked.user_id group by 1`;

/** SQL for the first day, as an instant, for which an application reported use; null if it never did. */
export const reportedSince = (application: Sql): Sql =>
  sql`(select min(d.day)::timestamp at time zone 'UTC' from usage_days d where d.app_id = ${application})`;

/** A period in steps (`by`). Its first and last day are days in UTC, such as 2026-03-01, and both are included. */
export interface Period {
  readonly from: string;
  readonly to: string;
  readonly by: 'day' | 'week';
}

/** The number of uses of one permission of an application, or of all its permissions, for each step of a period. */
export async function usageOverTime(
  { connection }: Snapshot,
  appId: string,
  permission: string | undefined,
  period: Period,
): Promise<UsageSeries['points']> {
  const only = permission === undefined ? sql`true` : sql`d.permission_id = ${permission}`;
  const { rows } = await connection.query<UsageSeries['points'][number]>(sql`
    with counted as (
      select ${beginning(sql`d.day`, period)} as day, sum(d.count) as count from usage_days d
      where d.app_id = ${appId} and d.day between ${first(period)} and ${period.to}::date and ${only} group by 1
    )
    select ${dayText} as day, coalesce(t.count, 0)::float8 as count
    from ${steps(period)} left join counted t using (day) order by s.day`);
  return rows;
}

/** SQL for the first day of a step `s`. */
export const dayText = sql`to_char(s.day, 'YYYY-MM-DD')`;
/** SQL for the first day of the step that contains a day. */
export const beginning = (of: Sql, { by }: Period): Sql => sql`date_trunc(${literal(by)}, ${of}::timestamp)::date`;
/** SQL for the first day of a period. */
export const first = (period: Period): Sql => beginning(sql`${period.from}::date`, period);

/** The first day of each step, as `s`. */
export const steps = (period: Period): Sql =>
  sql`(select g::date as day from generate_series(${first(period)}::timestamp, ${period.to}::timestamp, ${fragment(`interval '1 ${period.by}'`)}) g) s`;
