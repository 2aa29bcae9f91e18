import { type Credentials, limits } from '@licet/contract';
import { noteDeparted } from '../connections/absences.ts';
import { identitiesNow, removeIdentitiesOf } from '../connections/identities.ts';
import { instantAsText } from '../kernel/clock.ts';
import { present } from '../kernel/facts.ts';
import { later } from '../kernel/instants.ts';
import type { Queryable } from '../kernel/pool.ts';
import { prepared, type Sql, sql } from '../kernel/sql.ts';
import { findRules } from '../policy/policy.ts';
import { forgetKnownBrowsersOf } from './known-browsers.ts';
import { removePasskeysOf } from './passkeys.ts';
import { removeRecoveryCodes } from './recovery-codes.ts';
import { codeFailures, forget } from './throttle.ts';
import { removeTotp } from './totp.ts';

/** The sign-in methods of a user, without their secrets. */
export async function credentialsOf(connection: Queryable, userId: string): Promise<Credentials> {
  const { rows } = await connection.query<Credentials>(credentials(userId));
  return rows[0] ?? { password: null, passkeys: [], totp: null, identities: [], recoveryCodes: null };
}

const credentials = prepared<[userId: string]>(
  'credentials-of',
  (userId) => sql`
    select (select json_build_object('setAt', ${instantAsText(sql`c.set_at`)}) from credentials c where c.user_id = ${userId}::uuid) as password,
      (select coalesce(json_agg(json_build_object('id', p.id, 'name', p.name, 'createdAt', ${instantAsText(sql`p.created_at`)},
          'lastUsedAt', ${instantAsText(sql`p.last_used_at`)}, 'backedUp', p.backed_up) order by p.created_at, p.id), '[]')
        from passkeys p where p.user_id = ${userId}::uuid) as passkeys,
      (select json_build_object('addedAt', ${instantAsText(sql`t.added_at`)}, 'lastUsedAt', ${instantAsText(sql`t.last_used_at`)})
        from totp t where t.user_id = ${userId}::uuid) as totp,
      ${identitiesNow(sql`${userId}::uuid`)} as identities,
      (select json_build_object('left', count(*) filter (where r.used_at is null), 'of', count(*), 'madeAt', ${instantAsText(sql`max(r.made_at)`)})
        from recovery_codes r where r.user_id = ${userId}::uuid having count(*) > 0) as "recoveryCodes"`,
);

/** The credentials of a user that count at sign-in. */
export interface Factors {
  readonly totp: boolean;
  readonly passkeys: boolean;
  readonly recoveryCodes: boolean;
  /** Passkeys whose authenticator verifies the user. */
  readonly verifyingPasskeys: boolean;
}

export async function factorsOf(connection: Queryable, userId: string): Promise<Factors> {
  const { rows } = await connection.query<{ factors: Factors }>(factors(userId));
  return rows[0]?.factors ?? { totp: false, passkeys: false, recoveryCodes: false, verifyingPasskeys: false };
}

/** SQL for the {@link Factors} of a user as JSON, for use in another statement. */
export const factorsNow = (userId: unknown): Sql => sql`json_build_object(
  'totp', exists (select from totp where user_id = ${userId}),
  'passkeys', exists (select from passkeys where user_id = ${userId}),
  'verifyingPasskeys', exists (select from passkeys where user_id = ${userId} and verifies),
  'recoveryCodes', exists (select from recovery_codes where user_id = ${userId} and used_at is null))`;

const factors = prepared<[userId: string]>('factors', (userId) => sql`select ${factorsNow(userId)} as factors`);

/** Whether a user can sign in with a method that the sign-in rules accept. A second factor alone does not suffice. */
export async function hasTakenWay(connection: Queryable, userId: string): Promise<boolean> {
  const { ways, userVerification } = await findRules(connection);
  const { rows } = await connection.query<{ password: boolean; passkey: boolean; provider: boolean }>(sql`
    select exists (select from credentials where user_id = ${userId}) as password,
      exists (select from passkeys where user_id = ${userId} and (verifies or ${userVerification} = 'preferred')) as passkey,
      exists (
        select from identities i join connections x on x.id = i.connection_id and x.enabled and ${present('x')}
        where i.user_id = ${userId}
      ) as provider`);
  const [has] = rows;
  return has !== undefined && ways.some((way) => has[way]);
}

/** Those of the users who have any method to sign in, even one that the sign-in rules do not accept. */
export async function ableToSignIn(connection: Queryable, users: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await connection.query<{ id: string }>(sql`
    select u.id from unnest(${users}::uuid[]) u(id)
    where exists (select from credentials c where c.user_id = u.id)
      or exists (select from passkeys p where p.user_id = u.id)
      or exists (
        select from identities i join connections x on x.id = i.connection_id and ${present('x')} where i.user_id = u.id
      )`);
  return new Set(rows.map(({ id }) => id));
}

/** Deletes all credentials of a user except the password, and their failed attempts. */
export async function removeSecondFactor(connection: Queryable, userId: string, passkeys: boolean): Promise<void> {
  if (passkeys) await removePasskeysOf(connection, [userId]);
  await removeTotp(connection, [userId]);
  await removeRecoveryCodes(connection, [userId]);
  await forget(connection, [codeFailures(userId)]);
}

/** Deletes all credentials of a deleted user. */
export async function removeCredentials(connection: Queryable, users: readonly string[]): Promise<void> {
  await connection.query(sql`delete from credentials where user_id = any(${users}::uuid[])`);
  await connection.query(sql`delete from password_links where user_id = any(${users}::uuid[])`);
  await removePasskeysOf(connection, users);
  await noteDeparted(connection, users);
  await removeIdentitiesOf(connection, users);
  await removeTotp(connection, users);
  await removeRecoveryCodes(connection, users);
  await forget(connection, users.map(codeFailures));
  await forgetKnownBrowsersOf(connection, users);
  await closeSetUpWindow(connection, users);
}

/** For a limited time after setting a password by a link, a user may set up in any browser what the policy requires. */
export async function openSetUpWindow(connection: Queryable, userId: string, now: string): Promise<void> {
  await connection.query(
    sql`insert into set_up_windows (user_id, expires_at) values (${userId}, ${later(now, limits.setUpAfterLink.value)})
     on conflict (user_id) do update set expires_at = excluded.expires_at`,
  );
}

/** Ends the time for setting up, because the user has used it or the password has changed since. */
export async function closeSetUpWindow(connection: Queryable, users: readonly string[]): Promise<void> {
  await connection.query(sql`delete from set_up_windows where user_id = any(${users}::uuid[])`);
}
