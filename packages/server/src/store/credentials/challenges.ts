import { limits } from '@licet/contract';
import { later } from '../kernel/instants.ts';
import type { Queryable } from '../kernel/pool.ts';
import { named, sql } from '../kernel/sql.ts';

/** Stores the challenge that a passkey signs; `about` is its purpose. Replaces an earlier one for the same purpose. */
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

/** Takes it for the one attempt that it is good for. */
export async function takeChallenge(connection: Queryable, about: string, now: string): Promise<string | undefined> {
  const { rows } = await connection.query<{ challenge: string; fresh: boolean }>(
    named(
      'challenge-take',
      sql`delete from passkey_challenges where id = ${about} returning challenge, expires_at > ${now}::timestamptz as fresh`,
    ),
  );
  return rows[0]?.fresh ? rows[0].challenge : undefined;
}
