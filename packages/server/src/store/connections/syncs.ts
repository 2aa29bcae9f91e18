import { bindName, type InboxSync, limits, type SyncPlan, type SyncRun } from '@licet/contract';
import { type Finding, finding } from '../../refusal.ts';
import type { JobsQueue } from '../jobs/jobs.ts';
import { clock } from '../kernel/clock.ts';
import type { Database } from '../kernel/database.ts';
import { present } from '../kernel/facts.ts';
import { newId } from '../kernel/ids.ts';
import { inNameOrder } from '../kernel/lists.ts';
import { poolOf, type Queryable } from '../kernel/pool.ts';
import { type Sql, sql } from '../kernel/sql.ts';
import type { StoredConnection } from './connections.ts';

/** A synchronisation that this process runs. */
export interface OwnRun {
  readonly connectionId: string;
  readonly runId: string;
}

export interface Starts {
  readonly scheduled: boolean;
  /** The user who started it by hand. */
  readonly by: string | null;
}

/** The result of a run. */
export interface Ended {
  readonly state: Exclude<SyncRun['state'], 'running'>;
  readonly plan: SyncPlan | null;
  readonly problem: Finding | null;
}

/** Starts a run in place of the last one. Undefined while another run is active in any process. */
export async function beginSync(
  database: Database,
  connectionId: string,
  { scheduled, by }: Starts,
): Promise<OwnRun | undefined> {
  const now = clock(database.clockOffset());
  const runId = newId();
  const { rowCount } = await poolOf(database).query(sql`
    insert into directory_syncs as s (connection_id, run_id, state, scheduled, by_id, started_at, heard_at)
    select x.id, ${runId}, 'running', ${scheduled}, ${by}, ${now}, ${now} from connections x where x.id = ${connectionId} and ${present('x')}
    on conflict (connection_id) do update set run_id = excluded.run_id, state = 'running', scheduled = excluded.scheduled,
      by_id = excluded.by_id, started_at = excluded.started_at, heard_at = excluded.heard_at, ended_at = null, read = 0,
      problem = null, problem_reason = null, plan = null
    where s.state <> 'running' or s.heard_at < excluded.started_at - ${limits.syncSilence.value}::int8 * interval '1 second'`);
  return rowCount === 1 ? { connectionId, runId } : undefined;
}

/** Stores that a run is still active, and the number of entries that it has read. */
export async function heardOfSync(database: Database, { runId }: OwnRun, read: number): Promise<void> {
  await poolOf(database).query(sql`
    update directory_syncs set heard_at = ${clock(database.clockOffset())}, read = ${read} where run_id = ${runId} and state = 'running'`);
}

/** Whether a run may still write, because no other run has begun since. */
export async function isOwnSync(connection: Queryable, { runId }: OwnRun): Promise<boolean> {
  const { rowCount } = await connection.query(
    sql`select from directory_syncs where run_id = ${runId} and state = 'running'`,
  );
  return rowCount === 1;
}

export async function endSync(database: Database, { runId }: OwnRun, { state, plan, problem }: Ended): Promise<void> {
  const now = clock(database.clockOffset());
  const reason = problem && JSON.stringify({ reason: problem.reason, values: problem.values });
  await poolOf(database).query(sql`
    update directory_syncs set state = ${state}, ended_at = ${now}, plan = ${plan && JSON.stringify(plan)}::jsonb, problem = ${problem?.sentence ?? null},
      problem_reason = ${reason}::jsonb,
      succeeded_at = case when ${state} = 'done' then ${now} else succeeded_at end,
      told = case when ${state} = 'done' then null else told end
    where run_id = ${runId} and state = 'running'`);
}

/** The last run with a directory, or the active one. A run whose server has stopped counts as failed. */
export async function findSync(
  { connection, clock: now }: { readonly connection: Queryable; readonly clock: string },
  connectionId: string,
): Promise<{ readonly run: SyncRun | null; readonly succeededAt: string | null }> {
  const { rows } = await connection.query<FoundRun>(sql`
    select s.run_id as id, s.state, s.scheduled, s.started_at as "startedAt", s.ended_at as "endedAt", s.read, s.problem, s.plan,
      s.problem_reason as finding,
      (select json_build_object('id', u.id, 'name', u.name) from users u where u.id = s.by_id and ${present('u')}) as by,
      s.succeeded_at as "succeededAt",
      s.state = 'running' and s.heard_at < ${now}::timestamptz - ${limits.syncSilence.value}::int8 * interval '1 second' as silent
    from directory_syncs s where s.connection_id = ${connectionId}`);
  const [row] = rows;
  if (!row) return { run: null, succeededAt: null };
  const { succeededAt, silent, finding, ...run } = row;
  const { sentence: problem, ...why } = serverStopped;
  return { run: { ...run, ...finding, ...(silent && { state: 'failed' as const, problem, ...why }) }, succeededAt };
}

interface FoundRun extends SyncRun {
  readonly finding: Pick<SyncRun, 'reason' | 'values'> | null;
  readonly succeededAt: string | null;
  readonly silent: boolean;
}

/** The failure of a run whose server has stopped. */
export const serverStopped = finding('sync_server_stopped', {});

/** A problem of the synchronisation with a directory. */
export interface SyncTrouble {
  readonly state: 'failed' | 'waiting';
  /** The reason of the failure, in a sentence. */
  readonly problem: string | null;
  /** The number of users whom the run would suspend. */
  readonly leaving: number;
}

/**
 * Marks the problem of the last run as reported, and returns it; undefined if there is none or it was reported
 * already.
 */
export async function takeTrouble(connection: Queryable, connectionId: string): Promise<SyncTrouble | undefined> {
  const { rows } = await connection.query<SyncTrouble>(sql`
    update directory_syncs s set told = s.state
    where s.connection_id = ${connectionId} and s.state in ('failed', 'waiting') and s.told is distinct from s.state
    returning s.state, s.problem, coalesce((s.plan #>> '{leaving,count}')::int, 0) as leaving`);
  return rows[0];
}

/** A connection with a directory, and how its last run ended. */
export interface LastSync extends Omit<SyncTrouble, 'state'> {
  readonly connection: string;
  readonly scheduled: boolean;
  readonly state: SyncRun['state'] | 'never';
}

/** All enabled connections with a directory. A run whose server has stopped counts as failed. */
export async function lastSyncs(connection: Queryable, now: Sql): Promise<LastSync[]> {
  const { rows } = await connection.query<LastSync>(sql`
    select c.name as connection, case when s.connection_id is null then 'never'
        when s.state = 'running' and s.heard_at < ${now} - ${limits.syncSilence.value}::int8 * interval '1 second' then 'failed'
        else s.state end as state,
      (c.directory ->> 'syncMinutes')::int is not null as scheduled,
      s.problem, coalesce((s.plan #>> '{leaving,count}')::int, 0) as leaving
    from connections c left join directory_syncs s on s.connection_id = c.id
    where ${present('c')} and c.enabled and c.kind = 'ldap'
    order by ${inNameOrder(sql`c.name`)}`);
  return rows;
}

/** The runs that wait for a confirmation and can be confirmed, oldest first. */
export async function waitingSyncs(connection: Queryable): Promise<InboxSync[]> {
  const { rows } = await connection.query<InboxSync>(sql`
    select json_build_object('id', c.id, 'name', c.name) as connection, s.run_id as run, s.ended_at as at,
      (s.plan #>> '{leaving,count}')::int as leaving, (s.plan ->> 'linked')::int as linked
    from directory_syncs s join connections c on c.id = s.connection_id
    where s.state = 'waiting' and ${present('c')} and c.enabled and c.kind = 'ldap' and strpos(c.directory ->> 'bindDn', ${bindName}) = 0
    order by s.ended_at, s.run_id`);
  return rows;
}

/** The kind of the job that synchronises with a directory. */
export const directorySyncJob = 'directory_sync';

/** The payload of a job. */
export interface SyncDue {
  readonly connection: string;
  /** The minutes between two runs when the job was queued. If the schedule has changed since, the job is dropped. */
  readonly minutes: number;
}

/**
 * Queues the next run of a connection with a schedule. Each scheduled time has only one job, however often it is
 * queued.
 */
export async function queueSync({ connection, clock }: JobsQueue, of: StoredConnection): Promise<void> {
  if (of.kind !== 'ldap' || !of.enabled || of.directory.syncMinutes === null) return;
  const due: SyncDue = { connection: of.id, minutes: of.directory.syncMinutes };
  // Each connection has its own offset in seconds, so that the runs do not all start on the hour.
  const seconds = sql`${due.minutes * 60}::int8`;
  const shift = sql`(('x' || substr(md5(${of.id}), 1, 7))::bit(28)::int8 % ${seconds})`;
  await connection.query(sql`
    insert into jobs (id, kind, data, due_at)
    select md5(${`${directorySyncJob} ${of.id} ${due.minutes} `} || n)::uuid, ${directorySyncJob}, ${JSON.stringify(due)}::jsonb,
      to_timestamp(n * ${seconds} + ${shift})
    from (select floor((extract(epoch from ${clock}::timestamptz) - ${shift}) / ${seconds})::int8 + 1 as n) t on conflict (id) do nothing`);
}

/** The time of the next scheduled run; null without a schedule. */
export async function nextSync(connection: Queryable, of: StoredConnection): Promise<string | null> {
  if (of.kind !== 'ldap' || !of.enabled || of.directory.syncMinutes === null) return null;
  const { rows } = await connection.query<{ at: string | null }>(sql`
    select min(due_at) as at from jobs where kind = ${directorySyncJob} and given_up_at is null
      and data ->> 'connection' = ${of.id} and (data ->> 'minutes')::int = ${of.directory.syncMinutes}`);
  return rows[0]?.at ?? null;
}
