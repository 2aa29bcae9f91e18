import { limits, type Page, type ReviewItem, type ReviewItemState } from '@licet/contract';
import { type JobsQueue, queueJobs } from '../jobs/jobs.ts';
import { present } from '../kernel/facts.ts';
import { later } from '../kernel/instants.ts';
import { byId, type ListQuery } from '../kernel/lists.ts';
import { folded, searchFor } from '../kernel/matching.ts';
import { orderOf, page } from '../kernel/paging.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { join, type Sql, sql, Value } from '../kernel/sql.ts';
import { walkOf } from '../walk/walk.ts';
import { whoDecides } from './deciding.ts';
import { itemColumns, itemJoins, reviewColumns, reviewJoins, type StoredReview } from './rows.ts';

/** The reader of reviews. If `all` is false, they see only the reviews that concern `userId`. */
export interface VisibleReviews {
  /** Null if the caller is not a user. */
  readonly userId: string | null;
  readonly all: boolean;
  /** Whether they are an administrator of Licet, who decides lines without another reviewer. */
  readonly isAdmin: boolean;
}

/** A review with the number of lines that the caller decides, and how many of them are undecided. */
export type SeenReview = StoredReview & { readonly mine: { readonly lines: number; readonly waiting: number } };

export interface ReviewQuery extends ListQuery {
  readonly view: 'mine' | 'all';
  /** `due`: open, and close enough to its end that reviewers were reminded. */
  readonly state?: 'open' | 'due' | 'closed' | undefined;
  /** The identifier of an application that the lines are about. */
  readonly application?: string | undefined;
  /** Only open reviews with undecided lines that the caller decides. */
  readonly waiting?: boolean | undefined;
}

/**
 * A page of all reviews, or of those with lines that the caller decides or has decided.
 * @throws Refusal `invalid_cursor`
 */
export function listReviews(snapshot: Snapshot, sight: VisibleReviews, query: ReviewQuery): Promise<Page<SeenReview>> {
  const where: Sql[] = [];
  const search = searchFor(query.q);
  if (search) where.push(search.matches(folded(sql`r.name`)));
  if (query.state) where.push(query.state === 'closed' ? sql`r.closed_no is not null` : sql`r.closed_no is null`);
  if (query.state === 'due')
    where.push(sql`r.ends_at <= ${later(snapshot.at, limits.reviewRemindBefore.value * 86_400)}`);
  if (query.application !== undefined)
    where.push(
      sql`exists (select from applications a where a.key = ${query.application} and a.id = any(r.apps) and ${present('a')})`,
    );
  if (query.waiting)
    where.push(sql`r.closed_no is null and r.closing_at is null
      and exists (select from own_lines m where m.review_id = r.id and m.waiting > 0)`);
  else if (!sight.all || query.view === 'mine') where.push(concernsUser(sight));
  return page<SeenReview>(
    snapshot,
    {
      name: `reviews ${query.view}`,
      select: sql`${reviewColumns}, ${ownCounts}`,
      alias: 'r',
      from: sql`reviews r`,
      joins: reviewJoins,
      shared: sharedOf(
        snapshot,
        sight,
        reviewsOfUser(snapshot, sight),
        query.waiting && query.limit === 0 ? undecided : undefined,
      ),
      where: where.length > 0 ? where : [sql`true`],
      order: orderOf(
        { opened: [{ sql: sql`r.opened_at`, type: 'timestamptz' }, byId('r.id')] },
        query.sort ?? '-opened',
      ),
    },
    query,
  );
}

/** One review; undefined if it does not exist or does not concern the caller. */
export async function findReview(
  snapshot: Snapshot,
  sight: VisibleReviews,
  id: string,
): Promise<SeenReview | undefined> {
  const { rows } = await snapshot.connection.query<SeenReview>(sql`
    with ${join(sharedOf(snapshot, sight, sql`select ${id}::uuid`), ', ')}
    select ${reviewColumns}, ${ownCounts} from reviews r ${reviewJoins} where r.id = ${id} and (${sight.all} or ${concernsUser(sight)})`);
  return rows[0];
}

const ownCounts = sql`
  coalesce((select json_build_object('lines', m.lines, 'waiting', m.waiting) from own_lines m where m.review_id = r.id), '{"lines":0,"waiting":0}'::json) as mine`;

const concernsUser = ({ userId }: VisibleReviews) => sql`
  (exists (select from own_lines m where m.review_id = r.id) or exists (
    select from review_items d where d.review_id = r.id and d.decided_by = ${userId}::uuid))`;

const undecided = sql`i.state in ('pending', 'handed on')`;

/** Selects the open reviews in which a user may have lines, to avoid computing who decides in all others. */
const reviewsOfUser = (snapshot: Snapshot, { userId, isAdmin }: VisibleReviews) => sql`
  select o.id from reviews o where o.closed_no is null and (${isAdmin} or o.fallback = ${userId}::uuid or ${userId}::uuid = any(o.reviewers)
    or (o.reviewer_kind = 'owners' and o.apps && array(
      select w.app_id from owners w where w.user_id = ${userId}::uuid and ${walkOf(snapshot).counts('w')}))
    or o.id in (select i.review_id from review_items i where i.handed_to = ${userId}::uuid))`;

// A separate subquery, because a walk needs `with recursive` and the list adds expressions of its own.
const sharedOf = (snapshot: Snapshot, { userId }: VisibleReviews, reviewIds: Sql, which?: Sql): Sql[] => [
  sql`own_lines as materialized (
    ${whoDecides(snapshot, reviewIds, which)}
    select d.review_id, count(*)::int as lines, (count(*) filter (where ${undecided}))::int as waiting
    from deciding d join review_items i on i.review_id = d.review_id and i.line = d.line where d.user_id = ${userId}::uuid group by 1)`,
];

export interface ItemQuery extends ListQuery {
  readonly review: string;
  readonly view: 'mine' | 'all';
  readonly state?: ReviewItemState | undefined;
  readonly suggestion?: 'keep' | 'revoke' | 'none' | undefined;
}

/**
 * A page of the lines of a review: all, or only those that the caller decides.
 * @throws Refusal `invalid_cursor`
 */
export function listItems(snapshot: Snapshot, sight: VisibleReviews, query: ItemQuery): Promise<Page<ReviewItem>> {
  const isOwn = sql`exists (select from own d where d.line = i.line)`;
  const where: Sql[] = [sql`i.review_id = ${query.review}`];
  if (!sight.all || query.view === 'mine') where.push(sql`(${isOwn} or i.decided_by = ${sight.userId}::uuid)`);
  if (query.state) where.push(sql`i.state = ${query.state}`);
  if (query.suggestion)
    where.push(
      query.suggestion === 'none' ? sql`i.suggestion is null` : sql`i.suggestion ->> 'decision' = ${query.suggestion}`,
    );
  const search = searchFor(query.q);
  if (search)
    where.push(sql`exists (select from users u where u.id = i.principal_id and ${search.matches(sql`u.sought`)})`);
  return page<ReviewItem>(
    snapshot,
    {
      name: `review items ${query.review} ${query.view}`,
      select: sql`${itemColumns}, ${isOwn} as mine`,
      alias: 'i',
      from: sql`review_items i`,
      joins: sql`join reviews r on r.id = i.review_id ${itemJoins}`,
      shared: [
        sql`own as materialized (
          ${whoDecides(snapshot, sql`select ${query.review}::uuid`)} select d.line from deciding d where d.user_id = ${sight.userId}::uuid)`,
      ],
      where,
      order: orderOf({ line: [{ sql: sql`i.line`, type: 'int8' }] }, query.sort),
    },
    query,
  );
}

/** Lines of a review as they are now. `mine` is true for lines that the reader decides. */
export async function itemsOf(
  snapshot: Snapshot,
  review: string,
  lines: readonly number[],
  userId: string | null,
): Promise<ReviewItem[]> {
  const { rows } = await snapshot.connection.query<ReviewItem>(sql`
    ${whoDecides(snapshot, sql`select ${review}::uuid`, sql`i.line = any(${lines}::int[])`)}
    select ${itemColumns}, exists (select from deciding d where d.line = i.line and d.user_id = ${userId}::uuid) as mine
    from review_items i join reviews r on r.id = i.review_id ${itemJoins}
    where i.review_id = ${review} and i.line = any(${lines}::int[]) order by i.line`);
  return rows;
}

/** The kind of the job that opens due reviews of a series, and sends reminders. */
export const reviewsJob = 'reviews';

/** Queues a run of the review job now. */
export const queueReviewsNow = (queue: JobsQueue): Promise<void> => queueJobs(queue, reviewsJob, [{}]);

/** Queues the review job for this hour or the next. Each hour has only one such job, however often it is queued. */
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
  /**
   * The number of lines that this user has not decided. For a review that has ended, the number of all undecided lines.
   */
  readonly waiting: number;
  readonly endsAt: string;
}

/**
 * Marks reviewers as notified, after the opening or shortly before the end, and returns those who were not marked
 * before.
 */
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

/**
 * For reviews that have ended and wait to be closed: marks users as notified, and returns those who were not marked
 * before. They are the user who opened the review if that is a manager, otherwise all managers. Leaves out a review if
 * a manager is already marked.
 * @param managers the ids of the active users who may manage reviews
 */
export async function takeEnded({ connection, clock }: Snapshot, managers: readonly string[]): Promise<Recipient[]> {
  const ids = new Value(managers);
  const { rows } = await connection.query<Recipient>(sql`
    with noted as (
      insert into review_told (review_id, user_id, what)
      select r.id, m.id, 'ended' from reviews r join unnest(${ids}::uuid[]) as m(id)
        on m.id = r.opened_by or r.opened_by is null or r.opened_by <> all(${ids}::uuid[])
      where r.closed_no is null and r.ends_at <= ${clock} and not exists (
        select from review_told t where t.review_id = r.id and t.what = 'ended' and t.user_id = any(${ids}::uuid[]))
      on conflict do nothing returning review_id, user_id)
    select n.user_id as "user", r.id as review, r.name, r.ends_at as "endsAt",
      (select count(*)::int from review_items i where i.review_id = r.id and i.state in ('pending', 'handed on')) as waiting
    from noted n join reviews r on r.id = n.review_id`);
  return rows;
}
