import type { Database } from '../kernel/database.ts';
import { poolOf } from '../kernel/pool.ts';

/** Whether an access token that is whole and in date still holds. */
export interface TokenState {
  /** The user exists and is active. */
  readonly active: boolean;
  /** The session was ended, or the tokens of the user or the session were cut off after this one was issued. */
  readonly ended: boolean;
}

/** Asks, for a token of a user issued at `issuedAt` (seconds since the epoch). */
export async function tokenState(
  database: Database,
  userId: string,
  sessionUid: string | null,
  issuedAt: number,
): Promise<TokenState> {
  const { rows } = await poolOf(database).query<TokenState>({
    name: 'token-state',
    text: stateQuery,
    values: [userId, sessionUid, issuedAt],
  });
  return rows[0] ?? { active: false, ended: true };
}

/** Whether a client exists: a service's token ends with its client. */
export async function clientExists(database: Database, clientId: string): Promise<boolean> {
  const { rows } = await poolOf(database).query(
    'select from clients where id = $1::uuid and no_to = 9223372036854775807',
    [clientId],
  );
  return rows.length === 1;
}

/** Notes a DPoP proof. False when it was seen before, by whichever server (RFC 9449 section 11.1). */
export async function firstSeen(database: Database, proof: Buffer, seconds: number): Promise<boolean> {
  const { rowCount } = await poolOf(database).query({
    name: 'dpop-seen',
    text: `insert into dpop_proofs (id, expires_at) values ($1, clock_timestamp() + $2::float8 * interval '1 second')
           on conflict (id) do nothing`,
    values: [proof, seconds],
  });
  return rowCount === 1;
}

// `iat` is in whole seconds: a token of the same second as the cut-off is refused with those before it, unless its session
// began after the cut-off.
const stateQuery = `
  select
    exists (select from users where id = $1::uuid and no_to = 9223372036854775807 and status = 'active') as active,
    (exists (select from cut_offs c where c.kind = 'user' and c.id = $1::uuid::text and c.at >= to_timestamp($3)
        and not exists (select from sessions s where s.uid = $2 and s.created_at > c.at))
      or exists (select from cut_offs where kind = 'session' and id = $2 and at >= to_timestamp($3))
      or exists (select from sessions where uid = $2 and ended_at is not null)) as ended`;
