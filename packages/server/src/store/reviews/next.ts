import type { Reviewers } from '@licet/contract';
import type { Change } from '../kernel/change.ts';
import { present } from '../kernel/facts.ts';
import { later } from '../kernel/instants.ts';
import type { Queryable } from '../kernel/pool.ts';
import { sql } from '../kernel/sql.ts';
import type { ReviewFields, ScopeOfReview } from './lines.ts';

/** The reviews whose next one is due. */
export async function dueReviews(database: Queryable, clock: string): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>(
    sql`select id from reviews r where r.next_at <= ${clock} order by r.next_at, r.id`,
  );
  return rows.map(({ id }) => id);
}

/**
 * Takes the next due review of a series in this change, so that no other process does; undefined if it is not due. It
 * has the duration of the previous one. `gone` if its subject was deleted: then no further one opens.
 */
export async function takeNext({ connection, clock }: Change, id: string): Promise<ReviewFields | 'gone' | undefined> {
  const { rows } = await connection.query<{
    name: string;
    scope: ScopeOfReview;
    kind: Reviewers['kind'];
    users: string[];
    fallback: string | null;
    undecided: ReviewFields['undecided'];
    everyMonths: number;
    seconds: number;
    there: boolean;
  }>(sql`
    update reviews r set next_at = null where r.id = ${id} and r.next_at <= ${clock}
    returning r.name, r.scope, r.reviewer_kind as kind, r.reviewers as users, r.fallback, r.undecided, r.every_months as "everyMonths",
      extract(epoch from r.ends_at - r.opened_at)::float8 as seconds,
      (r.scope ->> 'app' is null or exists (select from applications a where a.id = (r.scope ->> 'app')::uuid and ${present('a')}))
      and (r.scope ->> 'role' is null or exists (select from roles o where o.id = (r.scope ->> 'role')::uuid and ${present('o')}))
      and (r.scope ->> 'group' is null or exists (select from groups g where g.id = (r.scope ->> 'group')::uuid and ${present('g')})) as there`);
  const [row] = rows;
  if (!row) return undefined;
  if (!row.there) return 'gone';
  const { name, scope, kind, users, fallback, undecided, everyMonths, seconds } = row;
  return {
    name,
    scope,
    reviewers: kind === 'owners' ? { kind } : { kind, users },
    fallback,
    undecided,
    everyMonths,
    endsAt: later(clock, seconds),
  };
}
