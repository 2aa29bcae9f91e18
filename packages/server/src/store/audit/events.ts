import { type Event, type EventAction, type EventDetail, type EventOrigin, limits, type Page } from '@licet/contract';
import { clock } from '../kernel/clock.ts';
import type { Database } from '../kernel/database.ts';
import { folded, searchFor } from '../kernel/matching.ts';
import { mapPage, orderOf, type PageQuery, page } from '../kernel/paging.ts';
import { poolOf, type Queryable } from '../kernel/pool.ts';
import { rowsOf } from '../kernel/rows.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { join, type Sql, sql } from '../kernel/sql.ts';

/** An event with its origin. */
export type EventWithOrigin = Event & Pick<EventDetail, 'origin'>;

/** The filter of events. */
export interface EventQuery extends PageQuery {
  readonly q?: string | undefined;
  readonly sort?: string | undefined;
  readonly action?: EventAction | undefined;
  /** An id, or part of a name. */
  readonly actor?: string | undefined;
  /** The application's identifier. */
  readonly application?: string | undefined;
  /** An id, or part of a name. */
  readonly target?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** The numbers of the first and the last event. */
  readonly firstNo?: number | undefined;
  readonly lastNo?: number | undefined;
}

/** A page of events. @throws Refusal `invalid_cursor` */
export async function listEvents(snapshot: Snapshot, query: EventQuery): Promise<Page<Event>> {
  const events = await page<EventRow>(
    snapshot,
    {
      name: 'events',
      select: columns,
      alias: 'c',
      from: sql`change c`,
      where: conditions(query),
      order: orderOf({ no: [{ sql: sql`c.no`, type: 'int8' }] }, query.sort ?? '-no'),
      bytes: { of: sql`octet_length(c.before::text) + octet_length(c.after::text)`, most: limits.eventPageBytes.value },
    },
    query,
  );
  return mapPage(events, eventOf);
}

/** All matching events, oldest first. Consume it while the snapshot is open. */
export async function* allEvents(
  { connection }: Snapshot,
  query: Omit<EventQuery, 'sort'>,
): AsyncGenerator<EventWithOrigin> {
  const rows = rowsOf<EventRow & { readonly origin: string | null }>(
    connection,
    sql`select ${columns}, ${originOf(sql`c.no`)} as origin from change c where ${join([sql`true`, ...conditions(query)], ' and ')} order by c.no`,
  );
  for await (const row of rows) yield withOrigin(row);
}

/** A batch of events after a number, in order. */
export async function eventsAfter(database: Database, no: number, most: number): Promise<EventWithOrigin[]> {
  const { rows } = await poolOf(database).query<EventRow & { readonly origin: string | null }>(
    sql`select ${columns}, ${originOf(sql`c.no`)} as origin from change c where c.no > ${no} order by c.no limit ${most}`,
  );
  return rows.map(withOrigin);
}

/** Whether an event with a number exists. */
export async function hasEvent({ connection }: Snapshot, no: number): Promise<boolean> {
  const { rowCount } = await connection.query(sql`select from change where no = ${no}`);
  return rowCount === 1;
}

/** Returns the `after` of the newest event with an action and a target; undefined if there is none. */
export async function newestAfter({ connection }: Snapshot, action: EventAction, target: string): Promise<unknown> {
  const { rows } = await connection.query<{ after: unknown }>(sql`
    select c.after from change c where c.action = ${action} and c.target_id = ${target} order by c.no desc limit 1`);
  return rows[0]?.after;
}

function conditions(query: EventQuery): Sql[] {
  const where: Sql[] = [];
  const search = searchFor(query.q);
  if (search) where.push(search.matches(folded(sql`c.target_name || E'\\n' || c.actor_name || E'\\n' || c.action`)));
  if (query.action) where.push(sql`c.action = ${query.action}`);
  if (query.application !== undefined) where.push(sql`c.application = ${query.application.replaceAll('\0', ' ')}`);
  if (query.from) where.push(sql`c.at >= ${query.from}::timestamptz`);
  if (query.to) where.push(sql`c.at < ${query.to}::timestamptz`);
  if (query.firstNo !== undefined) where.push(sql`c.no >= ${query.firstNo}::int8`);
  if (query.lastNo !== undefined) where.push(sql`c.no <= ${query.lastNo}::int8`);
  for (const [asked, id, name] of [
    [query.actor, sql`c.actor_id::text`, sql`c.actor_name`],
    [query.target, sql`c.target_id`, sql`c.target_name`],
  ] as const) {
    if (asked === undefined) continue;
    const named = searchFor(asked)?.matches(folded(name)) ?? sql`false`;
    where.push(uuid.test(asked) ? sql`${id} = ${asked.toLowerCase()}` : named);
  }
  return where;
}

/** One event. */
export async function findEvent({ connection }: Snapshot, no: number): Promise<Event | undefined> {
  const { rows } = await connection.query<EventRow>(sql`select ${columns} from change c where c.no = ${no}`);
  return rows[0] && eventOf(rows[0]);
}

/** The events of the changes with these numbers. */
export async function findEvents({ connection }: Snapshot, numbers: readonly number[]): Promise<Event[]> {
  const { rows } = await connection.query<EventRow>(
    sql`select ${columns} from change c where c.no = any(${numbers}::int8[])`,
  );
  return rows.map(eventOf);
}

interface EventRow {
  readonly no: number;
  readonly at: string;
  readonly actor_kind: Event['actor']['kind'];
  readonly actor_id: string | null;
  readonly actor_name: string;
  readonly action: EventAction;
  readonly application: string | null;
  readonly target_kind: string;
  readonly target_id: string;
  readonly target_name: string;
  readonly before: string;
  readonly after: string;
  readonly previous_hash: Buffer;
  readonly hash: Buffer;
}

const columns = sql`
  c.no, c.at, c.actor_kind, c.actor_id, c.actor_name, c.action, c.application, c.target_kind, c.target_id, c.target_name,
  c.before::text, c.after::text, c.previous_hash, c.hash`;

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const withOrigin = ({ origin, ...row }: EventRow & { readonly origin: string | null }): EventWithOrigin => ({
  ...eventOf(row),
  origin: origin === null ? null : JSON.parse(origin),
});

function eventOf(row: EventRow): Event {
  return {
    no: row.no,
    at: row.at,
    actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
    action: row.action,
    application: row.application,
    target: { kind: row.target_kind, id: row.target_id, name: row.target_name },
    before: JSON.parse(row.before),
    after: JSON.parse(row.after),
    hash: row.hash.toString('hex'),
    previousHash: row.previous_hash.toString('hex'),
  };
}

/**
 * SQL for the client and the network address of a change, as JSON; null if unknown or expired. A deleted client is shown with its last
 * name.
 */
export const originOf = (no: Sql): Sql => sql`(
  select json_build_object('address', o.address, 'client', (
    select json_build_object('id', c.id, 'name', c.name, 'application', (
      select a.key from applications a where a.id = c.app_id order by a.no_to desc limit 1))
    from clients c where c.id = o.client_id order by c.no_to desc limit 1))
  from event_origins o where o.no = ${no})::text`;

/** The origins of changes that have one, by number. */
export async function originsOf(
  connection: Pick<Queryable, 'query'>,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, EventOrigin>> {
  const { rows } = await connection.query<{ no: number; origin: string }>(sql`
    select e.no, ${originOf(sql`e.no`)} as origin from event_origins e where e.no = any(${numbers}::int8[])`);
  return new Map(rows.map(({ no, origin }) => [no, JSON.parse(origin)]));
}

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
