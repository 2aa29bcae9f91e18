import { createHash } from 'node:crypto';
import type { Change } from '../kernel/change.ts';
import type { Queryable } from '../kernel/pool.ts';
import { type Sql, sql } from '../kernel/sql.ts';
import { enabled } from '../walk/walk.ts';

// Users who are missing from a directory, and deleted users whose entries still exist. Both are kept after a run ends.

/** Stores that this change suspends a user because their entry is missing. */
export async function noteAbsence({ connection, no }: Change, connectionId: string, userId: string): Promise<void> {
  await connection.query(sql`
    insert into directory_absences (connection_id, user_id, suspended_no) values (${connectionId}, ${userId}, ${no})
    on conflict (connection_id, user_id) do update set suspended_no = excluded.suspended_no`);
}

/**
 * SQL that is true if a user has been suspended without interruption since a synchronisation suspended them in the
 * change `no`; false if `no` is null. An administrator may have reactivated the user and suspended them again.
 */
export const onlySuspendedSince = (userId: Sql, no: Sql): Sql => sql`(
  ${no} is not null and not exists (select from users o where o.id = ${userId} and o.no_from >= ${no} and ${enabled('o')}))`;

/** Whether a synchronisation with this directory suspended the user, and nobody has reactivated the user since. */
export async function suspendedForAbsence(
  connection: Queryable,
  connectionId: string,
  userId: string,
): Promise<boolean> {
  const { rows } = await connection.query<{ suspended: boolean }>(sql`
    select ${onlySuspendedSince(sql`a.user_id`, sql`a.suspended_no`)} as suspended from directory_absences a
    where a.connection_id = ${connectionId} and a.user_id = ${userId}`);
  return rows[0]?.suspended ?? false;
}

/** Deletes the absences of users whose entries are active again. */
export async function forgetAbsences(
  connection: Queryable,
  connectionId: string,
  users: readonly string[],
): Promise<void> {
  await connection.query(
    sql`delete from directory_absences where connection_id = ${connectionId} and user_id = any(${users}::uuid[])`,
  );
}

/**
 * Stores that a synchronisation must not recreate deleted or erased users from their entries, including entries that were
 * unlinked before. Call it before their links are deleted.
 */
export async function noteDeparted(connection: Queryable, users: readonly string[]): Promise<void> {
  const { rows } = await connection.query<{ connectionId: string; subject: string }>(sql`
    select connection_id as "connectionId", subject from identities where user_id = any(${users}::uuid[]) and issuer like 'ldap:%'`);
  for (const { connectionId, subject } of rows)
    await connection.query(sql`
      insert into directory_departed (connection_id, subject_hash) values (${connectionId}, ${hashOf(connectionId, subject)})
      on conflict (connection_id, subject_hash) do update set user_id = null`);
  await connection.query(sql`update directory_departed set user_id = null where user_id = any(${users}::uuid[])`);
  await connection.query(sql`delete from directory_absences where user_id = any(${users}::uuid[])`);
}

/** Stores that an entry was unlinked from a user, for {@link noteDeparted}. */
export async function noteUnlinked(
  connection: Queryable,
  connectionId: string,
  subject: string,
  userId: string,
): Promise<void> {
  await connection.query(sql`
    insert into directory_departed (connection_id, subject_hash, user_id) values (${connectionId}, ${hashOf(connectionId, subject)}, ${userId})
    on conflict (connection_id, subject_hash) do update set user_id = excluded.user_id`);
}

/** The given entries whose users were deleted or erased here. */
export async function departedAmong(
  connection: Queryable,
  connectionId: string,
  subjects: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await connection.query<{ hash: Buffer }>(
    sql`select subject_hash as hash from directory_departed where connection_id = ${connectionId} and user_id is null`,
  );
  const gone = new Set(rows.map(({ hash }) => hash.toString('hex')));
  return new Set(subjects.filter((subject) => gone.has(hashOf(connectionId, subject).toString('hex'))));
}

/** Removes what is stored about an entry without a user, because it is linked to a user again. */
export async function forgetDeparted(connection: Queryable, connectionId: string, subject: string): Promise<void> {
  await connection.query(
    sql`delete from directory_departed where connection_id = ${connectionId} and subject_hash = ${hashOf(connectionId, subject)}`,
  );
}

/**
 * Hashes the id of an entry. The id is random and reveals nothing about a person. Its hash cannot be matched with other
 * systems either.
 */
const hashOf = (connectionId: string, subject: string): Buffer =>
  createHash('sha256').update(`departed from a directory\0${connectionId}\0${subject}`).digest();
