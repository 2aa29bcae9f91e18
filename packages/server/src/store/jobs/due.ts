import { clock } from '../kernel/clock.ts';
import type { Queryable } from '../kernel/pool.ts';
import { sql } from '../kernel/sql.ts';

/** The queue of one kind of job, for all servers together. */
export interface JobsDue {
  readonly kind: string;
  /** Due jobs that no process has taken. */
  readonly due: number;
  /** The age of the oldest due job in seconds; 0 without one. */
  readonly oldestSeconds: number;
  /** Jobs that failed and wait for a retry. */
  readonly putOff: number;
  /** Jobs that failed for good and are still stored. */
  readonly givenUp: number;
}

/** For each given kind, also if it has no job. */
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
