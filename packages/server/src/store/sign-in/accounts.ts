import { foldIdentity, type Policy } from '@licet/contract';
import { type TokenAccess, tokenAccessAt } from '../access/effective.ts';
import { clockOfFacts } from '../kernel/clock.ts';
import type { Database } from '../kernel/database.ts';
import { present } from '../kernel/facts.ts';
import { poolOf, type Queryable } from '../kernel/pool.ts';
import { named, prepared, type Sql, sql } from '../kernel/sql.ts';
import { adminOfLicet } from '../licet/administrators.ts';
import { emailVerified } from '../users/addresses.ts';
import { asRecorded, withWalks } from '../walk/walk.ts';
import { epochOf } from './epochs.ts';
import { type SessionState, stateNow } from './sessions.ts';

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

/** The same with the state of one of their sessions; null when it is not there, or somebody else's. */
export async function findAccountIn(
  database: Database,
  userId: string,
  sessionUid: string,
): Promise<(Account & { readonly session: SessionState | null }) | undefined> {
  const { rows } = await poolOf(database).query<Account & { session: SessionState | null }>(
    inSession(userId, sessionUid, database.clockOffset()),
  );
  return rows[0];
}

/** The same with what a token of theirs carries now in an application; null when there is no such application. */
export async function findAccountToIssue(
  database: Database,
  userId: string,
  sessionUid: string,
  application: string,
): Promise<(Account & { readonly session: SessionState | null; readonly access: TokenAccess | null }) | undefined> {
  type Row = Account & { session: SessionState | null } & TokenAccess & { ver: number | null };
  const { rows } = await poolOf(database).query<Row>(toIssue(userId, sessionUid, application, database.clockOffset()));
  const [row] = rows;
  if (!row) return undefined;
  const { roles, permissions, changesAt, ver, at, clock, ...found } = row;
  return { ...found, access: ver === null ? null : { roles, permissions, changesAt, ver, at, clock } };
}

/** The user who signs in with that username or e-mail address, however it is written. */
export async function findSignInAccount(database: Database, login: string): Promise<SignInAccount | undefined> {
  const key = foldIdentity(login.trim());
  const statement = key.includes('@') ? byEmail : byUsername;
  const { rows } = await poolOf(database).query<SignInAccount>(statement(key, database.clockOffset()));
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
    named('organisation', sql`select organisation from settings s where ${present('s')}`),
  );
  return rows[0]?.organisation ?? '';
}

const withPassword = sql`, p.password_hash as "passwordHash"`;

// When a session ends is settled at sign-in, so that a grant which starts later counts as well.
function account(offset: unknown, which: Sql, more = sql``, from = sql``): Sql {
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
    from users u left join credentials p on p.user_id = u.id ${from} where ${which} and ${walk.counts('u')}`;
}

const byId = prepared<[userId: string, offset: number]>('account', (userId, offset) =>
  account(offset, sql`u.id = ${userId}::uuid`),
);
const accountIn = (userId: unknown, sessionUid: unknown, offset: unknown): Sql =>
  account(
    offset,
    sql`u.id = ${userId}::uuid`,
    sql`, case when s.uid is not null then ${stateNow(offset)} end as session`,
    sql`left join sessions s on s.uid = ${sessionUid} and s.user_id = u.id`,
  );
const inSession = prepared<[userId: string, sessionUid: string, offset: number]>('account-in-session', accountIn);
const toIssue = prepared<[userId: string, sessionUid: string, application: string, offset: number]>(
  'account-to-issue',
  (userId, sessionUid, application, offset) => sql`
    select found.*, t.* from (${accountIn(userId, sessionUid, offset)}) found
    left join (${tokenAccessAt(sql`${userId}::uuid`, application, sql`null`, offset)}) t on true`,
  4,
);
const byUsername = prepared<[key: string, offset: number]>('account-by-username', (key, offset) =>
  account(offset, sql`u.username_key = ${key}`, withPassword),
);
const byEmail = prepared<[key: string, offset: number]>('account-by-email', (key, offset) =>
  account(offset, sql`u.email_key = ${key}`, withPassword),
);
