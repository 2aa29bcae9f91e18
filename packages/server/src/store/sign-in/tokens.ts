import { clock } from '../kernel/clock.ts';
import type { Database } from '../kernel/database.ts';
import { present } from '../kernel/facts.ts';
import { poolOf } from '../kernel/pool.ts';
import { named, prepared, sql } from '../kernel/sql.ts';

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
  const { rows } = await poolOf(database).query<TokenState>(stateOf(userId, sessionUid, issuedAt));
  return rows[0] ?? { active: false, ended: true };
}

/** Whether a client exists: a service's token ends with its client. */
export async function clientExists(database: Database, clientId: string): Promise<boolean> {
  const { rows } = await poolOf(database).query(
    sql`select from clients c where c.id = ${clientId}::uuid and ${present('c')}`,
  );
  return rows.length === 1;
}

/** Notes a DPoP proof. False when it was seen before, by whichever server (RFC 9449 section 11.1). */
export async function firstSeen(database: Database, proof: Buffer, seconds: number): Promise<boolean> {
  const { rowCount } = await poolOf(database).query(
    named(
      'dpop-seen',
      sql`insert into dpop_proofs (id, expires_at) values (${proof}, ${clock(database.clockOffset())} + ${seconds}::float8 * interval '1 second')
           on conflict (id) do nothing`,
    ),
  );
  return rowCount === 1;
}

// `iat` is in whole seconds: a token of the same second as the cut-off is refused with those before it, unless its session
// began after the cut-off.
const stateOf = prepared<[userId: string, sessionUid: string | null, issuedAt: number]>(
  'token-state',
  (userId, sessionUid, issuedAt) => sql`
    select
      exists (select from users u where u.id = ${userId}::uuid and ${present('u')} and u.status = 'active') as active,
      (exists (select from cut_offs c where c.kind = 'user' and c.id = ${userId}::uuid::text and c.at >= to_timestamp(${issuedAt})
          and not exists (select from sessions s where s.uid = ${sessionUid} and s.created_at > c.at))
        or exists (select from cut_offs where kind = 'session' and id = ${sessionUid} and at >= to_timestamp(${issuedAt}))
        or exists (select from sessions where uid = ${sessionUid} and ended_at is not null)) as ended`,
);
