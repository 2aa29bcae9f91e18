import { limits } from '@licet/contract';
import type { JobsQueue } from '../jobs/jobs.ts';
import { instantAsText } from '../kernel/clock.ts';
import { present } from '../kernel/facts.ts';
import { later } from '../kernel/instants.ts';
import type { Queryable } from '../kernel/pool.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { sql } from '../kernel/sql.ts';
import { lasting, started } from '../walk/walk.ts';

/** The kind of the job that sends reminders of what ends soon. */
export const remindersJob = 'reminders';

/**
 * Queues the reminder job for this hour or the next. Each hour has only one such job, however often it is queued, so
 * several servers and repeated runs share one series of jobs.
 */
export async function queueLook({ connection, clock }: JobsQueue, which: 'now' | 'next'): Promise<void> {
  const hour = sql`(floor(extract(epoch from ${clock}::timestamptz) / 3600) + ${which === 'next' ? 1 : 0}::int)`;
  await connection.query(sql`
    insert into jobs (id, kind, data, due_at)
    select md5('reminders ' || hour)::uuid, ${remindersJob}, '{}', to_timestamp(hour * 3600) from (select ${hour} as hour) h
    on conflict (id) do nothing`);
}

/** A grant that ends soon. */
export interface EndingAccess {
  readonly id: string;
  readonly who: string;
  readonly kind: 'user' | 'group' | 'client';
  readonly what: string;
  readonly application: string;
  readonly ends: string;
  /**
   * The access that the user can request again: the identifier of the application, and the name of the role or the
   * permission. Absent in mails of older versions.
   */
  readonly again?: { readonly application: string; readonly role?: string | null; readonly permission?: string | null };
}

/** A program's key that ends soon. */
export interface EndingKey {
  readonly id: string;
  readonly key: string;
  readonly program: string;
  readonly application: string;
  readonly ends: string;
}

/** A grant that ends, and its subject. */
export interface EndingGrant {
  readonly id: string;
  readonly appId: string;
  /** The user who holds the grant directly; null if a group or a program holds it. */
  readonly userId: string | null;
  readonly item: EndingAccess;
}

/** A program's key that ends soon. */
export interface EndingClientKey {
  readonly appId: string;
  readonly item: EndingKey;
}

/**
 * Marks grants that end within `days` days as reminded, soonest first, and returns their ids, so that no other process
 * sends the same reminders. Leaves out grants that last less than `days` days in total, because their holders know the
 * end.
 */
export async function takeEndingGrants(snapshot: Snapshot, days: number, most: number): Promise<string[]> {
  const { connection, at, clock } = snapshot;
  const { rows } = await connection.query<{ id: string }>(sql`
    insert into reminders (kind, of_id, ends_at)
    select 'grant', x.id, x.ends from grants x
    where ${present('x')} and ${lasting('x', at)} and ${started('x', at)} and x.ends <= ${later(clock, days * 86_400)}
      and ${started('x', sql`x.ends - ${days}::int * interval '1 day'`)}
      and not exists (select from reminders r where r.kind = 'grant' and r.of_id = x.id and r.ends_at = x.ends)
    order by x.ends, x.id limit ${most}
    on conflict do nothing returning of_id as id`);
  return rows.map(({ id }) => id);
}

/**
 * Marks keys that end within `days` days as reminded, soonest first, and returns their ids, so that no other process
 * sends the same reminders. Leaves out keys that a newer one replaced.
 */
export async function takeEndingKeys(snapshot: Snapshot, days: number, most: number): Promise<string[]> {
  const { connection, clock } = snapshot;
  const { rows } = await connection.query<{ id: string }>(sql`
    insert into reminders (kind, of_id, ends_at)
    select 'key', k.id, k.ends_at from client_keys k
    where k.ends_at > ${clock} and k.ends_at <= ${later(clock, days * 86_400)} and k.made_at <= k.ends_at - ${days}::int * interval '1 day'
      and ${inUse} and not exists (select from reminders r where r.kind = 'key' and r.of_id = k.id and r.ends_at = k.ends_at)
    order by k.ends_at, k.id limit ${most}
    on conflict do nothing returning of_id as id`);
  return rows.map(({ id }) => id);
}

/** The given grants that are in force. */
export async function grantsOf({ connection, at }: Snapshot, ids: readonly string[]): Promise<EndingGrant[]> {
  const { rows } = await connection.query<EndingGrant>(sql`
    select x.id, x.app_id as "appId", case when x.principal_kind = 'user' then x.principal_id end as "userId",
      json_build_object('id', x.id, 'who', coalesce(u.name, g.name, c.name), 'kind', x.principal_kind,
        'what', coalesce(nullif(r.title, ''), r.name, nullif(p.title, ''), p.name), 'application', a.name, 'ends', ${instantAsText(sql`x.ends`)},
        'again', json_build_object('application', a.key, 'role', r.name, 'permission', p.name)) as item
    from grants x join applications a on a.id = x.app_id and ${present('a')}
      left join users u on x.principal_kind = 'user' and u.id = x.principal_id and ${present('u')} and u.status = 'active'
      left join groups g on x.principal_kind = 'group' and g.id = x.principal_id and ${present('g')}
      left join clients c on x.principal_kind = 'client' and c.id = x.principal_id and ${present('c')}
      left join roles r on r.id = x.role_id and ${present('r')} left join permissions p on p.id = x.permission_id and ${present('p')}
    where x.id = any(${ids}::uuid[]) and ${present('x')} and ${lasting('x', at)} and x.ends < 'infinity'
      and coalesce(u.id, g.id, c.id) is not null
    order by x.ends, x.id`);
  return rows;
}

/** The given keys that are in force and were not replaced by a newer one. */
export async function keysOf({ connection, clock }: Snapshot, ids: readonly string[]): Promise<EndingClientKey[]> {
  const { rows } = await connection.query<EndingClientKey>(sql`
    select a.id as "appId",
      json_build_object('id', k.id, 'key', k.name, 'program', c.name, 'application', a.name, 'ends', ${instantAsText(sql`k.ends_at`)}) as item
    from client_keys k join clients c on c.id = k.client_id and ${present('c')} join applications a on a.id = c.app_id and ${present('a')}
    where k.id = any(${ids}::uuid[]) and k.ends_at > ${clock} and ${inUse} order by k.ends_at, k.id`);
  return rows;
}

/** The number of days between a reminder and the end; 0 for never. */
export async function remindDays(connection: Queryable): Promise<number> {
  const { rows } = await connection.query<{ days: number }>(
    sql`select s.remind_days as days from settings s where ${present('s')}`,
  );
  return rows[0]?.days ?? 0;
}

const inUse = sql`not exists (
  select from client_keys o where o.client_id = k.client_id and o.made_at > k.made_at
    and (o.ends_at is null or o.ends_at > k.ends_at) and o.last_used_at >= coalesce(k.last_used_at, '-infinity'))`;

/** A waiting request, and how often its approvers were reminded. */
export interface WaitingRequest {
  readonly id: string;
  readonly times: number;
}

/** Marks waiting requests as reminded and returns them, so that no other process sends the same reminders today. */
export async function takeWaiting({ connection, at, clock }: Snapshot, most: number): Promise<WaitingRequest[]> {
  const before = later(clock, -limits.requestRemindEvery.value);
  const { rows } = await connection.query<WaitingRequest>(sql`
    insert into request_reminders as r (request_id, told_at, times)
    select x.id, ${clock}, 1 from requests x left join request_reminders reminder on reminder.request_id = x.id
    where ${present('x')} and x.state = 'pending' and x.lapses_at > ${at} and coalesce(reminder.told_at, x.asked_at) <= ${before}
    order by x.asked_at, x.id limit ${most}
    on conflict (request_id) do update set told_at = excluded.told_at, times = r.times + 1 where r.told_at <= ${before}
    returning request_id as id, times`);
  return rows;
}
