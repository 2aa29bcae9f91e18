import { clock } from '../kernel/clock.ts';
import type { Database } from '../kernel/database.ts';
import { present } from '../kernel/facts.ts';
import { later } from '../kernel/instants.ts';
import { poolOf, type Queryable } from '../kernel/pool.ts';
import { numberAt, type Snapshot } from '../kernel/snapshot.ts';
import { named, prepared, type Sql, sql } from '../kernel/sql.ts';

/** The channel that notifies processes when sessions or tokens are ended. The message is the user's id. */
export const cutOffChannel = 'licet_cut_off';

/**
 * Something that was ended:
 * - a session
 * - the tokens of a user, up to a moment
 * - the tokens of a client, in a session or acting for itself, up to a moment
 * - the tokens of everyone, up to a moment
 */
export interface Ended {
  readonly kind: 'session' | 'user' | 'client' | 'everyone';
  /** The id of the session or the user. For a client, the id of the session, or its own id if it acted for itself. */
  readonly id: string;
  /**
   * The identifier of an application in which the client's tokens may be valid. In a session this is the client's own
   * application. If the client acted for itself, there is one row for its own application and one for each application
   * in which it has a grant.
   */
  readonly application: string | null;
  /** The number of the last change at that moment. */
  readonly no: number;
  /** The moment, in whole seconds since the epoch. */
  readonly at: number;
}

/** What was ended within the last `seconds` seconds, for all users or the given ones. */
export async function endedLately(
  { connection, clock }: Snapshot,
  seconds: number,
  users: readonly string[] | null,
): Promise<Ended[]> {
  const { rows } = await connection.query<Ended>(lately(later(clock, -seconds), users));
  return rows;
}

/**
 * Ends the access tokens that a client has received so far in a session. If the session is empty, ends those that the
 * client has received for itself.
 */
export async function cutOffClient(
  database: Database,
  { sessionUid, clientId, userId }: { readonly sessionUid: string; readonly clientId: string; readonly userId: string },
): Promise<void> {
  await poolOf(database).query(
    sql`insert into cut_offs (kind, id, at)
     values ('client', ${`${sessionUid} ${clientId}`}, ${clock(database.clockOffset())})
     on conflict (kind, id) do update set at = greatest(cut_offs.at, excluded.at)
     returning pg_notify(${cutOffChannel}, ${userId})`,
  );
}

/** The given sessions that were ended. */
export async function endedAmong(connection: Queryable, sessions: readonly string[]): Promise<ReadonlySet<string>> {
  if (sessions.length === 0) return new Set();
  const { rows } = await connection.query<{ uid: string }>(
    named('ended-among', sql`select uid from sessions where uid = any(${sessions}::text[]) and ended_at is not null`),
  );
  return new Set(rows.map(({ uid }) => uid));
}

const lately = prepared<[since: string, users: readonly string[] | null]>(
  'ended-lately',
  (since, users) => sql`
    select e.kind, e.id, e.application, coalesce(${numberAt(sql`e.at`)}, 0) as no,
      floor(extract(epoch from e.at))::int8 as at
    from (
      select 'session' as kind, uid as id, null as application, ended_at as at from sessions
      where ended_at > ${since} and (${users}::text[] is null or user_id = any(${users}::text[]::uuid[]))
      union
      select kind, id, null, at from cut_offs
      where at > ${since} and kind = 'user' and (${users}::text[] is null or id = any(${users}::text[]))
      union
      select kind, id, null, at from cut_offs where at > ${since} and kind = 'everyone'
      union
      select c.kind, c.id, null, c.at from cut_offs c
      where c.at > ${since} and c.kind = 'session' and (${users}::text[] is null
        or exists (select from sessions s where s.uid = c.id and s.user_id = any(${users}::text[]::uuid[])))
      union
      select x.kind, coalesce(nullif(x.session_uid, ''), x.client_id), a.key, x.at
      from (
        select kind, at, split_part(id, ' ', 1) as session_uid, split_part(id, ' ', 2) as client_id
        from cut_offs where at > ${since} and kind = 'client'
      ) x
      join clients c on c.id = x.client_id::uuid and ${present('c')}
      -- A revoked grant needs no row here: its loss already cuts off the tokens of its application.
      cross join lateral (
        select c.app_id union select g.app_id from grants g
        where x.session_uid = '' and g.principal_id = c.id and ${present('g')}
      ) reached
      join applications a on a.id = reached.app_id and ${present('a')}
      where ${users}::text[] is null or x.client_id = any(${users}::text[])
        or exists (select from sessions s where s.uid = x.session_uid and s.user_id = any(${users}::text[]::uuid[]))
    ) e order by e.at, e.kind, e.id`,
);

// Each user has an epoch of sign-ins, which is incremented when all their sign-ins are ended. A request reads the epoch
// before the user proves their identity. The statement that creates the session checks that the epoch is still the
// same. This statement and the increment lock the same row, so the later of the two sees the earlier.

/** SQL for the current epoch of a user's sign-ins. */
export const epochOf = (userId: Sql): Sql =>
  sql`coalesce((select e.epoch from sign_in_epochs e where e.user_id = ${userId}), 0)::int8`;

/** The current epoch of a user's sign-ins. */
export async function readEpoch(connection: Queryable, userId: string): Promise<number> {
  const { rows } = await connection.query<{ epoch: number }>(sql`select ${epochOf(sql`${userId}::uuid`)} as epoch`);
  return rows[0]?.epoch ?? 0;
}

/** Increments the epoch, so that proofs from the previous one no longer sign in. */
export async function endEpoch(connection: Queryable, users: readonly string[]): Promise<void> {
  await connection.query(
    sql`insert into sign_in_epochs (user_id, epoch) select id, 1 from unnest(${users}::uuid[]) id order by id
     on conflict (user_id) do update set epoch = sign_in_epochs.epoch + 1`,
  );
}

/** SQL that selects the user's `epoch` and locks it until the transaction ends. */
export const lockedEpoch = (userId: string): Sql => sql`
  insert into sign_in_epochs (user_id, epoch) values (${userId}, 0)
  on conflict (user_id) do update set epoch = sign_in_epochs.epoch returning epoch`;
