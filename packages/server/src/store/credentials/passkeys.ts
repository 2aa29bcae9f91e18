import { limits, type Passkey } from '@licet/contract';
import { unawaited } from '../kernel/database.ts';
import { newId } from '../kernel/ids.ts';
import { later } from '../kernel/instants.ts';
import type { Queryable } from '../kernel/pool.ts';
import { named, type Sql, sql } from '../kernel/sql.ts';

/** The facts that an authenticator gives about a passkey. */
export interface PasskeyFacts {
  readonly credentialId: Buffer;
  readonly publicKey: Buffer;
  /** The signature counter; 0 if the authenticator does not count. */
  readonly counter: number;
  readonly transports: readonly string[];
  readonly backupEligible: boolean;
  readonly backedUp: boolean;
  /** Whether the authenticator verified the user, by PIN or biometrics. */
  readonly verifies: boolean;
}

export interface StoredPasskey extends PasskeyFacts {
  readonly id: string;
  readonly userId: string;
}

/** @throws a violation of `passkeys_once` if a user already has the passkey */
export async function insertPasskey(
  connection: Queryable,
  userId: string,
  name: string,
  facts: PasskeyFacts,
  now: string,
): Promise<Passkey> {
  const { credentialId, publicKey, counter, transports, backupEligible, backedUp, verifies } = facts;
  const id = newId();
  await connection.query(
    sql`insert into passkeys (id, user_id, credential_id, public_key, counter, transports, backup_eligible, backed_up, verifies, name, created_at)
     values (${id}, ${userId}, ${credentialId}, ${publicKey}, ${counter}, ${transports}, ${backupEligible}, ${backedUp}, ${verifies}, ${name}, ${now})`,
  );
  return { id, name, createdAt: now, lastUsedAt: null, backedUp };
}

/** SQL that selects the passkey with a credential id: a {@link StoredPasskey}. */
export const storedPasskey = (credentialId: unknown): Sql => sql`
  select id, user_id as "userId", credential_id as "credentialId", public_key as "publicKey", counter, transports,
    backup_eligible as "backupEligible", backed_up as "backedUp", verifies
  from passkeys where credential_id = ${credentialId}`;

/** The credential ids of a user's passkeys. */
export async function passkeysOf(
  connection: Queryable,
  userId: string,
): Promise<Pick<StoredPasskey, 'credentialId' | 'transports'>[]> {
  const { rows } = await connection.query<Pick<StoredPasskey, 'credentialId' | 'transports'>>(
    named(
      'passkeys-of',
      sql`select credential_id as "credentialId", transports from passkeys where user_id = ${userId} order by created_at, id`,
    ),
  );
  return rows;
}

/**
 * Stores the use of a passkey. Returns false if its counter is not higher than the last one stored by any server;
 * counters that stay 0 are accepted. In a sign-in it does not wait for the disk, because the user is signed in only
 * when the session is written.
 */
export async function usePasskey(
  connection: Queryable,
  id: string,
  { counter, backedUp, verifies }: Pick<PasskeyFacts, 'counter' | 'backedUp' | 'verifies'>,
  now: string,
): Promise<boolean> {
  const { rowCount } = await connection.query(
    named(
      'passkey-use',
      sql`update passkeys set counter = ${counter}, backed_up = ${backedUp}, verifies = ${verifies}, last_used_at = ${now}
           where id = ${id} and (counter < ${counter} or (counter = 0 and ${counter}::int8 = 0)) and ${unawaited}`,
    ),
  );
  return rowCount === 1;
}

export async function renamePasskey(
  connection: Queryable,
  userId: string,
  id: string,
  name: string,
): Promise<{ readonly before: string; readonly passkey: Passkey } | undefined> {
  const { rows } = await connection.query<Passkey & { before: string }>(
    sql`update passkeys p set name = ${name} from passkeys old
     where p.id = ${id} and p.user_id = ${userId} and old.id = p.id
     returning old.name as before, p.id, p.name, p.created_at as "createdAt", p.last_used_at as "lastUsedAt", p.backed_up as "backedUp"`,
  );
  const [row] = rows;
  if (!row) return undefined;
  const { before, ...passkey } = row;
  return { before, passkey };
}

/** Deletes a passkey and returns its name. */
export async function removePasskey(connection: Queryable, userId: string, id: string): Promise<string | undefined> {
  const { rows } = await connection.query<{ name: string }>(
    sql`delete from passkeys where id = ${id} and user_id = ${userId} returning name`,
  );
  return rows[0]?.name;
}

export async function removePasskeysOf(connection: Queryable, users: readonly string[]): Promise<void> {
  await connection.query(sql`delete from passkeys where user_id = any(${users}::uuid[])`);
}

/** Stores the challenge for a passkey to sign; `about` is its purpose. Replaces an earlier challenge for the same purpose. */
export async function keepChallenge(
  connection: Queryable,
  about: string,
  challenge: string,
  now: string,
): Promise<void> {
  await connection.query(
    named(
      'challenge-keep',
      sql`insert into passkey_challenges (id, challenge, expires_at)
           values (${about}, ${challenge}, ${later(now, limits.passkeyChallengeLifetime.value)})
           on conflict (id) do update set challenge = excluded.challenge, expires_at = excluded.expires_at`,
    ),
  );
}

/** Returns the challenge and deletes it, because it is valid for one attempt only. */
export async function takeChallenge(connection: Queryable, about: string, now: string): Promise<string | undefined> {
  const { rows } = await connection.query<{ challenge: string; fresh: boolean }>(
    named(
      'challenge-take',
      sql`delete from passkey_challenges where id = ${about} returning challenge, expires_at > ${now}::timestamptz as fresh`,
    ),
  );
  return rows[0]?.fresh ? rows[0].challenge : undefined;
}
