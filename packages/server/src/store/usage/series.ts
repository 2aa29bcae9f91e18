import type { SignIn, SignInSeries, UsageSeries } from '@licet/contract';
import type { Snapshot } from '../kernel/snapshot.ts';
import { fragment, literal, type Sql, sql } from '../kernel/sql.ts';

/** Days in UTC, such as 2026-03-01, both included, in steps. */
export interface Period {
  readonly from: string;
  readonly to: string;
  readonly by: 'day' | 'week';
}

/** The number of uses of the permissions of an application, or of one of them. */
export async function usageOver(
  { connection }: Snapshot,
  appId: string,
  permission: string | undefined,
  period: Period,
): Promise<UsageSeries['points']> {
  const only = permission === undefined ? sql`true` : sql`d.permission_id = ${permission}`;
  const { rows } = await connection.query<UsageSeries['points'][number]>(sql`
    with told as (
      select ${beginning(sql`d.day`, period)} as day, sum(d.count) as count from usage_days d
      where d.app_id = ${appId} and d.day between ${first(period)} and ${period.to}::date and ${only} group by 1
    )
    select ${text} as day, coalesce(t.count, 0)::float8 as count
    from ${steps(period)} left join told t using (day) order by s.day`);
  return rows;
}

/** The numbers of sign-ins and of refusals. */
export async function signInsOver({ connection }: Snapshot, period: Period): Promise<SignInSeries['points']> {
  const { rows } = await connection.query<SignInSeries['points'][number]>(sql`
    with told as (
      select ${beginning(sql`(l.at at time zone 'UTC')::date`, period)} as day,
        sum(l.attempts) filter (where l.outcome = 'signed_in') as "signedIn",
        sum(l.attempts) filter (where l.outcome = any(${refusals})) as refused
      from sign_ins l where l.at >= ${first(period)}::timestamp at time zone 'UTC'
        and l.at < (${period.to}::date + 1)::timestamp at time zone 'UTC' group by 1
    )
    select ${text} as day, coalesce(t."signedIn", 0)::float8 as "signedIn", coalesce(t.refused, 0)::float8 as refused
    from ${steps(period)} left join told t using (day) order by s.day`);
  return rows;
}

/** Outcomes that ended an attempt. Requests for a further factor are not included. */
const refusals: readonly SignIn['outcome'][] = [
  ...(['wrong_password', 'unknown_name', 'suspended', 'no_password', 'stopped_by_policy', 'wrong_code'] as const),
  ...(['passkey_refused', 'provider_refused', 'throttled'] as const),
];

const text = sql`to_char(s.day, 'YYYY-MM-DD')`;
const beginning = (of: Sql, { by }: Period): Sql => sql`date_trunc(${literal(by)}, ${of}::timestamp)::date`;
const first = (period: Period): Sql => beginning(sql`${period.from}::date`, period);

/** The first day of each step, as `s`. */
const steps = (period: Period): Sql =>
  sql`(select g::date as day from generate_series(${first(period)}::timestamp, ${period.to}::timestamp, ${fragment(`interval '1 ${period.by}'`)}) g) s`;
