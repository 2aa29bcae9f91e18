import type { Page, Permission } from '@licet/contract';
import { present } from './facts.ts';
import { byId, type ListQuery, rankedOrder } from './lists.ts';
import { searchFor } from './matching.ts';
import { orderOf, page } from './paging.ts';
import { parameters } from './parameters.ts';
import { permissionColumns } from './permissions.ts';
import type { Snapshot } from './snapshot.ts';

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
