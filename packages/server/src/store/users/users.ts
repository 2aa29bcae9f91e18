import { foldIdentity, type User } from '@licet/contract';
import type { Change } from '../kernel/change.ts';
import { endFacts, present } from '../kernel/facts.ts';
import { newId } from '../kernel/ids.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { lapseRequests } from '../requests/requests.ts';

/** What is said of a user when he is created or changed. */
export interface UserFields {
  readonly username: string;
  readonly email: string | null;
  readonly name: string;
  readonly status: User['status'];
}

/** The columns of a user as the contract shows him; alias `u`, joined by {@link userJoins}. */
export const userColumns = (at: string) => `
  u.id, u.username, u.email, u.name, u.status, coalesce(created.at, ${at}::timestamptz) as "createdAt",
  last.at as "lastSignInAt", u.no_from as version`;

/** When a user `u` last signed in, as `last.at`. */
export const lastSignIn = `
  left join last_sign_ins last on last.user_id = u.id`;

/** What {@link userColumns} needs beside `users u`. */
export const userJoins = `left join change created on created.no = u.created_no ${lastSignIn}`;

/** The user with that id, unless deleted. */
export async function findUser({ connection, at }: Snapshot, id: string): Promise<User | undefined> {
  const { rows } = await connection.query<User>({
    name: 'find-user',
    text: `select ${userColumns('$2')} from users u ${userJoins} where u.id = $1 and ${present('u')}`,
    values: [id, at],
  });
  return rows[0];
}

/** The user with that username or e-mail address, in whatever spelling. */
export async function findUserByName({ connection, at }: Snapshot, name: string): Promise<User | undefined> {
  const column = name.includes('@') ? 'email_key' : 'username_key';
  const { rows } = await connection.query<User>(
    `select ${userColumns('$2')} from users u ${userJoins} where u.${column} = $1 and ${present('u')}`,
    [foldIdentity(name.replaceAll('\0', '')), at],
  );
  return rows[0];
}

/** @throws Refusal `name_taken` */
export async function insertUser(change: Change, fields: UserFields): Promise<User> {
  const id = newId();
  await write(change, id, change.no, fields);
  return {
    id,
    ...pick(fields),
    createdAt: change.at,
    lastSignInAt: null,
    version: change.no,
  };
}

/** Replaces the present row of a user by a new one. @throws Refusal `name_taken` */
export async function updateUser(change: Change, user: User, fields: Partial<UserFields>): Promise<User> {
  const next = { ...pick(user), ...fields };
  const { rows } = await change.connection.query<{ created: number }>(
    `select created_no as created from users u where u.id = $1 and ${present('u')}`,
    [user.id],
  );
  await endFacts(change, 'users', { id: [user.id] });
  await write(change, user.id, rows[0]?.created ?? change.no, next);
  return { ...user, ...next, version: change.no };
}

/** Deletes a user with his memberships, grants and ownerships. */
export async function deleteUser(change: Change, id: string): Promise<void> {
  await endFacts(change, 'memberships', { member_id: [id] });
  await endFacts(change, 'grants', { principal_id: [id] });
  await endFacts(change, 'owners', { user_id: [id] });
  await lapseRequests(change, 'user_id', [id]);
  await endFacts(change, 'users', { id: [id] });
}

const pick = ({ username, email, name, status }: UserFields): UserFields => ({ username, email, name, status });

async function write({ connection, no }: Change, id: string, created: number, fields: UserFields): Promise<void> {
  const { username, email, name, status } = fields;
  await connection.query(
    `insert into users (id, username, username_key, email, email_key, name, status, created_no, no_from)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [id, username, foldIdentity(username), email, email && foldIdentity(email), name, status, created, no],
  );
}
