import type { Session } from '@licet/contract';
import { forgetKnownBrowsersOf } from '../credentials/known-browsers.ts';
import { jobsChannel } from '../jobs/jobs.ts';
import type { Change } from '../kernel/change.ts';
import { clock } from '../kernel/clock.ts';
import type { Database } from '../kernel/database.ts';
import { present } from '../kernel/facts.ts';
import { poolOf, type Queryable } from '../kernel/pool.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { fragment, named, type Sql, sql, Value } from '../kernel/sql.ts';
import { endAddressChange } from '../users/addresses.ts';
import { cutOffChannel, lockedEpoch } from './cut-offs.ts';
import { type RecordWrites, recordsWritten } from './records.ts';
import { endSignInsUnderWay } from './steps.ts';
import { keepUpstreamSession, proofOfPage } from './upstream-sessions.ts';

/** The kind of the jobs that notify a client of an ended session. Their data are the client, the user and the session. */
export const backchannelLogout = 'backchannel_logout';

export interface SessionSeen {
  readonly uid: string;
  readonly userId: string;
  /** The time of the sign-in, by the database's clock in whole Unix seconds; undefined means now. */
  readonly signedInAt: number | undefined;
  /** Seconds after which the session ends, even if the user is active. */
  readonly expiresIn: number;
  readonly address: string | null;
  readonly agent: string | null;
  /** The known browser in which the session began; undefined when the session is seen again. */
  readonly browser?: Buffer | undefined;
  /** The authentication methods (RFC 8176). */
  readonly amr: readonly string[];
  /** When the user proved their identity, if not at the sign-in itself; null if unknown. */
  readonly provedAt?: string | null | undefined;
  /** The epoch of the user's sign-ins when they proved their identity. Set only for a new sign-in. */
  readonly epoch?: number | undefined;
  /** The page from which the user signed in with a provider. Set only for such a sign-in. */
  readonly signInPage?: string | undefined;
}

/** The data that decide whether a session may continue, with the limits that were set when it began. */
export interface SessionState {
  readonly userId: string;
  readonly ended: boolean;
  /** Seconds since the user was last active, and since they signed in. */
  readonly idleFor: number;
  readonly signedInFor: number;
  /** The authentication methods (RFC 8176). */
  readonly amr: readonly string[];
}

/**
 * Stores a new sign-in with a browser, or stores that an existing session was written again, which does not extend it.
 * Also stores the records that the OpenID provider writes.
 * The OpenID provider uses whole seconds. The stored time is finer, so that it can be compared with a cut-off in the
 * same second.
 * Returns false and saves nothing if the user's sign-ins were ended after this one was proved, or if the identity
 * provider has withdrawn the sign-in.
 */
export async function sawSession(
  database: Database,
  seen: SessionSeen,
  writes: RecordWrites = { saved: [], removed: [], used: null },
): Promise<boolean> {
  const now = clock(database.clockOffset());
  const begun = sql`coalesce(to_timestamp(${new Value(seen.signedInAt ?? null)}::float8), ${now})`;
  const signedIn = sql`case when ${now} - ${begun} < interval '2 seconds' then ${now} else ${begun} end`;
  const [hasProvedAt, hasEpoch] = [seen.provedAt !== undefined, seen.epoch !== undefined];
  const proved = hasProvedAt ? sql`${seen.provedAt}::timestamptz` : signedIn;
  const epoch = hasEpoch ? lockedEpoch(seen.userId) : sql`select 0 as epoch`;
  const same = sql`(sessions.user_id = excluded.user_id and sessions.created_at >= ${begun} - interval '1 second')`;
  const ends = sql`${now} + ${seen.expiresIn}::float8 * interval '1 second'`;
  const there = seen.signInPage === undefined ? undefined : proofOfPage(seen.signInPage, seen.userId);
  const { rows } = await poolOf(database).query<{ seen: number }>(
    named(
      `session-seen${hasEpoch ? '-epoch' : ''}${hasProvedAt ? '-proved' : ''}${there ? '-there' : ''}`,
      sql`
        with ${there ? sql`${there},` : sql``} present as (${epoch}), seen as (
          insert into sessions (uid, user_id, created_at, proved_at, seen_at, expires_at, address, agent, browser, amr)
          select ${seen.uid}, ${seen.userId}::uuid, ${signedIn}, ${proved}, ${now}, ${ends},
            ${seen.address}, ${seen.agent}, ${seen.browser}::bytea, ${seen.amr}::text[]
          from present where epoch = ${seen.epoch ?? 0} ${there ? sql`and exists (select from proof)` : sql``}
          on conflict (uid) do update set user_id = excluded.user_id,
            seen_at = case when ${same} and ${fragment(String(!hasEpoch))} then sessions.seen_at else excluded.seen_at end,
            proved_at = case when ${same} and ${fragment(String(!hasProvedAt))} then sessions.proved_at else excluded.proved_at end,
            created_at = case when ${same} then sessions.created_at else excluded.created_at end,
            expires_at = excluded.expires_at, address = excluded.address, agent = excluded.agent,
            browser = coalesce(excluded.browser, sessions.browser),
            amr = case when ${same} and sessions.amr @> excluded.amr then sessions.amr else excluded.amr end
          returning uid
        ), ${there ? sql`${keepUpstreamSession(ends, now)},` : sql``} ${recordsWritten(writes, database.clockOffset(), sql`exists (select from seen)`)}
        select (select count(*) from seen)::int as seen`,
    ),
  );
  return rows[0]?.seen === 1;
}

/** Stores that the user was active. Writes at most once a minute. */
export async function touchSession(database: Database, uid: string): Promise<void> {
  const now = clock(database.clockOffset());
  await poolOf(database).query(
    named(
      'session-touch',
      sql`update sessions set seen_at = ${now}
           where uid = ${uid} and ended_at is null and seen_at < ${now} - interval '1 minute'`,
    ),
  );
}

/** SQL for the state of a session (alias `s`), for use in another statement. */
export const stateNow = (offset: unknown): Sql => {
  const now = clock(offset);
  return sql`json_build_object('userId', s.user_id, 'ended', s.ended_at is not null or s.expires_at <= ${now}, 'amr', s.amr,
    'idleFor', extract(epoch from ${now} - s.seen_at)::float8, 'signedInFor', extract(epoch from ${now} - s.created_at)::float8)`;
};

/** When and how a user proved their identity in an active session. */
export interface SessionProof {
  /** Null if unknown. */
  readonly at: string | null;
  readonly amr: readonly string[];
  /** Whether the user has a second factor now. */
  readonly second: boolean;
  /** Seconds for which the policy treats the proof as recent; null without a policy. */
  readonly freshFor: number | null;
}

export async function signedInBy(
  connection: Queryable,
  userId: string,
  uid: string,
): Promise<SessionProof | undefined> {
  const { rows } = await connection.query<SessionProof>(
    named(
      'session-proof',
      sql`select case when s.proved_at is not null then least(s.created_at, s.proved_at) end as at, s.amr,
             exists (select from totp t where t.user_id = s.user_id) or exists (select from passkeys k where k.user_id = s.user_id) as second,
             (select p.fresh_sign_in from policies p where ${present('p')}) as "freshFor"
           from sessions s where s.uid = ${uid} and s.user_id = ${userId} and s.ended_at is null`,
    ),
  );
  return rows[0];
}

/** Stores that a session has proved more factors since it began. */
export async function strengthenSession(connection: Queryable, uid: string, amr: readonly string[]): Promise<void> {
  await connection.query(
    sql`update sessions set amr = array(select distinct unnest(amr || ${amr}::text[])) where uid = ${uid}`,
  );
}

/** The sessions of a user, latest first. `current` is the caller's. */
export async function listSessions(
  { connection, clock }: Snapshot,
  userId: string,
  current: string | null,
): Promise<Session[]> {
  const { rows } = await connection.query<Session>(
    sql`select uid as id, created_at as "createdAt", seen_at as "lastSeenAt", expires_at as "expiresAt", address, agent,
       coalesce(uid = ${current}, false) as current
     from sessions where user_id = ${userId} and ended_at is null and expires_at > ${clock}
     order by current desc, seen_at desc, uid`,
  );
  return rows;
}

/**
 * Ends one session of a user: deletes its codes and refresh tokens, and cuts off its access tokens. If it is ended from
 * another session, also forgets its browser. Returns false if there is no such session.
 */
export async function endSession(
  database: Database,
  userId: string,
  uid: string,
  from: 'itself' | 'elsewhere',
): Promise<boolean> {
  const now = clock(database.clockOffset());
  const { rowCount } = await poolOf(database).query(end([userId], sql`uid = ${uid}`, now, from === 'elsewhere'));
  return (rowCount ?? 0) > 0;
}

/**
 * Ends every session of a user except the named one, and every sign-in in progress, with their codes, refresh tokens
 * and access tokens. Forgets all browsers except that of the named session, and ends the links of {@link endAddressChange}.
 * Suspending or deleting a user calls this in the same change.
 */
export function endSessionsOf(change: Change, userId: string, except: string | null = null): Promise<number> {
  return endSessionsOfAll(change, [userId], except);
}

/** Ends the sessions of several users in one change, like {@link endSessionsOf}. */
export async function endSessionsOfAll(
  { connection, clock }: Change,
  users: readonly string[],
  except: string | null = null,
): Promise<number> {
  await endSignInsUnderWay(connection, users);
  await endAddressChange(connection, users);
  const { rows } = await connection.query<{ uid: string }>(
    end(users, except === null ? sql`true` : sql`uid <> ${except}`, sql`${clock}::timestamptz`, true),
  );
  if (except === null) await forgetKnownBrowsersOf(connection, users);
  if (except === null)
    await connection.query(
      sql`insert into cut_offs (kind, id, at)
       select 'user', id::text, ${clock}::timestamptz from unnest(${users}::uuid[]) id order by id
       on conflict (kind, id) do update set at = greatest(cut_offs.at, excluded.at)
       returning pg_notify(${cutOffChannel}, id)`,
    );
  return rows.length;
}

/**
 * Ends every session of a user whose sign-in did not use the given authentication method, except the named session, and every sign-in in
 * progress.
 * @param method its name in RFC 8176
 */
export async function endSessionsWithout(
  { connection, clock }: Change,
  userId: string,
  method: string,
  except: string | null,
): Promise<number> {
  await endSignInsUnderWay(connection, [userId]);
  const which = sql`uid is distinct from ${except} and not ${method} = any(amr)`;
  const { rows } = await connection.query(end([userId], which, sql`${clock}::timestamptz`, true));
  return rows.length;
}

/**
 * Ends those sessions of a user that began with ended sessions of a provider (`which`). Their browsers stay known.
 * @returns how many
 */
export async function endSessionsBy({ connection, clock }: Change, userId: string, which: Sql): Promise<number> {
  const ended = sql`uid in (${which})`;
  const { rows } = await connection.query(end([userId], ended, sql`${clock}::timestamptz`, false));
  return rows.length;
}

const end = (users: readonly string[], which: Sql, at: Sql, forgetBrowser: boolean): Sql => sql`
  with ended as (
    update sessions set ended_at = ${at} where user_id = any(${users}::uuid[]) and ended_at is null and ${which} returning uid, browser, user_id
  ), forgotten as (
    delete from oidc_records where session_uid in (select uid from ended) or uid in (select uid from ended)
  ), queued_logouts as (
    insert into jobs (id, kind, data, due_at)
    select gen_random_uuid(), ${backchannelLogout}, jsonb_build_object('client', c.id, 'user', ended.user_id::text, 'session', r.uid), ${at}
    from ended join oidc_records r on r.model = 'Session' and r.uid = ended.uid
      cross join jsonb_object_keys(r.payload -> 'authorizations') as authorized (client)
      join clients c on c.id::text = authorized.client and ${present('c')} and c.backchannel_logout_uri is not null
    returning pg_notify(${jobsChannel}, '')
  ), there as (
    delete from upstream_sessions where session_uid in (select uid from ended)
  ), unknown as (
    delete from known_browsers where ${forgetBrowser} and token_hash in (select browser from ended)
  )
  select uid, pg_notify(${cutOffChannel}, user_id::text), (select count(*) from queued_logouts) from ended`;
