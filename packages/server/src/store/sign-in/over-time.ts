import type { SignInSeries } from '@licet/contract';
import type { Snapshot } from '../kernel/snapshot.ts';
import { identifier, join, literal, sql } from '../kernel/sql.ts';
import { beginning, dayText, first, type Period, steps } from '../usage/usage.ts';
import { refusals } from './sign-ins.ts';

/** The numbers of sign-ins, by method, and of refusals, for each step of a period. */
export async function signInsOverTime({ connection }: Snapshot, period: Period): Promise<SignInSeries['points']> {
  const { rows } = await connection.query<SignInSeries['points'][number]>(sql`
    with counted as (
      select ${beginning(sql`(l.at at time zone 'UTC')::date`, period)} as day,
        sum(l.attempts) filter (where l.outcome = 'signed_in') as "signedIn",
        sum(l.attempts) filter (where l.outcome = any(${refusals})) as refused,
        ${join(
          signInWays.map(
            (way) =>
              sql`sum(l.attempts) filter (where l.outcome = 'signed_in' and ${wayOf} = ${literal(way)}) as ${identifier(way)}`,
          ),
          ', ',
        )}
      from sign_ins l where l.at >= ${first(period)}::timestamp at time zone 'UTC'
        and l.at < (${period.to}::date + 1)::timestamp at time zone 'UTC' group by 1
    )
    select ${dayText} as day, coalesce(t."signedIn", 0)::float8 as "signedIn", coalesce(t.refused, 0)::float8 as refused,
      json_build_object(${join(
        signInWays.map((way) => sql`${literal(way)}, coalesce(${identifier(`t.${way}`)}, 0)`),
        ', ',
      )}) as ways
    from ${steps(period)} left join counted t using (day) order by s.day`);
  return rows;
}

const signInWays = [
  'passkey',
  'code',
  'password',
  'provider',
  'unknown',
] as const satisfies readonly (keyof SignInSeries['points'][number]['ways'])[];

/**
 * The sign-in method of a line `l` of the sign-in log. A sign-in through a connection counts as such, even with a
 * second factor of Licet.
 */
const wayOf = sql`case when l.way ~ 'provider|directory' then 'provider' when l.way ~ 'passkey' then 'passkey'
  when l.way ~ '[+]' then 'code' when l.way = 'password' then 'password' else 'unknown' end`;
