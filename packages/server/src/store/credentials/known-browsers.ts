import { type KnownBrowser, limits } from '@licet/contract';
import type { Database } from '../kernel/database.ts';
import { present } from '../kernel/facts.ts';
import { later } from '../kernel/instants.ts';
import { poolOf, type Queryable } from '../kernel/pool.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { named, type Sql, sql } from '../kernel/sql.ts';

/** The browser in which the user is known, among those with the given token hashes. */
export async function findKnownBrowser(
  database: Database,
  userId: string,
  browsers: readonly Buffer[],
  now: string,
): Promise<Buffer | undefined> {
  if (browsers.length === 0) return undefined;
  const { rows } = await poolOf(database).query<{ token_hash: Buffer }>(
    named(
      'known-browser',
      sql`select token_hash from known_browsers
           where user_id = ${userId} and token_hash = any(${browsers}::bytea[]) and expires_at > ${now}`,
    ),
  );
  return rows[0]?.token_hash;
}

/**
 * Returns common table expressions that remember a browser for a user until the limit expires. Beyond the maximum, they
 * forget the least recently used browsers. Place them after `there` in the statement that records the sign-in.
 *
 * `there` is empty if the user's sessions were ended after this proof of identity. Then nothing is remembered, because
 * ending the sessions also forgot the browsers.
 */
export const knownBrowserStored = (userId: string, browser: Buffer, now: string): Sql => sql`
  stored as (
    insert into known_browsers (token_hash, user_id, used_at, expires_at)
    select ${browser}, ${userId}::uuid, ${now}, ${later(now, limits.knownBrowserLifetime.value)} from there
    on conflict (token_hash) do update set used_at = excluded.used_at, expires_at = excluded.expires_at
  ), pruned as (
    delete from known_browsers where exists (select from there) and token_hash in (
      select token_hash from known_browsers where user_id = ${userId} and token_hash <> ${browser}
      order by used_at desc offset ${limits.knownBrowsersMax.value}::int8 - 1
    )
  )`;

/** Remembers a known browser: for the days that the policy sets, its user needs no second factor in it. */
export async function rememberBrowser(database: Database, browser: Buffer, now: string): Promise<void> {
  await poolOf(database).query(
    named(
      'known-browser-remember',
      sql`update known_browsers set remembered_at = ${now} where token_hash = ${browser}`,
    ),
  );
}

export async function forgetKnownBrowser(database: Database, browser: Buffer): Promise<void> {
  await poolOf(database).query(sql`delete from known_browsers where token_hash = ${browser}`);
}

/** The known browsers of a user, last used first, and until when the policy remembers each. `session` is the session of the caller. */
export async function listKnownBrowsers(
  { connection, clock }: Snapshot,
  userId: string,
  session: string | null,
): Promise<KnownBrowser[]> {
  const { rows } = await connection.query<KnownBrowser>(
    sql`select encode(k.token_hash, 'hex') as id, k.used_at as "usedAt", k.expires_at as "expiresAt",
       case when k.remembered_at > ${clock}::timestamptz - policy.remembered_days * interval '86400 seconds'
         then k.remembered_at + policy.remembered_days * interval '86400 seconds' end as "rememberedUntil",
       s.address, s.agent, coalesce(s.current, false) as current
     from known_browsers k left join lateral (
       select address, agent, (uid = ${session} and ended_at is null) as current from sessions
       where user_id = k.user_id and browser = k.token_hash order by current desc nulls last, seen_at desc limit 1
     ) s on true
     left join policies policy on ${present('policy')}
     where k.user_id = ${userId} and k.expires_at > ${clock}
     order by current desc, k.used_at desc, id`,
  );
  return rows;
}

/** Forgets one browser of a user. False if there is none. */
export async function forgetOwnBrowser(database: Database, userId: string, browser: Buffer): Promise<boolean> {
  const { rowCount } = await poolOf(database).query(
    sql`delete from known_browsers where user_id = ${userId} and token_hash = ${browser}`,
  );
  return rowCount === 1;
}

/** Forgets every browser of a user. */
export async function forgetKnownBrowsersOf(connection: Queryable, users: readonly string[]): Promise<void> {
  await connection.query(sql`delete from known_browsers where user_id = any(${users}::uuid[])`);
}
