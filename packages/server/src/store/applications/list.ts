import type { Application, Page } from '@licet/contract';
import { present, recorded } from '../kernel/facts.ts';
import { byId, byName, type ListQuery, rankedOrder } from '../kernel/lists.ts';
import { searchFor } from '../kernel/matching.ts';
import { withNameNow } from '../kernel/names-now.ts';
import { mapPage, orderOf, page } from '../kernel/paging.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { sql } from '../kernel/sql.ts';
import { applicationColumns, applicationJoins } from './applications.ts';

/** A page of applications: all, or those with the given identifiers. @throws Refusal `invalid_cursor` */
export async function listApplications(
  snapshot: Snapshot,
  query: ListQuery,
  only: readonly string[] | undefined,
): Promise<Page<Application>> {
  const where = [recorded(snapshot, 'a')];
  // Current owners of the identifiers: another application may have had one before.
  if (only)
    where.push(sql`a.id in (select n.id from applications n where n.key = any(${only}::text[]) and ${present('n')})`);
  const search = searchFor(query.q);
  const text = sql`a.sought`;
  if (search) where.push(search.matches(text));
  const sorted = orderOf(
    { name: [byName('a.name'), byId('a.id')], createdAt: [{ sql: sql`a.created_no`, type: 'int8' }, byId('a.id')] },
    query.sort,
  );
  const found = await page<Application>(
    snapshot,
    {
      name: 'applications',
      select: applicationColumns(snapshot),
      alias: 'a',
      from: sql`applications a`,
      joins: applicationJoins,
      where,
      whole: !search,
      order: rankedOrder(search, text, query.sort, sorted),
    },
    query,
  );
  return mapPage(found, withNameNow);
}
