import type { EventInSet, Review, Reviewers } from '@licet/contract';
import type { Change } from '../kernel/change.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { identifier, literal, type Sql, sql } from '../kernel/sql.ts';

/** A review as stored, with the names of its subject and without the fields that depend on the reader. */
export type StoredReview = Omit<Review, 'mine' | 'mayManage'>;

const named = (table: string, id: Sql, until = sql`true`): Sql =>
  sql`(select json_build_object('id', n.id, 'name', n.name) from ${identifier(table)} n where n.id = ${id} and ${until} order by n.no_to desc limit 1)`;
const scopeId = (key: string) => sql`(r.scope ->> ${literal(key)})::uuid`;

/** The columns of a review (alias `r`). Deleted things are shown with their last name. */
export const reviewColumns: Sql = sql`
  r.id, r.name, r.undecided, r.every_months as "everyMonths", r.next_at as "nextAt", r.opened_at as "openedAt", r.opened_no as "openedNo",
  coalesce((select c.actor_name from change c where c.no = r.opened_no), '') as "openedBy",
  json_build_object('kind', r.scope ->> 'kind', 'q', r.scope ->> 'q',
    'application', (select json_build_object('id', a.key, 'name', a.name) from applications a where a.id = ${scopeId('app')} order by a.no_to desc limit 1),
    'role', ${named('roles', scopeId('role'))}, 'permission', ${named('permissions', scopeId('permission'))},
    'group', ${named('groups', scopeId('group'))},
    'principal', coalesce(${named('users', scopeId('principal'))}, ${named('groups', scopeId('principal'))}, ${named('clients', scopeId('principal'))})) as scope,
  json_build_object('kind', r.reviewer_kind, 'users', array(
    select ${named('users', sql`who.id`)} from unnest(r.reviewers) as who (id))) as reviewers,
  ${named('users', sql`r.fallback`)} as fallback, r.ends_at as "endsAt", case when r.closed_no is null then 'open' else 'closed' end as state,
  r.closed_no is null and r.closing_at is not null as closing, r.closed_at as "closedAt", r.closed_no as "closedNo",
  (select c.actor_name from change c where c.no = r.closed_no) as "closedBy", r.outcome, r.version, counted.counts`;

/** The joins that {@link reviewColumns} needs in addition to `reviews r`. */
export const reviewJoins: Sql = sql`
  cross join lateral (
    select json_build_object('lines', count(*), 'pending', count(*) filter (where n.state = 'pending'),
      'handedOn', count(*) filter (where n.state = 'handed on'), 'kept', count(*) filter (where n.state = 'kept'),
      'revoked', count(*) filter (where n.state = 'revoked'), 'shortened', count(*) filter (where n.state = 'shortened')) as counts
    from review_items n where n.review_id = r.id) counted`;

/** The user who decided a review line (alias `i`). */
export const decidedBy: Sql = named('users', sql`i.decided_by`);

/** The columns of a line (alias `i`) of the review in alias `r`. Names are those at the opening of the review. */
export const itemColumns: Sql = sql`
  i.line, i.kind, app.item as application, who.item as holder, i.people, what.item as gives,
  ${named('groups', sql`i.group_id`, sql`n.no_from <= r.opened_no`)} as "group",
  fact.starts, i.ends, coalesce(fact.since, r.opened_at) as since, coalesce(fact.by, '') as by, coalesce(fact.reason, '') as reason,
  i.last_at as "lastExercised", i.reported_since as "reportedSince", i.share, i.suggestion, i.state, i.shorten_to as "shortenTo",
  ${named('users', sql`i.handed_to`)} as "handedTo", coalesce(i.told ->> 'note', '') as note, ${decidedBy} as "decidedBy",
  i.decided_at as "decidedAt", i.together, i.outcome, i.version`;

const then = (alias: string) =>
  sql`${identifier(alias)}.no_from <= r.opened_no order by ${identifier(alias)}.no_to desc limit 1`;

/** The joins that {@link itemColumns} needs in addition to `review_items i` and `reviews r`. */
export const itemJoins: Sql = sql`
  left join lateral (
    select json_build_object('id', a.key, 'name', a.name) as item from applications a where a.id = i.app_id and ${then('a')}) app on true
  left join lateral (
    (select json_build_object('kind', 'user', 'id', u.id, 'name', u.name, 'detail', u.username) as item, lower(u.name) as sorted
     from users u where i.principal_kind = 'user' and u.id = i.principal_id and ${then('u')})
    union all
    (select json_build_object('kind', 'group', 'id', g.id, 'name', g.name), lower(g.name)
     from groups g where i.principal_kind = 'group' and g.id = i.principal_id and ${then('g')})
    union all
    (select json_build_object('kind', 'client', 'id', c.id, 'name', c.name), lower(c.name)
     from clients c where i.principal_kind = 'client' and c.id = i.principal_id order by c.no_to desc limit 1)
  ) who on true
  left join lateral (
    (select json_build_object('kind', 'role', 'id', o.id, 'name', o.name, 'title', o.title) as item, o.name
     from roles o where o.id = i.role_id and ${then('o')})
    union all
    (select json_build_object('kind', 'permission', 'id', p.id, 'name', p.name, 'title', p.title), p.name
     from permissions p where p.id = i.permission_id and ${then('p')})
  ) what on true
  left join lateral (
    (select x.starts, c.at as since, x.granted_by as by, x.reason from grants x left join change c on c.no = x.created_no
     where i.grant_id is not null and x.id = i.grant_id and x.no_from = i.fact_no)
    union all
    (select null, c.at, c.actor_name, '' from change c where i.group_id is not null and c.no = i.fact_no)
  ) fact on true`;

/** For each change number, the review line whose outcome this change applied. */
export async function reviewsOf(
  { connection }: Snapshot,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, NonNullable<EventInSet['review']>>> {
  const { rows } = await connection.query<NonNullable<EventInSet['review']> & { readonly no: number }>(sql`
    select i.applied_no as no, r.id, r.name, i.line, ${decidedBy} as "decidedBy", coalesce(i.told ->> 'note', '') as note
    from review_items i join reviews r on r.id = i.review_id
    where i.applied_no is not null and i.applied_no = any(${numbers}::int8[])`);
  return new Map(rows.map(({ no, ...review }) => [no, review]));
}

/** The fields of a review that can be changed while it is open. Omitted fields stay unchanged. */
export interface ReviewChange {
  readonly reviewers?: Reviewers | undefined;
  readonly fallback?: string | null | undefined;
  /** ISO 8601 in UTC with microseconds. */
  readonly endsAt?: string | undefined;
  readonly everyMonths?: number | null | undefined;
}

/**
 * Changes the reviewers and the end of a review, and when the next one opens: `everyMonths` months after this one was
 * opened.
 */
export async function updateReview(
  { connection, no }: Change,
  id: string,
  { reviewers, fallback, endsAt, everyMonths }: ReviewChange,
): Promise<void> {
  const users = reviewers?.kind === 'users' ? reviewers.users : [];
  await connection.query(sql`
    update reviews r set version = ${no},
      reviewer_kind = coalesce(${reviewers?.kind ?? null}, reviewer_kind),
      reviewers = case when ${reviewers !== undefined} then ${users}::uuid[] else reviewers end,
      fallback = case when ${fallback !== undefined} then ${fallback ?? null}::uuid else fallback end,
      ends_at = coalesce(${endsAt ?? null}::timestamptz, ends_at),
      every_months = case when ${everyMonths !== undefined} then ${everyMonths ?? null}::int else every_months end,
      next_at = case when ${everyMonths === undefined} then next_at
        when ${everyMonths ?? null}::int is null then null else opened_at + ${everyMonths ?? null}::int * interval '1 month' end
    where r.id = ${id}`);
}
