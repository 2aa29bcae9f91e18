import type { Database } from '../kernel/database.ts';
import { poolOf, type Queryable } from '../kernel/pool.ts';
import { nameFailures } from './failures.ts';
import { forgetKnownBrowsersOf } from './knownBrowsers.ts';

/** Sets the password of a user, and forgives what failed before. */
export async function setPasswordHash(connection: Queryable, userId: string, hash: string): Promise<void> {
  await connection.query(
    `insert into credentials (user_id, password_hash) values ($1, $2)
     on conflict (user_id) do update set password_hash = excluded.password_hash, set_at = clock_timestamp()`,
    [userId, hash],
  );
  const { rows } = await connection.query<{ names: string[] }>(
    'select array[username_key, email_key] as names from users where id = $1 and no_to = 9223372036854775807',
    [userId],
  );
  const keys = (rows[0]?.names ?? []).flatMap((name) => (name === null ? [] : nameFailures(name, true).key));
  await connection.query('delete from failures where key = any($1)', [keys]);
}

/** Replaces a hash by a stronger one of the same password, unless the password was changed meanwhile. */
export async function strengthenHash(database: Database, userId: string, from: string, to: string): Promise<void> {
  await poolOf(database).query('update credentials set password_hash = $3 where user_id = $1 and password_hash = $2', [
    userId,
    from,
    to,
  ]);
}

export async function hasPassword(connection: Queryable, userId: string): Promise<boolean> {
  const { rows } = await connection.query('select from credentials where user_id = $1', [userId]);
  return rows.length === 1;
}

/** Takes away password and links, when a user is deleted. */
export async function removeCredentials(connection: Queryable, userId: string): Promise<void> {
  await connection.query('delete from credentials where user_id = $1', [userId]);
  await connection.query('delete from password_links where user_id = $1', [userId]);
  await forgetKnownBrowsersOf(connection, userId);
}
