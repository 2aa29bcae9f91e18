import type { Reviewers } from '@licet/contract';
import type { Change } from '../kernel/change.ts';
import { sql } from '../kernel/sql.ts';

/** The fields of a review that can be changed while it is open; omitted ones stay. */
export interface ReviewChange {
  readonly reviewers?: Reviewers | undefined;
  readonly fallback?: string | null | undefined;
  /** ISO 8601 in UTC with microseconds. */
  readonly endsAt?: string | undefined;
  readonly everyMonths?: number | null | undefined;
}

/** Changes who reviews, until when, and when the next is opened: so many months after this one was. */
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
