import { clock } from '../kernel/clock.ts';
import type { Database } from '../kernel/database.ts';
import { present } from '../kernel/facts.ts';
import { poolOf } from '../kernel/pool.ts';
import { literal, prepared, sql } from '../kernel/sql.ts';

/** How often a user exercised a permission, and when last (seconds since the epoch). */
export interface Exercised {
  readonly user: string;
  readonly permission: string;
  readonly count: number;
  readonly last: number;
}

/**
 * Adds a report of an application. Unknown users and permissions are skipped. A future time counts as now, and a time
 * too long ago as the oldest that a report may have.
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

/** No count grows beyond it. */
const most = 1_000_000_000_000;
/** The latest instant that is passed to PostgreSQL, in seconds since the epoch: the year 2286. */
const latest = 9_999_999_999;

// In a fixed order, so that two simultaneous reports wait for each other instead of deadlocking.
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
  with told as materialized (
    select a.id as app_id, p.id as permission_id, n.id as user_id, x.count, x.last
    from (
      select t.user_id, t.permission, t.count,
        greatest(least(to_timestamp(t.last), ${clock(offset)}), ${clock(offset)} - interval '1 day') as last
      from unnest(${users}::uuid[], ${permissions}::text[], ${counts}::int8[], ${lasts}::float8[]) as t(user_id, permission, count, last)
    ) x
    join applications a on a.key = ${application} and ${present('a')}
    join permissions p on p.app_id = a.id and p.name = x.permission and ${present('p')}
    join users n on n.id = x.user_id and ${present('n')}
  ), users_told as (
    insert into usage_users as u (app_id, permission_id, user_id, last_at)
    select app_id, permission_id, user_id, max(last) from told group by 1, 2, 3 order by 2, 3
    on conflict (permission_id, user_id) do update set last_at = excluded.last_at where u.last_at < excluded.last_at
  )
  insert into usage_days as d (app_id, permission_id, day, count, last_at)
  select app_id, permission_id, (last at time zone 'UTC')::date, least(sum(count), ${literal(most)}), max(last)
  from told group by 1, 2, 3 order by 2, 3
  on conflict (permission_id, day) do update
    set count = least(d.count + excluded.count, ${literal(most)}), last_at = greatest(d.last_at, excluded.last_at)`,
);
