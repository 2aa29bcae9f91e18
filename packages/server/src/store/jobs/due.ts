import { clock } from '../kernel/clock.ts';
import type { Queryable } from '../kernel/pool.ts';
import { sql } from '../kernel/sql.ts';

/** How the queue of a kind of jobs stands, for all servers together. */
export interface JobsDue {
  readonly kind: string;
  /** Those that are due and that no process has taken. */
  readonly due: number;
  /** For how long the oldest of them has been due; 0 when there is none. */
  readonly oldestSeconds: number;
  /** Those that failed and wait for another try. */
  readonly putOff: number;
  /** Those that were given up and are still kept. */
  readonly givenUp: number;
}

/** Of each kind that is asked for, also where there is no job. */
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
