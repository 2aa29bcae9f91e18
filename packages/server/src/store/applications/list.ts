import type { Application, Page } from '@licet/contract';
import { present } from '../kernel/facts.ts';
import { byId, byName, type ListQuery, rankedOrder } from '../kernel/lists.ts';
import { searchFor } from '../kernel/matching.ts';
import { orderOf, page } from '../kernel/paging.ts';
import { parameters } from '../kernel/parameters.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { applicationColumns, applicationJoins } from './applications.ts';

/** A page of applications: all, or those with the given identifiers. @throws Refusal `invalid_cursor` */
export function listApplications(
  snapshot: Snapshot,
  query: ListQuery,
  only: readonly string[] | undefined,
): Promise<Page<Application>> {
  const values = parameters(snapshot.at);
  const where = [present('a')];
  if (only) where.push(`a.key = any(${values.add(only)}::text[])`);
  const search = searchFor(query.q, values);
  const text = 'a.search';
  if (search) where.push(search.matches(text));
  const sorted = orderOf(
    { name: [byName('a.name'), byId('a.id')], createdAt: [{ sql: 'a.created_no', type: 'int8' }, byId('a.id')] },
    query.sort,
  );
  return page<Application>(
    snapshot,
    {
      name: 'applications',
      select: applicationColumns('$1'),
      alias: 'a',
      from: 'applications a',
      joins: applicationJoins,
      where,
      order: rankedOrder(search, text, query.sort, sorted),
      parameters: values,
    },
    query,
  );
}
