import { adminOfLicet } from '../administrators/administrators.ts';
import { present } from '../kernel/facts.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { named, type Sql, sql, Value } from '../kernel/sql.ts';
import { asRecorded, lasting, walkOf, withWalks } from '../walk/walk.ts';

/**
 * The common table expression `deciding(review_id, line, user_id)`: the users who decide the lines of reviews now. The
 * first of these that exists decides:
 * - the user to whom the line was handed on
 * - the reviewers of the review
 * - the fall-back of the review
 * - Licet's administrators
 * Only active users decide, and never the holder of the line, directly or through its group.
 * @param wanted selects the `id` of the reviews
 * @param which true for the lines (alias i) in question
 * @param also the ids of further users; `within(member, id)` then also contains the groups above them
 */
export function whoDecides(
  snapshot: Snapshot,
  reviewIds: Sql,
  which: Sql = sql`true`,
  also: readonly string[] = [],
): Sql {
  const walk = walkOf(snapshot);
  const others = new Value(also);
  return withWalks(
    sql`selected as materialized (select r.* from reviews r where r.id in (${reviewIds}))`,
    walk.holdersOf('administrators', sql`select head.id from (${adminOfLicet(walk)}) head`),
    sql`asked as materialized (
      select i.review_id, i.line, i.apps, i.principal_id, i.handed_to from review_items i
      where i.review_id in (select id from selected) and ${which})`,
    sql`candidates as materialized (
      select c.* from (
        select r.id as review_id, o.app_id, o.user_id, 1 as turn from selected r join owners o on o.app_id = any(r.apps) and ${walk.counts('o')}
        where r.reviewer_kind = 'owners'
        union all select r.id, null, named.id, 1 from selected r cross join unnest(r.reviewers) as named (id)
        union all select r.id, null, r.fallback, 2 from selected r where r.fallback is not null
        union all select r.id, null, a.id, 3 from selected r cross join (select distinct id from administrators) a
      ) c join users u on u.id = c.user_id and ${walk.active('u')})`,
    sql`handed as materialized (
      select a.review_id, a.line, u.id as user_id from asked a join users u on u.id = a.handed_to and ${walk.active('u')})`,
    walk.groupsAbove(
      'within',
      sql`select u.id as member, u.id from (
        select user_id as id from candidates union select user_id from handed union select unnest(${others}::uuid[])) u`,
      ['member'],
    ),
    sql`deciding as materialized (
      select a.review_id, a.line, c.user_id from asked a cross join lateral (
        select able.user_id, able.turn, min(able.turn) over () as first from (
          select h.user_id, 0 as turn from handed h where h.review_id = a.review_id and h.line = a.line
          union all
          select c.user_id, c.turn from candidates c where c.review_id = a.review_id and (c.app_id is null or c.app_id = any(a.apps))
        ) able where not exists (select from within w where w.member = able.user_id and w.id = a.principal_id)
      ) c where c.turn = c.first group by 1, 2, 3)`,
  );
}

/**
 * The identifiers of the applications in whose reviews one of the users decides, even if a review has no lines yet. The
 * user, or a user whose deputy they are now or later, must be one of these:
 * - a reviewer or the fall-back of an open or recurring review. If the scope of a recurring review has no application,
 *   this returns every application, because its next lines may be about any of them.
 * - the user to whom a line of an open review was handed on
 * Leaves out owners and administrators, who decide by default.
 * @param who with `named`, only users whom a review itself names: neither deputies nor recipients of lines
 */
export async function reviewsIn(
  { connection, at }: Snapshot,
  users: readonly string[],
  who: Reviewing = 'all',
): Promise<string[]> {
  const { rows } = await connection.query<{ key: string }>(
    named(
      `reviews-in-${who}`,
      sql`
      with voices(id) as materialized (${voicesOf(at, users, who)})
      select a.key from applications a where ${present('a')} and (a.id in (
        select unnest(r.apps || array_remove(array[(r.scope ->> 'app')::uuid], null)) from reviews r where (r.closed_at is null or r.next_at is not null)
          and (r.reviewers && array(select id from voices) or r.fallback in (select id from voices))
        union
        select unnest(i.apps) from review_items i join reviews r on r.id = i.review_id and r.closed_at is null
        where ${who === 'all' ? sql`true` : sql`false`} and i.handed_to = any(array(select id from voices))
      ) or exists (
        select from reviews r where r.next_at is not null and r.scope ->> 'kind' <> 'group' and r.scope ->> 'app' is null
          and (r.reviewers && array(select id from voices) or r.fallback in (select id from voices))
      )) order by a.key`,
    ),
  );
  return rows.map(({ key }) => key);
}

/**
 * The ids of the groups whose memberships one of the users reviews, in the same reviews as {@link reviewsIn}. Such a
 * group may have been granted access since the review was opened.
 */
export async function groupsReviewedBy(
  { connection, at }: Snapshot,
  users: readonly string[],
  who: Reviewing = 'all',
): Promise<string[]> {
  const { rows } = await connection.query<{ id: string }>(
    named(
      `groups-reviewed-by-${who}`,
      sql`
      with voices(id) as materialized (${voicesOf(at, users, who)})
      select distinct r.scope ->> 'group' as id from reviews r where r.scope ->> 'kind' = 'group' and (
        ((r.closed_at is null or r.next_at is not null) and (r.reviewers && array(select id from voices) or r.fallback in (select id from voices)))
        or (r.closed_at is null and ${who === 'all' ? sql`true` : sql`false`} and exists (
          select from review_items i where i.review_id = r.id and i.handed_to = any(array(select id from voices)))))`,
    ),
  );
  return rows.map(({ id }) => id);
}

/** Which users review: all, or only those whom a review names as reviewer or fall-back. */
type Reviewing = 'all' | 'named';

/** Selects the users and, unless only named users count, also the users for whom they are deputies, now or later. */
function voicesOf(at: string, users: readonly string[], who: Reviewing): Sql {
  if (who === 'named') return sql`select unnest(${users}::uuid[])`;
  const walk = asRecorded(new Value(at));
  return sql`select unnest(${users}::uuid[])
    union select d.user_id from delegations d where d.delegate_id = any(${users}::uuid[]) and ${present('d')} and ${lasting('d', walk.at)}`;
}
