import { createHash } from 'node:crypto';
import { limits, type Ref, type User } from '@licet/contract';
import type { JobsQueue } from '../jobs/jobs.ts';
import type { Change } from '../kernel/change.ts';
import { present } from '../kernel/facts.ts';
import { later } from '../kernel/instants.ts';
import type { Queryable } from '../kernel/pool.ts';
import { identifier, type Sql, sql } from '../kernel/sql.ts';

/** Whether the current address of user `u` was verified. */
export const emailVerified = (alias = 'u'): Sql => sql`exists (
  select from address_states s where s.user_id = ${identifier(alias)}.id and s.address = ${identifier(alias)}.email and s.verified_at is not null)`;

/**
 * Ends a pending change and the links to the old address, after a new address was set. Resets are mailed to the new
 * address only once it is verified. A user who has not signed in yet verifies the address with the invitation.
 */
export async function noteNewAddress({ connection }: Change, user: User, address: string | null): Promise<void> {
  await connection.query(
    sql`delete from password_links where user_id = ${user.id} and kind in ('reset', 'invitation')`,
  );
  await connection.query(sql`delete from address_links where user_id = ${user.id}`);
  await connection.query(sql`delete from address_setters where user_id = ${user.id}`);
  if (user.status === 'invited') await connection.query(sql`delete from address_states where user_id = ${user.id}`);
  else if (address !== null) await keepState(connection, user.id, address, null);
}

/** Stores who set the current address of users: a user or a program, or null if links to it depend on nobody's rights. */
export async function noteAddressSetter(
  { connection }: Pick<Change, 'connection'>,
  users: readonly string[],
  setBy: string | null,
): Promise<void> {
  await connection.query(sql`delete from address_setters where user_id = any(${users}::uuid[])`);
  if (setBy === null) return;
  await connection.query(sql`insert into address_setters (user_id, set_by) select unnest(${users}::uuid[]), ${setBy}`);
}

/** Who set the current address of a user, as {@link noteAddressSetter} stored it, with the last name. */
export async function addressSetter(connection: Queryable, userId: string): Promise<Ref | null> {
  const nameIn = (table: Sql) =>
    sql`(select it.name from ${table} it where it.id = s.set_by order by it.no_to desc limit 1)`;
  const { rows } = await connection.query<Ref>(sql`
    select s.set_by as id, coalesce(${nameIn(sql`users`)}, ${nameIn(sql`clients`)}, '') as name
    from address_setters s where s.user_id = ${userId}`);
  return rows[0] ?? null;
}

/** Stores that an address was verified as the user's. */
export const noteVerified = ({ connection, clock }: JobsQueue, userId: string, address: string): Promise<void> =>
  keepState(connection, userId, address, clock);

async function keepState(connection: Queryable, userId: string, address: string, at: string | null): Promise<void> {
  await connection.query(sql`
    insert into address_states (user_id, address, verified_at) values (${userId}, ${address}, ${at})
    on conflict (user_id) do update set address = excluded.address, verified_at = excluded.verified_at`);
}

/**
 * Whether a link to set a password may be mailed to an address of a user: the address is verified, or the account was
 * created with it. It also matters who set the address (`mayMailLinkTo`).
 */
export async function takesResets(connection: Queryable, userId: string, address: string): Promise<boolean> {
  const { rows } = await connection.query<{ address: string; verified: boolean }>(
    sql`select address, verified_at is not null as verified from address_states where user_id = ${userId}`,
  );
  const [state] = rows;
  return state === undefined || (state.verified && state.address === address);
}

/** The user and address of a link. */
export interface AddressLink {
  readonly userId: string;
  readonly address: string;
  /** Whether the user requested it themself, signed in. */
  readonly own: boolean;
}

/** Stores the request for a link, which is created when its mail is sent. Replaces an earlier request. */
export async function askAddressLink({ connection, clock }: JobsQueue, link: AddressLink): Promise<void> {
  await connection.query(sql`
    insert into address_links (user_id, address, own, asked_at, expires_at)
    values (${link.userId}, ${link.address}, ${link.own}, ${clock}, ${later(clock, limits.invitationsHeld.value)})
    on conflict (user_id) do update set address = excluded.address, own = excluded.own, asked_at = excluded.asked_at, expires_at = excluded.expires_at,
      token_hash = null`);
}

/** Creates the link that was last requested. Returns false if the link was used, or if another was requested since. */
export async function makeAddressLink(
  connection: Queryable,
  {
    userId,
    address,
    askedAt,
    token,
    now,
  }: Omit<AddressLink, 'own'> & { readonly askedAt: string; token: string; now: string },
): Promise<boolean> {
  const { rowCount } = await connection.query(sql`
    update address_links set token_hash = ${hashOf(token)},
      expires_at = case when token_hash is null then ${later(now, limits.addressLinkLifetime.value)}::timestamptz else expires_at end
    where user_id = ${userId} and address = ${address} and asked_at = ${askedAt}`);
  return rowCount === 1;
}

/** The data of a link that can still be used. */
export async function findAddressLink(
  connection: Queryable,
  token: string,
  now: string,
): Promise<AddressLink | undefined> {
  const { rows } = await connection.query<AddressLink>(sql`
    select user_id as "userId", address, own from address_links where token_hash = ${hashOf(token)} and expires_at > ${now}`);
  return rows[0];
}

/**
 * Ends the links that would change the users' addresses, or confirm those that another user set. They may come from an
 * attacker whom the user is now shutting out.
 */
export async function endAddressChange(connection: Queryable, users: readonly string[]): Promise<void> {
  await connection.query(sql`
    delete from address_links l where user_id = any(${users}::uuid[])
      and (l.own or l.address is distinct from (select u.email from users u where u.id = l.user_id and ${present('u')}))`);
}

/** Uses up a link. Returns false if another request has used it. */
export async function useAddressLink({ connection, clock }: JobsQueue, token: string): Promise<boolean> {
  const { rowCount } = await connection.query(
    sql`delete from address_links where token_hash = ${hashOf(token)} and expires_at > ${clock}`,
  );
  return rowCount === 1;
}

/** The address of a pending change; null without one. */
export async function addressUnderWay(connection: Queryable, userId: string, now: string): Promise<string | null> {
  const { rows } = await connection.query<{ address: string }>(
    sql`select address from address_links where user_id = ${userId} and expires_at > ${now}`,
  );
  return rows[0]?.address ?? null;
}

const hashOf = (token: string) => createHash('sha256').update(token).digest();

/**
 * True for keys of addresses whose domain has a Unicode and an ASCII form. The index of migration 0120 covers only
 * these.
 */
export const hasIdn = (key: Sql): Sql => sql`(octet_length(${key}) <> length(${key}) or ${key} like '%xn--%')`;

/**
 * Groups of users who share one e-mail address in different forms, such as x@bücher.example and
 * x@xn--bcher-kva.example. Each group is a list of ids. Versions before migration 0120 allowed such groups.
 */
export async function sharedAddresses(connection: Queryable): Promise<string[][]> {
  const { rows } = await connection.query<{ ids: string[] }>(sql`
    select array_agg(u.id::text order by u.created_no, u.id) as ids from users u where ${present('u')} and ${hasIdn(sql`u.email_key`)}
    group by address_key(u.email_key) having count(*) > 1 order by 1`);
  return rows.map(({ ids }) => ids);
}
