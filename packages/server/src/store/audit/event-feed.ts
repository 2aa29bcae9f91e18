import { clock } from '../kernel/clock.ts';
import type { Database } from '../kernel/database.ts';
import { poolOf, type Queryable } from '../kernel/pool.ts';
import { sql } from '../kernel/sql.ts';

/**
 * Reserves the feed for some seconds and returns the number of the last delivered change; undefined while another
 * process has it. A new feed begins with the next change.
 */
export async function takeFeed(database: Database, name: string, lease: number): Promise<number | undefined> {
  const now = clock(database.clockOffset());
  await poolOf(database).query(sql`
    insert into event_feeds (name, no, held_until) select ${name}::text, coalesce(max(no), 0), '-infinity' from change
    on conflict do nothing`);
  const { rows } = await poolOf(database).query<{ no: number }>(sql`
    update event_feeds set held_until = ${now} + ${lease}::int8 * interval '1 second' where name = ${name} and held_until <= ${now}
    returning no`);
  return rows[0]?.no;
}

/**
 * Stores that the changes up to a number were delivered, and keeps the feed reserved. False if another process has
 * taken it.
 */
export async function advanceFeed(
  database: Database,
  name: string,
  { from, to, lease }: { readonly from: number; readonly to: number; readonly lease: number },
): Promise<boolean> {
  const { rowCount } = await poolOf(database).query(sql`
    update event_feeds set no = ${to}, held_until = ${clock(database.clockOffset())} + ${lease}::int8 * interval '1 second'
    where name = ${name} and no = ${from}`);
  return rowCount === 1;
}

/** Releases the feed if it is at that number. */
export async function leaveFeed(database: Database, name: string, no: number): Promise<void> {
  await poolOf(database).query(
    sql`update event_feeds set held_until = '-infinity' where name = ${name} and no = ${no}`,
  );
}

/** The number of undelivered changes; null if the feed was never used. */
export async function feedBehind(database: Queryable, name: string): Promise<number | null> {
  const { rows } = await database.query<{ behind: number }>(sql`
    select greatest(0, (select coalesce(max(c.no), 0) from change c) - f.no) as behind from event_feeds f where f.name = ${name}`);
  return rows[0]?.behind ?? null;
}
