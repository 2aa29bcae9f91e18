import type { JobsQueue } from '../jobs/jobs.ts';
import type { Queryable } from '../kernel/pool.ts';
import { sql } from '../kernel/sql.ts';
import type { StoredConnection } from './connections.ts';

/** The kind of the job that synchronises with a directory. */
export const directorySyncJob = 'directory_sync';

/** The payload of a job. */
export interface SyncDue {
  readonly connection: string;
  /** The minutes between two runs when it was queued: a job of another schedule is dropped. */
  readonly minutes: number;
}

/** Queues the next run of a connection with a schedule. There is one job for each time, however often it is queued. */
export async function queueSync({ connection, clock }: JobsQueue, of: StoredConnection): Promise<void> {
  if (of.kind !== 'ldap' || !of.enabled || of.directory.syncMinutes === null) return;
  const due: SyncDue = { connection: of.id, minutes: of.directory.syncMinutes };
  // Not all at the full hour: each connection has a second of its own.
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
