import type { EventInSet } from '@licet/contract';
import type { Snapshot } from '../kernel/snapshot.ts';
import { sql } from '../kernel/sql.ts';
import { decidedBy } from './rows.ts';

/** For each change number, the review line whose closing made the change. */
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
