import { foldIdentity, type Policy, type Ref } from '@licet/contract';
import { clockOfFacts } from '../kernel/clock.ts';
import type { Database } from '../kernel/database.ts';
import { present } from '../kernel/facts.ts';
import { poolOf, type Queryable } from '../kernel/pool.ts';
import { prepared, raw, type Sql, sql } from '../kernel/sql.ts';
import { adminOfLicet } from '../licet/administrators.ts';
import { emailVerified } from '../users/addresses.ts';
import { asRecorded, withWalks } from '../walk/walk.ts';
import { epochOf } from './epochs.ts';

/** A user, as signing in and tokens need to know them. */
export interface Account {
  readonly id: string;
  readonly username: string;
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly name: string;
  readonly status: 'invited' | 'active' | 'suspended';
  /** When what is known of the user last changed, in seconds since the epoch. */
  readonly updatedAt: number;
  /** Whether the user holds the role admin of Licet, directly, through groups or by a role that includes it, now or later. */
  readonly administrator: boolean;
  /** What the user’s sign-ins are in, when it was asked: proved in another, nothing is proved. */
  readonly epoch: number;
  /** How long sessions last at the most, in seconds, by the policy; null where nobody has made one. */
  readonly sessions: Policy['sessions'] | null;
}

export interface SignInAccount extends Account {
  readonly passwordHash: string | null;
}

/** The user with that id, if there is one. */
export async function findAccount(database: Database, userId: string): Promise<Account | undefined> {
  const { rows } = await poolOf(database).query<Account>(byId(userId, database.clockOffset()));
  return rows[0];
}

/** The user who signs in with that username or e-mail address, however it is written. */
export async function findSignInAccount(database: Database, login: string): Promise<SignInAccount | undefined> {
  const key = foldIdentity(login.trim());
  const name = raw(key.includes('@') ? 'u.email_key' : 'u.username_key');
  const { rows } = await poolOf(database).query<SignInAccount>(
    account(database.clockOffset(), sql`${name} = ${key}`, withPassword),
  );
  return rows[0];
}

/** The same by id, for somebody who is signed in and proves it again. */
export async function accountWithPassword(database: Database, userId: string): Promise<SignInAccount | undefined> {
  const { rows } = await poolOf(database).query<SignInAccount>(
    account(database.clockOffset(), sql`u.id = ${userId}::uuid`, withPassword),
  );
  return rows[0];
}

/** What a password must not contain: the names by which the user and the organisation go. */
export async function organisationName(connection: Queryable): Promise<string> {
  const { rows } = await connection.query<{ organisation: string }>(
    sql`select organisation from settings s where ${present('s')}`,
  );
  return rows[0]?.organisation ?? '';
}

/** The name of a client and of the application that it belongs to. */
export async function clientNames(
  database: Database,
  clientId: string,
): Promise<{ client: string; application: Ref } | undefined> {
  const { rows } = await poolOf(database).query<{ client: string; key: string; application: string }>(
    sql`select c.name as client, a.key, a.name as application
     from clients c join applications a on a.id = c.app_id and ${present('a')}
     where c.id = ${clientId}::uuid and ${present('c')}`,
  );
  const [row] = rows;
  return row && { client: row.client, application: { id: row.key, name: row.application } };
}

const withPassword = sql`, p.password_hash as "passwordHash"`;

// When a session ends is settled at sign-in, so that a grant which starts later counts as well.
function account(offset: unknown, which: Sql, more = sql``): Sql {
  const walk = asRecorded(sql`(select ${clockOfFacts(offset)})`);
  return sql`
    ${withWalks(walk.rolesAbove('heads', sql`select head.id from (${adminOfLicet(walk)}) head`))}
    select u.id, u.username, u.email, ${emailVerified()} as "emailVerified", u.name, u.status${more},
      (select floor(extract(epoch from c.at))::float8 from change c where c.no = u.no_from) as "updatedAt",
      ${epochOf(sql`u.id`)} as epoch,
      exists (
        ${withWalks(walk.groupsAbove('g', sql`select u.id`))}
        select from g join grants x on x.principal_id = g.id and ${walk.grantedOrLater('x')}
          and x.role_id = any(array(select id from heads))
      ) as administrator,
      (select json_build_object('members', s.member_session, 'administrators', s.administrator_session) from policies s where ${present('s')}) as sessions
    from users u left join credentials p on p.user_id = u.id where ${which} and ${walk.counts('u')}`;
}

const byId = prepared<[userId: string, offset: number]>('account', (userId, offset) =>
  account(offset, sql`u.id = ${userId}::uuid`),
);
