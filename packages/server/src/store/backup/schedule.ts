import type { JobsQueue } from '../jobs/jobs.ts';
import { sql } from '../kernel/sql.ts';

/** The kind of the job that makes a backup. */
export const backupJob = 'backup';

/**
 * Queues the backup of the current or the next period of `every` seconds. Each period has only one job, however often
 * it is queued, so several servers do not start a second series.
 */
export async function queueBackup(
  { connection, clock }: JobsQueue,
  every: number,
  which: 'now' | 'next',
): Promise<void> {
  const time = sql`(floor(extract(epoch from ${clock}::timestamptz) / ${every}::int) + ${which === 'next' ? 1 : 0}::int)`;
  await connection.query(sql`
    insert into jobs (id, kind, data, due_at)
    select md5('backup ' || ${every}::int || ' ' || n)::uuid, ${backupJob},
      jsonb_build_object('due', to_char(to_timestamp(n * ${every}::int) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')), to_timestamp(n * ${every}::int)
    from (select ${time} as n) t on conflict (id) do nothing`);
}
