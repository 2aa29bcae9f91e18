import type { Missing, SignInHealth } from '@licet/contract';
import { present } from '../kernel/facts.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { type Sql, sql } from '../kernel/sql.ts';
import { asRecorded, enabled, type Walk } from '../walk/walk.ts';

/**
 * True for users `u` without: a second factor; a replacement should they lose their only one; or a first sign-in.
 * Users who cannot sign in miss nothing, and programs are not users.
 */
export function isMissing(what: Missing, walk: Walk): Sql {
  switch (what) {
    case 'sign_in':
      return sql`${enabled('u')} and not exists (select from last_sign_ins l where l.user_id = u.id)`;
    case 'second_factor':
      return sql`${walk.active('u')} and not exists (select from (${factors}) f where f.user_id = u.id)`;
    case 'recovery':
      // Everybody has at least one here. PostgreSQL expects `= 1` to be rare, and would look up each row alone.
      return sql`${walk.active('u')}
        and u.id in (select f.user_id from (${factors}) f where f.factors < 2)
        and not exists (select from recovery_codes r where r.user_id = u.id and r.used_at is null)`;
  }
}

/** Selects the `id` of users without a replacement factor, all in one pass: the same as {@link isMissing}. */
export const withoutRecovery = (walk: Walk): Sql => sql`
  select u.id from users u join (${factors}) f on f.user_id = u.id and f.factors < 2
    left join (${codesLeft}) r on r.user_id = u.id
  where ${walk.active('u')} and r.user_id is null`;

/** The number of users who miss each of these, all in one pass: the same as {@link isMissing}. */
export async function signInHealth({ connection, at }: Snapshot): Promise<SignInHealth> {
  const walk = asRecorded(at);
  const count = (which: Sql) => sql`(count(*) filter (where ${which}))::int`;
  const { rows } = await connection.query<SignInHealth>(sql`
    select ${count(sql`${walk.active('u')} and f.user_id is null`)} as "secondFactor",
      ${count(sql`${walk.active('u')} and f.factors < 2 and r.user_id is null`)} as recovery,
      ${count(sql`${enabled('u')} and l.user_id is null`)} as "signIn"
    from users u
      left join (${factors}) f on f.user_id = u.id
      left join (${codesLeft}) r on r.user_id = u.id
      left join last_sign_ins l on l.user_id = u.id
    where ${present('u')}`);
  return rows[0] ?? { secondFactor: 0, recovery: 0, signIn: 0 };
}

/**
 * Selects `user_id` and `factors` of all users with a second factor: an app, passkeys, or external accounts whose
 * provider vouches for two factors, which count as one together. Three joins instead of counting a union, because the
 * planner has no statistics for that.
 */
const factors = sql`
  select user_id, coalesce(t.factors, 0) + coalesce(k.factors, 0) + coalesce(i.factors, 0) as factors
  from (select user_id, 1 as factors from totp) t
    full join (select user_id, count(*) as factors from passkeys group by user_id) k using (user_id)
    full join (
      select l.user_id, 1 as factors
      from identities l join connections x on x.id = l.connection_id and x.enabled and ${present('x')}
      where l.said && x.two_factor_values group by l.user_id
    ) i using (user_id)`;

/** Selects `user_id` of all who have recovery codes left. */
const codesLeft = sql`select user_id from recovery_codes where used_at is null group by user_id`;
