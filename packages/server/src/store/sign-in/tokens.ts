import { limits } from '@licet/contract';
import { clock } from '../kernel/clock.ts';
import { type Database, unawaited } from '../kernel/database.ts';
import { present } from '../kernel/facts.ts';
import { later } from '../kernel/instants.ts';
import { poolOf } from '../kernel/pool.ts';
import { named, prepared, sql } from '../kernel/sql.ts';
import { hashOf } from './records.ts';

/** Whether an access token with a valid signature and expiry is still accepted. */
export interface TokenState {
  /** Whether the user exists and is active. */
  readonly active: boolean;
  /**
   * Whether, after this token was issued, the session was ended or the tokens of the user or the session were cut off.
   */
  readonly ended: boolean;
}

/** Checks a token of a user issued at `issuedAt` (seconds since the epoch). */
export async function tokenState(
  database: Database,
  userId: string,
  sessionUid: string | null,
  issuedAt: number,
  clientId: string,
): Promise<TokenState> {
  const { rows } = await poolOf(database).query<TokenState>(stateOf(userId, sessionUid, issuedAt, clientId));
  return rows[0] ?? { active: false, ended: true };
}

/**
 * Whether a token that a client has for itself is still valid: the client exists, and the token was not revoked.
 * `issuedAt` is in seconds since the epoch.
 */
export async function ownTokenHolds(database: Database, clientId: string, issuedAt: number): Promise<boolean> {
  const { rows } = await poolOf(database).query(
    named(
      'own-token-holds',
      sql`select from clients c where c.id = ${clientId}::uuid and ${present('c')}
          and not exists (select from cut_offs where kind = 'client' and id = ' ' || ${clientId}::text and at >= to_timestamp(${issuedAt}))
          and not exists (select from cut_offs where kind = 'everyone' and id = '' and at >= to_timestamp(${issuedAt}))`,
    ),
  );
  return rows.length === 1;
}

/** Stores a DPoP proof. Returns false if any server has seen it before (RFC 9449 section 11.1). */
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

/** Whether a DPoP proof was stored already. Use it for proofs that are stored only after they were used. */
export async function wasSeen(database: Database, proof: Buffer): Promise<boolean> {
  const { rowCount } = await poolOf(database).query(sql`select from dpop_proofs where id = ${proof}`);
  return rowCount === 1;
}

// `iat` is in whole seconds, so a token from the same second as the cut-off is refused like earlier ones. It is
// accepted only if its session began after the cut-off.
const stateOf = prepared<[userId: string, sessionUid: string | null, issuedAt: number, clientId: string]>(
  'token-state',
  (userId, sessionUid, issuedAt, clientId) => sql`
    select
      exists (select from users u where u.id = ${userId}::uuid and ${present('u')} and u.status = 'active') as active,
      (exists (select from cut_offs c where c.kind = 'user' and c.id = ${userId}::uuid::text and c.at >= to_timestamp(${issuedAt})
          and not exists (select from sessions s where s.uid = ${sessionUid} and s.created_at > c.at))
        or exists (select from cut_offs where kind = 'everyone' and id = '' and at >= to_timestamp(${issuedAt}))
        or exists (select from cut_offs where kind = 'session' and id = ${sessionUid} and at >= to_timestamp(${issuedAt}))
        or exists (select from cut_offs where kind = 'client' and id = concat(${sessionUid}::text, ' ', ${clientId}::text) and at >= to_timestamp(${issuedAt}))
        or exists (select from sessions where uid = ${sessionUid} and ended_at is not null)) as ended`,
);

/** The reference from a token to a list of permissions: the hash of the list, valid for one audience only. */
export interface PermissionListKey {
  readonly ref: string;
  /** The identifier of the application. */
  readonly audience: string;
}

/**
 * Stores a list of permissions that is too long for a token, for as long as a token issued at the instant may refer to
 * it. If the list is already stored, this takes a single statement.
 */
export async function keepPermissionList(
  database: Database,
  { ref, audience }: PermissionListKey,
  permissions: readonly string[],
  at: string,
): Promise<void> {
  const lifetime = limits.accessTokenLifetime.value;
  const [needed, until] = [later(at, lifetime), later(at, 2 * lifetime)];
  const { rowCount } = await poolOf(database).query(
    named(
      'permission-list-known',
      sql`update permission_lists set expires_at = ${until}
           where ref = ${ref} and audience = ${audience}
             and (expires_at < ${needed} or expires_at is null)`,
    ),
  );
  if (rowCount === 1) return;
  const { rows } = await poolOf(database).query(
    sql`select from permission_lists where ref = ${ref} and audience = ${audience}`,
  );
  if (rows.length === 1) return;
  await poolOf(database).query(
    sql`insert into permission_lists (ref, audience, permissions, expires_at)
     values (${ref}, ${audience}, ${JSON.stringify(permissions)}, ${until})
     on conflict (ref, audience) do update set expires_at = greatest(permission_lists.expires_at, excluded.expires_at)`,
  );
}

export async function findPermissionList(
  database: Database,
  { ref, audience }: PermissionListKey,
): Promise<readonly string[] | undefined> {
  const { rows } = await poolOf(database).query<{ permissions: string[] }>(
    sql`select permissions from permission_lists where ref = ${ref} and audience = ${audience} and expires_at > ${clock(database.clockOffset())}`,
  );
  return rows[0]?.permissions;
}

/**
 * Claims a device code for the user who has just answered it. Returns false if another user has claimed it, on any
 * server: of several concurrent calls, exactly one returns true.
 */
export async function claimDeviceCode(database: Database, id: string): Promise<boolean> {
  const { rowCount } = await poolOf(database).query(sql`
    update oidc_records set payload = payload || '{"inFlight":true}'
    where model = 'DeviceCode' and id = ${hashOf(id)}
      and not payload ?| array['inFlight', 'accountId', 'error']`);
  return rowCount === 1;
}

/**
 * Stores that a client polled for its device code, on any server. Returns false if the client polled too soon, which
 * also extends its interval. A poll after the user has answered is never too soon.
 */
export async function notePoll(database: Database, id: string, clientId: string): Promise<boolean> {
  const now = sql`extract(epoch from ${clock(database.clockOffset())})`;
  const interval = sql`coalesce((payload->>'interval')::float8, ${limits.devicePollInterval.value})`;
  const soon = sql`coalesce(${now} - (payload->>'polledAt')::float8 < ${interval} - ${limits.devicePollSlack.value}, false)`;
  const { rows } = await poolOf(database).query<{ soon: boolean }>(sql`
    update oidc_records set payload = payload || jsonb_build_object('polledAt', ${now}, 'soon', ${soon},
      'interval', ${interval} + case when ${soon} then ${limits.devicePollLonger.value} else 0 end)
    where model = 'DeviceCode' and id = ${hashOf(id)} and payload->>'clientId' = ${clientId}
      and not payload ?| array['accountId', 'error'] and ${unawaited}
    returning (payload->>'soon')::boolean as soon`);
  return rows[0]?.soon !== true;
}
