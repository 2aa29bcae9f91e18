import type { ReviewCoverage } from '@licet/contract';
import { present } from '../kernel/facts.ts';
import { later } from '../kernel/instants.ts';
import { inNameOrder } from '../kernel/lists.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { named, sql } from '../kernel/sql.ts';
import { lasting, started } from '../walk/walk.ts';

const year = 365 * 86_400;

/**
 * The applications with active grants, the least covered first, and their number. A grant is covered if a reviewer kept
 * or shortened it in the last 12 months. Reads the grants, and the decisions of that year, once.
 */
export async function reviewCoverage(
  { connection, at }: Snapshot,
  limit: number,
): Promise<{ items: ReviewCoverage[]; total: number }> {
  const { rows } = await connection.query<Row>(
    named(
      'review-coverage',
      sql`
        with decided as materialized (
          select distinct i.grant_id from review_items i
          where i.kind = 'grant' and i.state in ('kept', 'shortened') and i.decided_at > ${later(at, -year)}
        ),
        counted as (
          select g.app_id, count(*)::int as grants, count(d.grant_id)::int as reviewed
          from grants g left join decided d on d.grant_id = g.id
          where ${present('g')} and ${started('g', at)} and ${lasting('g', at)} group by g.app_id
        )
        select json_build_object('id', a.key, 'name', a.name) as application, c.grants, c.reviewed,
          (count(*) over ())::int as total
        from counted c join applications a on a.id = c.app_id and ${present('a')}
        order by c.reviewed::float8 / c.grants, c.grants desc, ${inNameOrder(sql`a.name`)}, a.id limit ${limit}`,
    ),
  );
  return {
    items: rows.map(({ total: _, ...coverage }) => coverage),
    total: rows[0]?.total ?? 0,
  };
}

type Row = ReviewCoverage & { readonly total: number };
