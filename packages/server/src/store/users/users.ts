import { emailKey, foldIdentity, type Invitation, identityKeys, type MailState, type User } from '@licet/contract';
import type { Change } from '../kernel/change.ts';
import {
  endFacts,
  insertEntity,
  nameNowColumn,
  present,
  recorded,
  replaceEntity,
  withNameNow,
} from '../kernel/facts.ts';
import { insertFacts, manyIn } from '../kernel/many.ts';
import type { Queryable } from '../kernel/pool.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { identifier, named, type Sql, sql } from '../kernel/sql.ts';
import { lapseRequests } from '../requests/requests.ts';
import { endExceptionsOf } from '../separation-exceptions/separation-exceptions.ts';
import { emailVerified, noteNewAddress } from './addresses.ts';

/** The fields of a user to create or to change. */
export interface UserFields {
  readonly username: string;
  readonly email?: string | null | undefined;
  readonly name: string;
  readonly jobTitle?: string | null | undefined;
  readonly status: User['status'];
}

/** The columns of a user (alias `u`) in the form of the contract. The query must include {@link userJoins}. */
export const userColumns = (snapshot: Snapshot) => sql`
  u.id, u.username, u.email, u.name, u.job_title as "jobTitle", u.status, coalesce(created.at, ${snapshot.at}::timestamptz) as "createdAt", u.no_from as version${
    snapshot.asOf === undefined
      ? sql`, ${emailVerified()} as "emailVerified", last.at as "lastSignInAt", deletion.asked_at as "deletionAskedAt"`
      : nameNowColumn(snapshot, 'users', sql`u.id`)
  }`;

/** The last sign-in of a user `u`, as `last.at`. */
// Looked up for each of the few users shown; PostgreSQL 15 would otherwise read the last sign-ins of all users.
const lastSignIn = sql`left join lateral (select l.at from last_sign_ins l where l.user_id = u.id offset 0) last on true`;

const signInJoins = sql`${lastSignIn} left join deletion_requests deletion on deletion.user_id = u.id`;

/** The joins that {@link userColumns} needs in addition to `users u`. */
export const userJoins = ({ asOf }: Snapshot) => sql`
  left join change created on created.no = u.created_no ${asOf === undefined ? signInJoins : sql``}`;

/** The user with that id, unless deleted. */
export async function findUser(snapshot: Snapshot, id: string): Promise<User | undefined> {
  const { rows } = await snapshot.connection.query<User>(
    named(
      `find-user${snapshot.asOf === undefined ? '' : '-then'}`,
      sql`select ${userColumns(snapshot)} from users u ${userJoins(snapshot)} where u.id = ${id} and ${recorded(snapshot, 'u')}`,
    ),
  );
  return rows[0] && withNameNow(rows[0]);
}

/** The users with these ids; deleted ones are left out. */
export async function findUsers(snapshot: Snapshot, ids: readonly string[]): Promise<User[]> {
  const { rows } = await snapshot.connection.query<User>(
    sql`select ${userColumns(snapshot)} from users u ${userJoins(snapshot)} where u.id = any(${ids}::uuid[]) and ${present('u')}`,
  );
  return rows;
}

/**
 * The user with that username or e-mail address, in any spelling. If two users share an address, returns the one with
 * the given spelling.
 */
export async function findUserByName(snapshot: Snapshot, name: string): Promise<User | undefined> {
  const keys = identityKeys(name.replaceAll('\0', ''));
  const column = identifier(keys[0].includes('@') ? 'u.email_key' : 'u.username_key');
  const { rows } = await snapshot.connection.query<User>(sql`
    select ${userColumns(snapshot)} from users u ${userJoins(snapshot)}
    where ${column} = any(${keys}::text[]) and ${present('u')} order by array_position(${keys}::text[], ${column}) limit 1`);
  return rows[0];
}

/** @throws Refusal `name_taken` */
export async function insertUser(change: Change, fields: UserFields): Promise<User> {
  const id = await insertEntity(change, 'users', userRow(fields));
  const unknown = { emailVerified: false, createdAt: change.at, lastSignInAt: null, deletionAskedAt: null };
  return { id, ...userFields(fields), ...unknown, version: change.no };
}

/**
 * Replaces the current row of a user with a new one. If the user is suspended, ends their requests. @throws Refusal
 * `name_taken`
 */
export async function updateUser(change: Change, user: User, fields: Changed<UserFields>): Promise<User> {
  const next = userFields({ ...user, ...withoutUndefined(fields) });
  await replaceEntity(change, 'users', user.id, userRow(next));
  if (next.status === 'suspended' && user.status !== 'suspended') await lapseRequests(change, 'user_id', [user.id]);
  const emailChanged = next.email !== user.email;
  if (emailChanged) await change.sideEffects(() => noteNewAddress(change, user, next.email));
  return { ...user, ...next, emailVerified: user.emailVerified && !emailChanged, version: change.no };
}

/**
 * Removes the addresses of users in a change that rolls back, with a fixed number of statements. Links to the addresses
 * stay. Skips deleted users.
 */
export async function removeAddresses(change: Change, ids: readonly string[]): Promise<void> {
  const { rows } = await change.connection.query(sql`
    select u.id, u.username, u.username_key, u.name, u.job_title, u.status, u.created_no from users u
    where u.id = any(${ids}::uuid[]) and ${present('u')}`);
  await endFacts(change, 'users', { id: ids });
  const facts = rows.map((row, place) => ({ place, fields: { ...row, email: null, email_key: null } }));
  await insertFacts(manyIn(change, facts.length), 'users', facts);
}

/** Deletes a user with their memberships, grants and ownerships. */
export async function deleteUser(change: Change, id: string): Promise<void> {
  await endFacts(change, 'memberships', { member_id: [id] });
  await endFacts(change, 'grants', { principal_id: [id] });
  await endFacts(change, 'owners', { user_id: [id] });
  await lapseRequests(change, 'user_id', [id]);
  await endExceptionsOf(change, id);
  await endFacts(change, 'users', { id: [id] });
  await change.sideEffects(() => setDeletionAsked(change, id, false));
}

/** Deletes the deletion requests of users who were deleted. */
export const forgetDeletionsAsked = ({ connection }: Change, users: readonly string[]) =>
  connection.query(sql`delete from deletion_requests where user_id = any(${users}::uuid[])`);

/** Stores that a user requests deletion, or withdraws the request. Returns false if nothing changed. */
export async function setDeletionAsked({ connection, at }: Change, id: string, asked: boolean): Promise<boolean> {
  const { rowCount } = await connection.query(
    asked
      ? sql`insert into deletion_requests (user_id, asked_at) values (${id}, ${at}) on conflict do nothing`
      : sql`delete from deletion_requests where user_id = ${id}`,
  );
  return rowCount === 1;
}

/** The number of users who request deletion. */
export async function countDeletionsAsked({ connection }: Snapshot): Promise<number> {
  const { rows } = await connection.query<{ count: number }>(sql`select count(*)::int as count from deletion_requests`);
  return rows[0]?.count ?? 0;
}

/** The number of versions of a user's data. */
export async function countVersions({ connection }: Snapshot, id: string): Promise<number> {
  const { rows } = await connection.query<{ versions: number }>(
    sql`select count(*)::int as versions from users u where u.id = ${id}`,
  );
  return rows[0]?.versions ?? 0;
}

type Changed<T> = { readonly [K in keyof T]?: T[K] | undefined };

/** The fields of a user, with their defaults. */
export const userFields = ({ username, email = null, name, jobTitle = null, status }: UserFields) => ({
  username,
  email,
  name,
  jobTitle,
  status,
});

const withoutUndefined = <T extends object>(fields: Changed<T>): Partial<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;

/** The columns of a user's row. */
export const userRow = ({ username, email = null, name, jobTitle = null, status }: UserFields) => ({
  username,
  username_key: foldIdentity(username),
  email,
  email_key: email && emailKey(email),
  name,
  job_title: jobTitle,
  status,
});

/** The given names, in normalised form, that users already have. */
export async function namesTaken(connection: Queryable, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await connection.query<{ key: string }>(
    sql`select u.username_key as key from users u where u.username_key = any(${keys}::text[]) and ${present('u')}`,
  );
  return new Set(rows.map(({ key }) => key));
}

/**
 * SQL that is true for a user `u` who has a valid link to set a password, or an invitation that is still to be sent.
 */
export const openInvitation = (at: string): Sql => sql`(
  exists (select from password_links l where l.user_id = u.id and l.expires_at > ${at}::timestamptz)
  or exists (select from mails m where m.user_id = u.id and m.template = 'invitation' and m.state in ('waiting', 'held')))`;

/** The invitation and links that a user can still use. */
export async function invitationOf({ connection, at }: Snapshot, userId: string): Promise<Invitation> {
  const mail = await connection.query<{ state: MailState; queuedAt: string; changedAt: string }>(sql`
    select state, queued_at as "queuedAt", changed_at as "changedAt" from mails
    where user_id = ${userId} and template = 'invitation' order by queued_at desc, id desc limit 1`);
  const link = await connection.query<{ byMail: boolean; madeAt: string; expiresAt: string }>(sql`
    select kind = 'invitation' as "byMail", made_at as "madeAt", expires_at as "expiresAt" from password_links
    where user_id = ${userId} and kind in ('invitation', 'by_hand') and expires_at > ${at}::timestamptz
    order by expires_at desc limit 1`);
  return { mail: mail.rows[0] ?? null, link: link.rows[0] ?? null };
}

/** The users with something that {@link withdrawInvitations} would withdraw. */
export async function whoHasInvitation({ connection, at }: Snapshot, userIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await connection.query<{ id: string }>(sql`
    select u.id from unnest(${userIds}::uuid[]) u (id)
    where ${openInvitation(at)} or exists (select from invitation_round_users r where r.user_id = u.id and r.outcome is null)
      or exists (select from mails m where m.user_id = u.id and m.template = 'invitation' and m.state = 'failed' and m.useful_until > ${at}::timestamptz)`);
  return new Set(rows.map(({ id }) => id));
}

/**
 * Ends every link of these users, drops invitations that wait to be sent or could be sent again, and removes the users
 * from rounds. Returns the users who had any of these. The link in a mail that is being sent at this moment will not
 * work.
 */
export async function withdrawInvitations(
  { connection, clock }: Change,
  userIds: readonly string[],
): Promise<string[]> {
  const { rows } = await connection.query<{ id: string }>(sql`
    with links as (delete from password_links where user_id = any(${userIds}::uuid[]) returning user_id),
    dropped as (
      update mails set state = 'dropped', dropped = 'withdrawn', changed_at = ${clock}
      where user_id = any(${userIds}::uuid[]) and template = 'invitation' and state in ('waiting', 'held', 'failed') returning user_id
    ),
    left_out as (
      update invitation_round_users set outcome = 'stopped' where user_id = any(${userIds}::uuid[]) and outcome is null returning user_id
    )
    select user_id as id from links union select user_id from dropped union select user_id from left_out`);
  return rows.map(({ id }) => id);
}
