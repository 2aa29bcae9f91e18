import { identityKeys, type Policy } from '@licet/contract';
import { adminOfLicet } from '../administrators/administrators.ts';
import { type StoredPasskey, storedPasskey } from '../credentials/passkeys.ts';
import { clockOfFacts } from '../kernel/clock.ts';
import { type Database, unawaited } from '../kernel/database.ts';
import { present } from '../kernel/facts.ts';
import { poolOf, type Queryable } from '../kernel/pool.ts';
import { named, prepared, type Sql, sql } from '../kernel/sql.ts';
import { emailVerified } from '../users/addresses.ts';
import { asRecorded, withWalks } from '../walk/walk.ts';
import { epochOf } from './cut-offs.ts';
import { type SessionState, stateNow } from './sessions.ts';

/** The data of a user that signing in and tokens need. */
export interface Account {
  readonly id: string;
  readonly username: string;
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly name: string;
  readonly status: 'invited' | 'active' | 'suspended';
  /** When the user's data last changed, in seconds since the epoch. */
  readonly updatedAt: number;
  /** Whether the user holds the role admin of Licet, directly, through groups or through a role that includes it, now or later. */
  readonly administrator: boolean;
  /** The epoch of the user's sign-ins at the time of reading. A proof from another epoch is invalid. */
  readonly epoch: number;
  /** The maximum duration of sessions in seconds, from the policy; null without a policy. */
  readonly sessions: Policy['sessions'] | null;
}

export interface SignInAccount extends Account {
  readonly passwordHash: string | null;
  /** The given browser in which the user is known. */
  readonly browser: Buffer | null;
}

/** The user with that id, if there is one. */
export async function findAccount(database: Database, userId: string): Promise<Account | undefined> {
  const { rows } = await poolOf(database).query<Account>(byId(userId, database.clockOffset()));
  return rows[0];
}

/**
 * The user with that id, with the state of one of their sessions. The state is null if the session is missing or
 * belongs to another user.
 */
export async function findAccountIn(
  database: Database,
  userId: string,
  sessionUid: string,
): Promise<AccountIn | undefined> {
  const { rows } = await poolOf(database).query<AccountIn>(inSession(userId, sessionUid, database.clockOffset()));
  return rows[0];
}

/** A user, with the state of one of their sessions if it was requested and belongs to them. */
export type AccountIn = Account & { readonly session: SessionState | null };

/** Browsers by the hashes of their tokens, and the instant at which they are checked. */
export interface BrowsersAt {
  readonly browsers: readonly Buffer[];
  readonly now: string;
}

/**
 * Finds the user who signs in with that username or e-mail address, in any spelling. Also returns the given browser in
 * which the user is known.
 */
export async function findSignInAccount(
  database: Database,
  login: string,
  { browsers, now }: BrowsersAt = nowhere,
): Promise<SignInAccount | undefined> {
  const keys = identityKeys(login);
  const offset = database.clockOffset();
  const statement = keys[0].includes('@')
    ? byEmail(keys, browsers, now, offset)
    : byUsername(keys[0], browsers, now, offset);
  const { rows } = await poolOf(database).query<SignInAccount>(statement);
  return rows[0];
}

/** Finds the user with that id, with the password, for a step-up. */
export async function accountWithPassword(database: Database, userId: string): Promise<SignInAccount | undefined> {
  const { rows } = await poolOf(database).query<SignInAccount>(
    byIdWithPassword(userId, nowhere.browsers, nowhere.now, database.clockOffset()),
  );
  return rows[0];
}

const nowhere: BrowsersAt = { browsers: [], now: 'infinity' };

/** The organisation's name, which a password must not contain. */
export async function organisationName(connection: Queryable): Promise<string> {
  const { rows } = await connection.query<{ organisation: string }>(
    named('organisation', sql`select organisation from settings s where ${present('s')}`),
  );
  return rows[0]?.organisation ?? '';
}

const withPassword = (browsers: unknown, now: unknown): Sql => sql`, p.password_hash as "passwordHash", (
  select k.token_hash from known_browsers k
  where k.user_id = u.id and k.token_hash = any(${browsers}::bytea[]) and k.expires_at > ${now}::timestamptz limit 1
) as browser`;

// Includes grants of admin that start later, because the end of a session is fixed at sign-in.
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

/** SQL that selects the user with an id. */
export const accountAt = (userId: Sql, offset: unknown): Sql => account(offset, sql`u.id = ${userId}`);

/** SQL that selects the user with the state of one of their sessions: an {@link AccountIn}. */
export const accountIn = (userId: Sql, sessionUid: unknown, offset: unknown): Sql =>
  account(
    offset,
    sql`u.id = ${userId}`,
    sql`, case when s.uid is not null then ${stateNow(offset)} end as session`,
    sql`left join sessions s on s.uid = ${sessionUid} and s.user_id = u.id`,
  );

const byId = prepared<[userId: string, offset: number]>('account', (userId, offset) =>
  accountAt(sql`${userId}::uuid`, offset),
);
const inSession = prepared<[userId: string, sessionUid: string, offset: number]>(
  'account-in-session',
  (userId, sessionUid, offset) => accountIn(sql`${userId}::uuid`, sessionUid, offset),
);
type ToSignIn<Key> = [key: Key, browsers: readonly Buffer[], now: string, offset: number];
const toSignIn = <Key = string>(name: string, which: (key: unknown) => Sql, order = (_: unknown) => sql``) =>
  prepared<ToSignIn<Key>>(
    name,
    (key, browsers, now, offset) => sql`${account(offset, which(key), withPassword(browsers, now))} ${order(key)}`,
  );
const byIdWithPassword = toSignIn('account-with-password', (id) => sql`u.id = ${id}::uuid`);
const byUsername = toSignIn('account-by-username', (key) => sql`u.username_key = ${key}`);
// If the keys match two users, prefers the user whose key comes first: the spelling that was typed.
const byEmail = toSignIn<readonly string[]>(
  'account-by-email',
  (keys) => sql`u.email_key = any(${keys}::text[])`,
  (keys) => sql`order by array_position(${keys}::text[], u.email_key) limit 1`,
);

/** A passkey that is presented in answer to a challenge. */
export interface PresentedPasskey {
  /** The challenge to sign; undefined if there is none, or it has expired. */
  readonly challenge: string | undefined;
  /** Undefined if the passkey is unknown. */
  readonly passkey: StoredPasskey | undefined;
  /** The user of the passkey; null if deleted. */
  readonly account: Account | null;
}

/**
 * Uses up a challenge, which is valid for one attempt, and finds the presented passkey, in one statement. `about` is
 * the purpose of the challenge, `credentialId` the passkey's id.
 */
export async function takePresented(
  database: Database,
  about: string,
  credentialId: Buffer,
  now: string,
): Promise<PresentedPasskey> {
  const { rows } = await poolOf(database).query<PresentedRow>(
    presented(about, credentialId, now, database.clockOffset()),
  );
  const [row] = rows;
  if (!row) throw new Error('What a passkey was shown for could not be read.');
  const { challenge, account, ...passkey } = row;
  return { challenge: challenge ?? undefined, account, passkey: passkey.id === null ? undefined : passkey };
}

type PresentedRow = { readonly challenge: string | null; readonly account: Account | null } & (
  | StoredPasskey
  | { readonly id: null }
);

const presented = prepared<[about: string, credentialId: Buffer, now: string, offset: number]>(
  'passkey-shown',
  (about, credentialId, now, offset) => sql`
    with taken as (
      delete from passkey_challenges where id = ${about} and ${unawaited}
      returning case when expires_at > ${now}::timestamptz then challenge end as challenge
    )
    select t.challenge, k.*, to_jsonb(a) as account from (select) one
    left join taken t on true
    left join (${storedPasskey(credentialId)}) k on true
    left join lateral (${accountAt(sql`k."userId"`, offset)}) a on true`,
);
