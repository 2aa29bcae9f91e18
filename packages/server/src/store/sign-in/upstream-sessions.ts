import { createHash } from 'node:crypto';
import { limits, type Problem } from '@licet/contract';
import type { Database } from '../kernel/database.ts';
import { present } from '../kernel/facts.ts';
import { later } from '../kernel/instants.ts';
import { poolOf, type Queryable } from '../kernel/pool.ts';
import { type Sql, sql } from '../kernel/sql.ts';

/** The external account with which a user signed in to a session. */
export interface UpstreamSession {
  readonly connectionId: string;
  readonly issuer: string;
  readonly subject: string;
  /** The sealed ID token. */
  readonly idToken: Buffer | null;
}

/** The external account with which the user last signed in to a session. */
export async function upstreamSessionOf(
  connection: Queryable,
  sessionUid: string,
): Promise<UpstreamSession | undefined> {
  const { rows } = await connection.query<UpstreamSession>(sql`
    select connection_id as "connectionId", issuer, subject, id_token as "idToken" from upstream_sessions
    where session_uid = ${sessionUid} order by began_at desc limit 1`);
  return rows[0];
}

/**
 * The common table expression `proof`: the external account that was proved on page `uid`. It belongs to the statement
 * that stores the session (`seen`), like {@link keepUpstreamSession}, so both are stored or neither. Nothing is stored
 * if the provider has withdrawn the sign-in.
 */
export const proofOfPage = (uid: string, userId: string): Sql => sql`
  proof as materialized (
    select proved from upstream_sign_ins where uid = ${uid} and proved ->> 'user' = ${userId}::uuid::text for share
  )`;

/** The common table expression that stores the external account with the session. */
export const keepUpstreamSession = (expiresAt: Sql, now: Sql): Sql => sql`
  upstream as (
    insert into upstream_sessions (session_uid, connection_id, issuer, subject, sid, id_token, began_at, expires_at)
    select seen.uid, (proof.proved ->> 'connection')::uuid, proof.proved ->> 'issuer', proof.proved ->> 'subject', proof.proved ->> 'sid',
      decode(proof.proved ->> 'idToken', 'base64'), ${now}, ${expiresAt}
    from seen, proof
    on conflict (session_uid, connection_id) do update set issuer = excluded.issuer, subject = excluded.subject,
      sid = excluded.sid, id_token = excluded.id_token, began_at = excluded.began_at, expires_at = excluded.expires_at
  )`;

/** The sessions that a provider has ended: one session (`sid`), all sessions of a user (`subject`), or both. */
export interface EndedUpstream {
  readonly connectionId: string;
  readonly issuer: string;
  readonly subject: string | null;
  readonly sid: string | null;
}

/** The users with active sessions in Licet that began with these ended sessions. */
export async function usersOfUpstream(
  connection: Queryable,
  ended: EndedUpstream,
): Promise<{ readonly id: string; readonly name: string }[]> {
  const { rows } = await connection.query<{ id: string; name: string }>(sql`
    select u.id, u.name from users u where ${present('u')} and u.id in (
      select s.user_id from sessions s where s.uid in (${sessionsBy(ended)}) and s.ended_at is null
    ) order by u.id`);
  return rows;
}

/**
 * SQL for the uids of the sessions in Licet that began with these ended sessions. If the provider's session is unknown,
 * a session in Licet ends with any session of its user at the provider.
 */
export const sessionsBy = (ended: EndedUpstream): Sql => sql`
  select session_uid from upstream_sessions where connection_id = ${ended.connectionId}
    and ${ofThem(ended, sql`issuer`, sql`subject`, sql`sid`)}`;

/** Invalidates sign-ins in progress that were proved by these ended sessions. */
export async function takeBackProofs(connection: Queryable, ended: EndedUpstream): Promise<void> {
  await connection.query(sql`
    delete from upstream_sign_ins where proved ->> 'connection' = ${ended.connectionId}
      and ${ofThem(ended, sql`proved ->> 'issuer'`, sql`proved ->> 'subject'`, sql`proved ->> 'sid'`)}`);
}

const ofThem = ({ issuer, subject, sid }: EndedUpstream, itsIssuer: Sql, itsSubject: Sql, itsSid: Sql): Sql => sql`
  ${itsIssuer} = ${issuer} and (${subject}::text is null or ${itsSubject} = ${subject}::text)
    and (${sid}::text is null or ${itsSid} = ${sid}::text or (${itsSid} is null and ${subject}::text is not null))`;

/** Stores the address to which a user returns after signing out at a provider. */
export async function keepSignOutThere(
  database: Database,
  state: string,
  goesOnTo: string,
  now: string,
): Promise<void> {
  await poolOf(database).query(sql`
    insert into upstream_sign_outs (state_hash, goes_on_to, expires_at)
    values (${hashOf(state)}, ${goesOnTo}, ${later(now, limits.signOutThereLifetime.value)})`);
}

/** Returns the address that {@link keepSignOutThere} stored, and deletes it, so that it is returned only once. */
export async function takeSignOutThere(database: Database, state: string, now: string): Promise<string | undefined> {
  const { rows } = await poolOf(database).query<{ to: string }>(sql`
    delete from upstream_sign_outs where state_hash = ${hashOf(state)} and expires_at > ${now} returning goes_on_to as "to"`);
  return rows[0]?.to;
}

const hashOf = (state: string) => createHash('sha256').update(state).digest();

/** The purpose of a visit to a provider: to sign in on a page, or to link an account in a session. */
export type Purpose =
  | { readonly kind: 'sign-in'; readonly uid: string }
  | { readonly kind: 'link'; readonly userId: string; readonly sessionId: string };

/** A visit to a provider, until its answer. */
export interface UpstreamSignIn {
  readonly connectionId: string;
  readonly nonce: string;
  readonly verifier: string;
  /** Whether the user was asked to prove their identity again at the provider, and since when (`begunAt`). */
  readonly again: boolean;
  readonly begunAt: string;
}

/**
 * Stores what the provider's answer must match. For each page or session only the last visit is valid, but an earlier
 * proof stays valid.
 */
export async function keepUpstreamSignIn(
  connection: Queryable,
  purpose: Purpose,
  state: string,
  { connectionId, nonce, verifier, again }: Omit<UpstreamSignIn, 'begunAt'>,
  now: string,
): Promise<void> {
  const [uid, userId, session] =
    purpose.kind === 'sign-in' ? [purpose.uid, null, null] : [null, purpose.userId, purpose.sessionId];
  await connection.query(sql`
    with former as (delete from upstream_sign_ins where ${of(purpose)} returning proved)
    insert into upstream_sign_ins (state_hash, connection_id, uid, user_id, session_uid, nonce, verifier, again, begun_at, expires_at, proved)
    values (${hashOf(state)}, ${connectionId}, ${uid}, ${userId}, ${session}, ${nonce}, ${verifier}, ${again}, ${now},
      ${later(now, limits.signInStepLifetime.value)}, (select proved from former))`);
}

/**
 * The sign-in page to which an answer belongs; null if the answer links an account. Also finds it if the answer comes
 * too late, so that the page can say so.
 */
export async function purposeOf(connection: Queryable, state: string): Promise<{ uid: string | null } | undefined> {
  const { rows } = await connection.query<{ uid: string | null }>(
    sql`select uid from upstream_sign_ins where state_hash = ${hashOf(state)}`,
  );
  return rows[0];
}

/** Uses up the state of an answer. A state is valid once, on any server. */
export async function useUpstreamSignIn(
  connection: Queryable,
  purpose: Purpose,
  state: string,
  now: string,
): Promise<UpstreamSignIn | undefined> {
  const { rows } = await connection.query<UpstreamSignIn>(sql`
    update upstream_sign_ins set used = true
    where state_hash = ${hashOf(state)} and ${of(purpose)} and not used and expires_at > ${now}
    returning connection_id as "connectionId", nonce, verifier, again, begun_at as "begunAt"`);
  return rows[0];
}

/** A provider's proof of the user's identity, as stored with a session. */
export interface UpstreamProof {
  /** The time of the proof at the provider; null if unknown. */
  readonly provedAt: string | null;
  /** The ids of the connection and of the user in Licet. */
  readonly connection: string;
  readonly user: string;
  /** The user at the provider (`issuer` and `subject`), and the provider's session (`sid`). */
  readonly issuer: string;
  readonly subject: string;
  readonly sid: string | null;
  /** The sealed ID token in base64, if it is stored. */
  readonly idToken: string | null;
}

/**
 * Stores the account that the provider has proved, for the session that may follow. From then on, the user again has
 * the full time for the second factor.
 */
export async function noteProved(
  connection: Queryable,
  purpose: Purpose,
  state: string,
  proved: UpstreamProof,
  now: string,
): Promise<void> {
  await connection.query(
    sql`update upstream_sign_ins set proved = ${JSON.stringify(proved)}, expires_at = ${later(now, limits.signInStepLifetime.value)}
        where state_hash = ${hashOf(state)} and ${of(purpose)}`,
  );
}

/** The external account with which this user signed in on the page; null if the last proof is for another user. */
export async function upstreamProofOf(connection: Queryable, uid: string, user: string): Promise<UpstreamProof | null> {
  const { rows } = await connection.query<{ proved: UpstreamProof | null }>(
    sql`select proved from upstream_sign_ins where uid = ${uid} and proved->>'user' = ${user}`,
  );
  return rows[0]?.proved ?? null;
}

/**
 * Stores why the sign-in failed, for the page to show. This extends the expiry, but uses up the state, so that a late
 * answer does not become valid again. A state that arrives at another page stays valid for its own page.
 */
export async function noteRefusal(
  connection: Queryable,
  purpose: Purpose,
  state: string,
  problem: Problem,
  now: string,
): Promise<void> {
  await connection.query(sql`
    update upstream_sign_ins set refusal = ${JSON.stringify(problem)}, used = true,
      expires_at = greatest(expires_at, ${later(now, limits.signInStepLifetime.value)}::timestamptz)
    where state_hash = ${hashOf(state)} and ${of(purpose)}`);
}

const of = (purpose: Purpose): Sql =>
  purpose.kind === 'sign-in'
    ? sql`uid = ${purpose.uid}`
    : sql`user_id = ${purpose.userId} and session_uid = ${purpose.sessionId}`;
