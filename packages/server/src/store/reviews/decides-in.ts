import { present } from '../kernel/facts.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { named, type Sql, sql, Value } from '../kernel/sql.ts';
import { asRecorded, lasting } from '../walk/walk.ts';

/**
 * The identifiers of the applications of reviews, with lines or not yet, in which a user decides: an open or
 * recurring review names them as reviewer or fall-back, or a line of an open one was handed to them; or they are
 * deputy of such a user, now or later. Owners and administrators, who decide by default, are found by their role.
 */
export async function reviewsIn({ connection, at }: Snapshot, userId: string): Promise<string[]> {
  const { rows } = await connection.query<{ key: string }>(
    named(
      'reviews-in',
      sql`
      with voices(id) as materialized (${voicesOf(at, userId)})
      select a.key from applications a where ${present('a')} and a.id in (
        select unnest(r.apps || array_remove(array[(r.scope ->> 'app')::uuid], null)) from reviews r where (r.closed_at is null or r.next_at is not null)
          and (r.reviewers && array(select id from voices) or r.fallback in (select id from voices))
        union
        select unnest(i.apps) from review_items i join reviews r on r.id = i.review_id and r.closed_at is null
        where i.handed_to in (select id from voices)
      ) order by a.key`,
    ),
  );
  return rows.map(({ key }) => key);
}

/** The ids of the groups whose memberships a user reviews, in the reviews of {@link reviewsIn}. They may have been given access since. */
export async function groupsReviewedBy({ connection, at }: Snapshot, userId: string): Promise<string[]> {
  const { rows } = await connection.query<{ id: string }>(
    named(
      'groups-reviewed-by',
      sql`
      with voices(id) as materialized (${voicesOf(at, userId)})
      select distinct r.scope ->> 'group' as id from reviews r where r.scope ->> 'kind' = 'group' and (
        ((r.closed_at is null or r.next_at is not null) and (r.reviewers && array(select id from voices) or r.fallback in (select id from voices)))
        or (r.closed_at is null and exists (
          select from review_items i where i.review_id = r.id and i.handed_to in (select id from voices))))`,
    ),
  );
  return rows.map(({ id }) => id);
}

/** A user, and the users whose deputy they are now or later. */
function voicesOf(at: string, userId: string): Sql {
  const walk = asRecorded(new Value(at));
  return sql`select ${userId}::uuid
    union select d.user_id from delegations d where d.delegate_id = ${userId} and ${present('d')} and ${lasting('d', walk.at)}`;
}
