import { limits } from '@licet/contract';
import { type JobsQueue, queueJobs } from '../jobs/jobs.ts';
import { present } from '../kernel/facts.ts';
import { later } from '../kernel/instants.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { sql } from '../kernel/sql.ts';
import { whoDecides } from './deciding.ts';

/** The kind of the job that opens due reviews of a series, and sends reminders. */
export const reviewsJob = 'reviews';

/** Queues a run of the review job now. */
export const queueReviewsNow = (queue: JobsQueue): Promise<void> => queueJobs(queue, reviewsJob, [{}]);

/** Queues the run of this hour, or of the next. Each hour has only one job, however often it is queued. */
export async function queueReviewsLook({ connection, clock }: JobsQueue, which: 'now' | 'next'): Promise<void> {
  const hour = sql`(floor(extract(epoch from ${clock}::timestamptz) / 3600) + ${which === 'next' ? 1 : 0}::int)`;
  await connection.query(sql`
    insert into jobs (id, kind, data, due_at)
    select md5('reviews ' || hour)::uuid, ${reviewsJob}, '{}', to_timestamp(hour * 3600) from (select ${hour} as hour) h
    on conflict (id) do nothing`);
}

/** A user to notify of a review. */
export interface Recipient {
  readonly user: string;
  readonly review: string;
  readonly name: string;
  /** The number of undecided lines of this user; for a review that has ended, of all users. */
  readonly waiting: number;
  readonly endsAt: string;
}

/** Marks the reviewers who were not notified yet and returns them, after the opening or shortly before the end. */
export async function takeReviewers(snapshot: Snapshot, what: 'opened' | 'ending'): Promise<Recipient[]> {
  const { connection, clock } = snapshot;
  const soon = later(clock, limits.reviewRemindBefore.value * 86_400);
  const when = what === 'opened' ? sql`true` : sql`o.ends_at <= ${soon}`;
  const { rows } = await connection.query<Recipient>(sql`
    ${whoDecides(
      snapshot,
      sql`select o.id from reviews o where o.closed_no is null and o.closing_at is null and o.ends_at > ${clock} and ${when}`,
      sql`i.state in ('pending', 'handed on')`,
    )},
    noted as (
      insert into review_told (review_id, user_id, what) select distinct d.review_id, d.user_id, ${what} from deciding d
      on conflict do nothing returning review_id, user_id)
    select n.user_id as "user", n.review_id as review, r.name, r.ends_at as "endsAt",
      (select count(*)::int from deciding d where d.review_id = n.review_id and d.user_id = n.user_id) as waiting
    from noted n join reviews r on r.id = n.review_id`);
  return rows;
}

/** The same for the users who opened reviews that have ended and wait to be closed. */
export async function takeEnded({ connection, clock }: Snapshot): Promise<Recipient[]> {
  const { rows } = await connection.query<Recipient>(sql`
    with noted as (
      insert into review_told (review_id, user_id, what)
      select r.id, r.opened_by, 'ended' from reviews r join users u on u.id = r.opened_by and ${present('u')} and u.status = 'active'
      where r.closed_no is null and r.ends_at <= ${clock}
      on conflict do nothing returning review_id, user_id)
    select n.user_id as "user", r.id as review, r.name, r.ends_at as "endsAt",
      (select count(*)::int from review_items i where i.review_id = r.id and i.state in ('pending', 'handed on')) as waiting
    from noted n join reviews r on r.id = n.review_id`);
  return rows;
}
