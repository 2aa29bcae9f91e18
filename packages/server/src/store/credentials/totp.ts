import { limits } from '@licet/contract';
import { later } from '../kernel/instants.ts';
import type { Queryable } from '../kernel/pool.ts';
import { sql } from '../kernel/sql.ts';

/** An authenticator app as stored, with its secret encrypted. */
export interface StoredTotp {
  readonly secret: Buffer;
  readonly addedAt: string;
  readonly lastUsedAt: string | null;
}

/** Stores the secret of an app until its first correct code, in place of an earlier offer. Returns when the offer expires. */
export async function offerTotp(connection: Queryable, userId: string, secret: Buffer, now: string): Promise<string> {
  const { rows } = await connection.query<{ expires_at: string }>(
    sql`insert into totp_offers (user_id, secret, expires_at)
     values (${userId}, ${secret}, ${later(now, limits.totpOfferLifetime.value)})
     on conflict (user_id) do update set secret = excluded.secret, expires_at = excluded.expires_at
     returning expires_at`,
  );
  return rows[0]?.expires_at ?? '';
}

/** The offered secret, which its first correct code will activate. */
export async function offeredTotp(connection: Queryable, userId: string, at: string): Promise<Buffer | undefined> {
  const { rows } = await connection.query<{ secret: Buffer }>(
    sql`select secret from totp_offers where user_id = ${userId} and expires_at > ${at}::timestamptz`,
  );
  return rows[0]?.secret;
}

/**
 * Makes the offered secret the user's TOTP secret and marks its first code as used. Returns false if the offer has
 * expired.
 */
export async function activateTotp(
  connection: Queryable,
  userId: string,
  secret: Buffer,
  step: number,
  at: string,
): Promise<boolean> {
  const { rowCount } = await connection.query(
    sql`with offer as (delete from totp_offers where user_id = ${userId} and secret = ${secret} returning secret)
     insert into totp (user_id, secret, added_at, last_step) select ${userId}::uuid, secret, ${at}::timestamptz, ${step}::int8 from offer
     on conflict (user_id) do update
       set secret = excluded.secret, added_at = excluded.added_at, last_step = excluded.last_step, last_used_at = null`,
  );
  return rowCount === 1;
}

export async function findTotp(connection: Queryable, userId: string): Promise<StoredTotp | undefined> {
  const { rows } = await connection.query<StoredTotp>(
    sql`select secret, added_at as "addedAt", last_used_at as "lastUsedAt" from totp where user_id = ${userId}`,
  );
  return rows[0];
}

/** Marks the code of a time step as used. False if it or a later code was used before, on any server. */
export async function useTotpStep(
  connection: Queryable,
  userId: string,
  secret: Buffer,
  step: number,
  at: string,
): Promise<boolean> {
  const { rowCount } = await connection.query(
    sql`update totp set last_step = ${step}, last_used_at = ${at}
     where user_id = ${userId} and secret = ${secret} and last_step < ${step}`,
  );
  return rowCount === 1;
}

/** Deletes the authenticator app of a user, and an app that was only offered. False if there was no app. */
export async function removeTotp(connection: Queryable, users: readonly string[]): Promise<boolean> {
  await connection.query(sql`delete from totp_offers where user_id = any(${users}::uuid[])`);
  const { rowCount } = await connection.query(sql`delete from totp where user_id = any(${users}::uuid[])`);
  return (rowCount ?? 0) > 0;
}
