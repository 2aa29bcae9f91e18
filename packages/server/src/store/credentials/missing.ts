import type { Missing, SignInHealth } from '@licet/contract';
import { present } from '../kernel/facts.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { type Sql, sql } from '../kernel/sql.ts';
import { asRecorded, enabled, type Walk } from '../walk/walk.ts';

/**
 * True for users `u` who miss it: a second factor; something to fall back on, should they lose the only one that they have; or who
 * never signed in. Whoever cannot sign in anyway misses nothing, and programs are no users.
 */
export function isMissing(what: Missing, walk: Walk): Sql {
  switch (what) {
    case 'sign_in':
      return sql`${enabled('u')} and not exists (select from last_sign_ins l where l.user_id = u.id)`;
    case 'second_factor':
      return sql`${walk.active('u')} and not exists (select from (${factors}) f where f.user_id = u.id)`;
    case 'recovery':
      return sql`${walk.active('u')}
        and u.id in (select f.user_id from (${factors}) f group by f.user_id having count(*) = 1)
        and not exists (select from recovery_codes r where r.user_id = u.id and r.used_at is null)`;
  }
}

/** How many people miss what. */
export async function signInHealth({ connection, at }: Snapshot): Promise<SignInHealth> {
  const walk = asRecorded(at);
  const count = (what: Missing) =>
    sql`(select count(*)::int from users u where ${present('u')} and ${isMissing(what, walk)})`;
  const { rows } = await connection.query<SignInHealth>(sql`
    select ${count('second_factor')} as "secondFactor", ${count('recovery')} as recovery, ${count('sign_in')} as "signIn"`);
  return rows[0] ?? { secondFactor: 0, recovery: 0, signIn: 0 };
}

/** Selects `user_id` once for each thing that is a second factor: an app, a passkey, or accounts elsewhere whose provider vouches for two. */
const factors = sql`
  select user_id from totp
  union all select user_id from passkeys
  union all select distinct l.user_id
    from identities l join connections x on x.id = l.connection_id and x.enabled and ${present('x')}
    where l.said && x.two_factor_values`;
