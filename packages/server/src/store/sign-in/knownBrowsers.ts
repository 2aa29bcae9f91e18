import { limits } from '@licet/contract';
import type { Database } from '../kernel/database.ts';
import { poolOf, type Queryable } from '../kernel/pool.ts';

/** That of the browsers, named by the hashes of their tokens, in which the user is known. */
export async function findKnownBrowser(
  database: Database,
  userId: string,
  browsers: readonly Buffer[],
): Promise<Buffer | undefined> {
  if (browsers.length === 0) return undefined;
  const { rows } = await poolOf(database).query<{ token_hash: Buffer }>(
    `select token_hash from known_browsers
     where user_id = $1 and token_hash = any($2)
       and expires_at > clock_timestamp() + $3::int8 * interval '1 millisecond'`,
    [userId, browsers, database.clockOffset()],
  );
  return rows[0]?.token_hash;
}

/** Knows a browser for a user from now on, for as long as the limit says; the longest unused ones beyond the most go. */
export async function keepKnownBrowser(database: Database, userId: string, browser: Buffer): Promise<void> {
  await poolOf(database).query(
    `with kept as (
       insert into known_browsers (token_hash, user_id, used_at, expires_at)
       values ($2, $1, clock_timestamp(), clock_timestamp() + $3::int8 * interval '1 second')
       on conflict (token_hash) do update set used_at = excluded.used_at, expires_at = excluded.expires_at
     )
     delete from known_browsers where token_hash in (
       select token_hash from known_browsers where user_id = $1 and token_hash <> $2
       order by used_at desc offset $4::int8 - 1
     )`,
    [userId, browser, limits.knownBrowserLife.value, limits.knownBrowsersMax.value],
  );
}

export async function forgetKnownBrowser(database: Database, browser: Buffer): Promise<void> {
  await poolOf(database).query('delete from known_browsers where token_hash = $1', [browser]);
}

/** Forgets every browser of a user: each is treated as anybody's. */
export async function forgetKnownBrowsersOf(connection: Queryable, userId: string): Promise<void> {
  await connection.query('delete from known_browsers where user_id = $1', [userId]);
}
