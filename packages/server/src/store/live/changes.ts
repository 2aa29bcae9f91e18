import type { EventAction } from '@licet/contract';
import { numberAt, type Snapshot } from '../kernel/snapshot.ts';
import { named, sql } from '../kernel/sql.ts';

/** The part of a change that open streams need. */
export interface HeardChange {
  readonly no: number;
  readonly at: string;
  readonly action: EventAction;
  readonly application: string | null;
  readonly targetId: string;
  /** The id of the requester, if the change is about a request. */
  readonly asker: string | null;
}

/** The changes after `since`, up to the snapshot; only the last ones, if there are more than the maximum. */
export async function changesSince({ connection, no }: Snapshot, since: number): Promise<HeardChange[]> {
  const { rows } = await connection.query<HeardChange>(
    named(
      'changes-heard',
      sql`select c.no, c.at, c.action, c.application, c.target_id as "targetId",
             case when c.target_kind = 'request'
               then (select q.user_id from requests q where q.id = c.target_id::uuid order by q.no_to desc limit 1) end as asker
           from change c where c.no > ${since} and c.no <= ${no} order by c.no desc limit ${changesHeard}`,
    ),
  );
  return rows.reverse();
}

/** The number of the last change that is at least `seconds` seconds old; 0 if all are younger. */
export async function changeBefore({ connection, at }: Snapshot, seconds: number): Promise<number> {
  const { rows } = await connection.query<{ no: number }>(
    sql`select coalesce(${numberAt(sql`${at}::timestamptz - ${seconds}::float8 * interval '1 second'`)}, 0) as no`,
  );
  return rows[0]?.no ?? 0;
}

/** The maximum number of changes read at once. */
export const changesHeard = 1000;
