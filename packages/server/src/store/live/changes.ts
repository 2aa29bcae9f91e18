import type { EventAction } from '@licet/contract';
import { present } from '../kernel/facts.ts';
import { numberAt, type Snapshot } from '../kernel/snapshot.ts';
import { literal, named, prepared, sql } from '../kernel/sql.ts';

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

/** The maximum number of changes read at once. */
export const changesHeard = 1000;

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

/** Actions by which other users change a request. */
export const aboutRequests: ReadonlySet<EventAction> = new Set([
  'request.step_approved',
  'request.approved',
  'request.undone',
  'request.denied',
  'request.commented',
]);

/**
 * The changes that other users made to the requests of a user after `since`. Reads only rows about these requests,
 * because many tabs may connect at the same time after a large import.
 */
export async function outcomesSince(
  { connection, no }: Snapshot,
  since: number,
  userId: string,
): Promise<HeardChange[]> {
  const { rows } = await connection.query<HeardChange>(outcomes(since, no, userId, [...aboutRequests]));
  return rows.reverse();
}

// `offset 0` makes PostgreSQL use the index on `target_id`. With the index on `action`, it would read the events about
// the requests of all users.
const outcomes = prepared<[since: number, no: number, userId: string, actions: readonly string[]]>(
  'outcomes-heard',
  (since, no, userId, actions) => sql`
    select c.no, c.at, c.action, c.application, q.id as "targetId", q.user_id as asker
    from (select id, user_id from requests where user_id = ${userId} and ${present('requests')} offset 0) q cross join lateral (
      select c.no, c.at, c.action, c.application from change c
      where c.target_id = q.id::text and c.action = any(${actions}::text[]) and c.no > ${since} and c.no <= ${no} offset 0
    ) c
    order by c.no desc limit ${literal(changesHeard)}`,
);

/** The number of the last change that is at least `seconds` seconds old; 0 if all are younger. */
export async function changeBefore({ connection, at }: Snapshot, seconds: number): Promise<number> {
  const { rows } = await connection.query<{ no: number }>(
    sql`select coalesce(${numberAt(sql`${at}::timestamptz - ${seconds}::float8 * interval '1 second'`)}, 0) as no`,
  );
  return rows[0]?.no ?? 0;
}
