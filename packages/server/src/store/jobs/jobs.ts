import { clock } from '../kernel/clock.ts';
import type { Database } from '../kernel/database.ts';
import { newId } from '../kernel/ids.ts';
import { poolOf, type Queryable } from '../kernel/pool.ts';
import { sql } from '../kernel/sql.ts';

/** A job that this process has taken. */
export interface TakenJob {
  readonly id: string;
  readonly kind: string;
  readonly data: unknown;
  /** The number of this attempt, from 1. */
  readonly attempt: number;
}

/** The channel that notifies processes of queued jobs. */
export const jobsChannel = 'licet_jobs';

/** The transaction in which jobs are queued, and its instant. */
export interface JobsQueue {
  readonly connection: Queryable;
  readonly clock: string;
}

/**
 * Queues a job for each element of the data, within the given transaction. The jobs are due immediately, or at `due`.
 */
export async function queueJobs(
  { connection, clock: now }: JobsQueue,
  kind: string,
  data: readonly unknown[],
  due = now,
): Promise<void> {
  if (data.length === 0) return;
  const ids = data.map(newId);
  const texts = data.map((each) => JSON.stringify(each));
  await connection.query(sql`
    insert into jobs (id, kind, data, due_at)
    select id, ${kind}, data, ${due}::timestamptz from unnest(${ids}::uuid[], ${texts}::jsonb[]) as job (id, data)`);
  await connection.query(sql`select pg_notify(${jobsChannel}, '')`);
}

/** Makes postponed jobs due immediately, because the cause of their failure is resolved. */
export async function hurryJobs({ connection, clock: now }: JobsQueue, kind: string): Promise<void> {
  await connection.query(
    sql`update jobs set due_at = ${now} where kind = ${kind} and given_up_at is null and last_error is not null`,
  );
  await connection.query(sql`select pg_notify(${jobsChannel}, '')`);
}

/**
 * Takes up to `most` due jobs, beginning with those due for the longest. They belong to this process until the lease,
 * in seconds, ends.
 *
 * The due jobs are materialized, because PostgreSQL might otherwise run the subquery of `in` once for each row of the
 * outer table. Each run would skip the rows that the statement has already changed, and take `most` further ones.
 */
export async function takeJobs(
  database: Database,
  kinds: readonly string[],
  most: number,
  lease: number,
): Promise<TakenJob[]> {
  const now = clock(database.clockOffset());
  const { rows } = await poolOf(database).query<TakenJob>(sql`
    with due as materialized (
      select id from jobs where given_up_at is null and kind = any(${kinds}) and due_at <= ${now}
      order by due_at, id limit ${most} for update skip locked
    )
    update jobs set attempts = attempts + 1, due_at = ${now} + ${lease}::int8 * interval '1 second'
    from due where jobs.id = due.id
    returning jobs.id, kind, data, attempts as attempt`);
  return rows;
}

/** Milliseconds until the next job is due; undefined if no job waits. */
export async function nextJobIn(database: Database, kinds: readonly string[]): Promise<number | undefined> {
  const { rows } = await poolOf(database).query<{ wait: number | null }>(sql`
    select extract(epoch from min(due_at) - ${clock(database.clockOffset())})::float8 * 1000 as wait
    from jobs where given_up_at is null and kind = any(${kinds})`);
  return rows[0]?.wait ?? undefined;
}

/** Deletes a finished job. Does nothing if its lease had ended and another process has taken it. */
export async function finishJob(database: Database, { id, attempt }: TakenJob): Promise<void> {
  await poolOf(database).query(sql`delete from jobs where id = ${id} and attempts = ${attempt}`);
}

/** Extends the lease of a job to that many seconds from now. False if another process has taken it. */
export async function renewJob(database: Database, { id, attempt }: TakenJob, lease: number): Promise<boolean> {
  const { rowCount } = await poolOf(database).query(sql`
    update jobs set due_at = ${clock(database.clockOffset())} + ${lease}::int8 * interval '1 second'
    where id = ${id} and attempts = ${attempt} and given_up_at is null`);
  return rowCount === 1;
}

/** Postpones a job by that many seconds, and stores the error. */
export async function postponeJob(
  database: Database,
  { id, attempt }: TakenJob,
  seconds: number,
  error: string,
): Promise<void> {
  await poolOf(database).query(sql`
    update jobs set last_error = ${error}, due_at = ${clock(database.clockOffset())} + ${seconds}::float8 * interval '1 second'
    where id = ${id} and attempts = ${attempt}`);
}

/** Gives up a job; it stays stored with its error until cleanup. */
export async function giveUpJob(database: Database, { id, attempt }: TakenJob, error: string): Promise<void> {
  await poolOf(database).query(sql`
    update jobs set last_error = ${error}, given_up_at = ${clock(database.clockOffset())} where id = ${id} and attempts = ${attempt}`);
}

/** The queue of one kind of job, across all servers. */
export interface JobsDue {
  readonly kind: string;
  /** Due jobs that no process has taken. */
  readonly due: number;
  /** How long the oldest due job has been due, in seconds; 0 if there is none. */
  readonly oldestSeconds: number;
  /** Jobs that failed and wait for a retry. */
  readonly putOff: number;
  /** Jobs that failed for good and are still stored. */
  readonly givenUp: number;
}

/** The queue of each given kind, even if it has no jobs. */
export async function jobsDue(
  connection: Queryable,
  kinds: readonly string[],
  clockOffset: number,
): Promise<readonly JobsDue[]> {
  const now = clock(clockOffset);
  const { rows } = await connection.query<JobsDue>(sql`
    select k.kind,
      count(j.id) filter (where j.given_up_at is null and j.due_at <= ${now}) as due,
      coalesce(extract(epoch from ${now} - min(j.due_at) filter (where j.given_up_at is null and j.due_at <= ${now})), 0)::float8
        as "oldestSeconds",
      count(j.id) filter (where j.given_up_at is null and j.due_at > ${now} and j.last_error is not null) as "putOff",
      count(j.id) filter (where j.given_up_at is not null) as "givenUp"
    from unnest(${kinds}::text[]) as k (kind) left join jobs j on j.kind = k.kind
    group by k.kind`);
  return rows;
}
