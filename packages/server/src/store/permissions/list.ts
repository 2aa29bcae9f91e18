import type { Page, Permission } from '@licet/contract';
import { present } from '../kernel/facts.ts';
import { byId, type ListQuery, rankedOrder } from '../kernel/lists.ts';
import { searchFor } from '../kernel/matching.ts';
import { orderOf, page } from '../kernel/paging.ts';
import { parameters } from '../kernel/parameters.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { permissionColumns } from './permissions.ts';

/** A page of an application's catalogue. @throws Refusal `invalid_cursor` */
export function listPermissions(snapshot: Snapshot, appId: string, query: ListQuery): Promise<Page<Permission>> {
  const values = parameters(appId);
  const where = ['p.app_id = $1', present('p')];
  const search = searchFor(query.q, values);
  if (search) where.push(search.matches('p.search'));
  const sorted = orderOf({ name: [{ sql: 'p.name', type: 'text' }, byId('p.id')] }, query.sort);
  return page<Permission>(
    snapshot,
    {
      name: `permissions ${appId}`,
      select: permissionColumns,
      alias: 'p',
      from: 'permissions p',
      where,
      order: rankedOrder(search, 'p.search', query.sort, sorted),
      parameters: values,
    },
    query,
  );
}
