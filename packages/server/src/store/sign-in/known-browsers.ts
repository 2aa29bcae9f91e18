import { limits } from '@licet/contract';
import type { Database } from '../kernel/database.ts';
import { later } from '../kernel/instants.ts';
import { poolOf, type Queryable } from '../kernel/pool.ts';
import { sql } from '../kernel/sql.ts';

/** That of the browsers, named by the hashes of their tokens, in which the user is known. */
export async function findKnownBrowser(
  database: Database,
  userId: string,
  browsers: readonly Buffer[],
  now: string,
): Promise<Buffer | undefined> {
  if (browsers.length === 0) return undefined;
  const { rows } = await poolOf(database).query<{ token_hash: Buffer }>(
    sql`select token_hash from known_browsers
     where user_id = ${userId} and token_hash = any(${browsers})
       and expires_at > ${now}`,
  );
  return rows[0]?.token_hash;
}

/** Knows a browser for a user from now on, for as long as the limit says; the longest unused ones beyond the most go. */
export async function keepKnownBrowser(
  connection: Queryable,
  userId: string,
  browser: Buffer,
  now: string,
): Promise<void> {
  await connection.query(
    sql`with kept as (
       insert into known_browsers (token_hash, user_id, used_at, expires_at)
       values (${browser}, ${userId}, ${now}, ${later(now, limits.knownBrowserLifetime.value)})
       on conflict (token_hash) do update set used_at = excluded.used_at, expires_at = excluded.expires_at
     )
     delete from known_browsers where token_hash in (
       select token_hash from known_browsers where user_id = ${userId} and token_hash <> ${browser}
       order by used_at desc offset ${limits.knownBrowsersMax.value}::int8 - 1
     )`,
  );
}

/** Remembers a known browser: for as many days as the policy says, its user is not asked for the second factor in it. */
export async function rememberBrowser(database: Database, browser: Buffer, now: string): Promise<void> {
  await poolOf(database).query(sql`update known_browsers set remembered_at = ${now} where token_hash = ${browser}`);
}

/** Whether one of the browsers is known for the user and was remembered less than so many days ago. */
export async function isRemembered(
  database: Database,
  userId: string,
  browsers: readonly Buffer[],
  days: number,
  now: string,
): Promise<boolean> {
  if (browsers.length === 0 || days === 0) return false;
  const { rows } = await poolOf(database).query(
    sql`select from known_browsers where user_id = ${userId} and token_hash = any(${browsers})
       and expires_at > ${now} and remembered_at > ${later(now, -days * 86_400)}`,
  );
  return rows.length > 0;
}

export async function forgetKnownBrowser(database: Database, browser: Buffer): Promise<void> {
  await poolOf(database).query(sql`delete from known_browsers where token_hash = ${browser}`);
}

/** Forgets every browser of a user: each is treated as anybody's. */
export async function forgetKnownBrowsersOf(connection: Queryable, userId: string): Promise<void> {
  await connection.query(sql`delete from known_browsers where user_id = ${userId}`);
}
