import type { Identity, User } from '@licet/contract';
import { instantAsText } from '../kernel/clock.ts';
import { present } from '../kernel/facts.ts';
import { newId } from '../kernel/ids.ts';
import { inNameOrder } from '../kernel/lists.ts';
import type { Queryable } from '../kernel/pool.ts';
import { type Sql, sql } from '../kernel/sql.ts';
import { emailVerified } from '../users/addresses.ts';
import { forgetDeparted, noteUnlinked, onlySuspendedSince } from './absences.ts';

/** An external account, identified by the provider's issuer and subject, never by an address. */
export interface Subject {
  readonly issuer: string;
  readonly subject: string;
}

/** An external account, as verified by the provider. */
export interface AccountElsewhere extends Subject {
  /** The display name at the provider. */
  readonly name: string;
  /** The provider's `acr` and each value of `amr`. */
  readonly assuranceValues: readonly string[];
}

/** The user of an external account. */
export async function findIdentity(
  connection: Queryable,
  { issuer, subject }: Subject,
): Promise<{ readonly id: string; readonly userId: string } | undefined> {
  const { rows } = await connection.query<{ id: string; userId: string }>(
    sql`select id, user_id as "userId" from identities where issuer = ${issuer} and subject = ${subject}`,
  );
  return rows[0];
}

/** The external accounts of a user. */
export async function subjectsOf(connection: Queryable, userId: string): Promise<Subject[]> {
  const { rows } = await connection.query<Subject>(
    sql`select issuer, subject from identities where user_id = ${userId} order by linked_at, id`,
  );
  return rows;
}

/** The usernames of all users with an account at an issuer, by the subject of the account. */
export async function linkedUsernames(connection: Queryable, issuer: string): Promise<ReadonlyMap<string, string>> {
  const { rows } = await connection.query<{ subject: string; username: string }>(
    sql`select i.subject, u.username from identities i join users u on u.id = i.user_id and ${present('u')} where i.issuer = ${issuer}`,
  );
  return new Map(rows.map(({ subject, username }) => [subject, username]));
}

/** The accounts that a user has linked, oldest first. */
export async function identitiesOf(connection: Queryable, userId: string): Promise<Identity[]> {
  const { rows } = await connection.query<Identity>(
    sql`${select} where i.user_id = ${userId} order by i.linked_at, i.id`,
  );
  return rows;
}

/** @throws Refusal `already_exists` */
export async function insertIdentity(
  connection: Queryable,
  userId: string,
  connectionId: string,
  { issuer, subject, name, assuranceValues }: AccountElsewhere,
  now: string,
  used: boolean,
): Promise<string> {
  const id = newId();
  await connection.query(sql`
    insert into identities (id, user_id, connection_id, issuer, subject, name, said, linked_at, last_used_at)
    values (${id}, ${userId}, ${connectionId}, ${issuer}, ${subject}, ${name.slice(0, 255)}, ${assuranceValues}, ${now}, ${used ? now : null})`);
  await forgetDeparted(connection, connectionId, subject);
  return id;
}

/**
 * Stores that a user signed in with the account, the account's current name, and the provider's `acr` and `amr`. Returns
 * false if the account was unlinked.
 */
export async function usedIdentity(
  connection: Queryable,
  id: string,
  { name, assuranceValues }: Pick<AccountElsewhere, 'name' | 'assuranceValues'>,
  now: string,
): Promise<boolean> {
  const { rowCount } = await connection.query(
    sql`update identities set last_used_at = ${now}, name = ${name.slice(0, 255)}, said = ${assuranceValues} where id = ${id}`,
  );
  return rowCount === 1;
}

/** The unlinked account; undefined if the user has no such account. */
export async function removeIdentity(connection: Queryable, userId: string, id: string): Promise<Identity | undefined> {
  const found = (await identitiesOf(connection, userId)).find((identity) => identity.id === id);
  const { rows } = await connection.query<{ connectionId: string; issuer: string; subject: string }>(sql`
    delete from identities where id = ${id} and user_id = ${userId} returning connection_id as "connectionId", issuer, subject`);
  for (const { connectionId, issuer, subject } of rows)
    if (issuer.startsWith('ldap:')) await noteUnlinked(connection, connectionId, subject, userId);
  return found;
}

export async function removeIdentitiesOf(connection: Queryable, users: readonly string[]): Promise<void> {
  await connection.query(sql`delete from identities where user_id = any(${users}::uuid[])`);
}

/** SQL for the accounts of a user as JSON, for use in another statement. */
export const identitiesNow = (userId: unknown): Sql => sql`(
  select coalesce(json_agg(json_build_object('id', i.id, 'connection', json_build_object('id', x.id, 'name', x.name, 'kind', x.kind), 'name', i.name,
    'linkedAt', ${instantAsText(sql`i.linked_at`)}, 'lastUsedAt', ${instantAsText(sql`i.last_used_at`)}) order by i.linked_at, i.id), '[]')
  from identities i join connections x on x.id = i.connection_id and ${present('x')} where i.user_id = ${userId})`;

const select: Sql = sql`
  select i.id, jsonb_build_object('id', x.id, 'name', x.name, 'kind', x.kind) as connection, i.name, i.linked_at as "linkedAt",
    i.last_used_at as "lastUsedAt"
  from identities i join connections x on x.id = i.connection_id and ${present('x')}`;

/** A user who is linked to entries of a directory. */
export interface LinkedPerson extends Pick<User, 'id' | 'username' | 'name' | 'email' | 'emailVerified' | 'status'> {
  /** The permanent ids of their entries in the directory. */
  readonly subjects: readonly string[];
  /** Whether a synchronisation with this directory suspended the user, and has not found their entry active since. */
  readonly absent: boolean;
  /** Whether the user is suspended only because of the missing entry, and was not reactivated since. */
  readonly suspendedForIt: boolean;
}

/** All users who are linked to a directory, by name. */
export async function linkedPeople(
  { connection }: { readonly connection: Queryable },
  connectionId: string,
  issuer: string,
): Promise<LinkedPerson[]> {
  const { rows } = await connection.query<LinkedPerson>(sql`
    select u.id, u.username, u.name, u.email, u.status, ${emailVerified()} as "emailVerified", i.subjects,
      a.suspended_no is not null as absent,
      u.status = 'suspended' and ${onlySuspendedSince(sql`u.id`, sql`a.suspended_no`)} as "suspendedForIt"
    from (
      select user_id, array_agg(subject order by linked_at, id) as subjects from identities where issuer = ${issuer} group by user_id
    ) i join users u on u.id = i.user_id and ${present('u')}
      left join directory_absences a on a.connection_id = ${connectionId} and a.user_id = u.id
    order by ${inNameOrder(sql`u.name`)}, u.id`);
  return rows;
}

/** The direct memberships of the given users in the given groups, as `user group`. */
export async function directlyIn(
  { connection }: { readonly connection: Queryable },
  users: readonly string[],
  groups: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await connection.query<{ both: string }>(sql`
    select m.member_id || ' ' || m.group_id as both from memberships m
    where m.group_id = any(${groups}::uuid[]) and m.member_id = any(${users}::uuid[]) and ${present('m')}`);
  return new Set(rows.map(({ both }) => both));
}
