import type { Page, Permission } from '@licet/contract';
import { present } from '../kernel/facts.ts';
import { byId, type ListQuery, rankedOrder } from '../kernel/lists.ts';
import { searchFor } from '../kernel/matching.ts';
import { orderOf, page } from '../kernel/paging.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { sql } from '../kernel/sql.ts';
import { permissionColumns } from './permissions.ts';

/** A page of an application's catalogue. @throws Refusal `invalid_cursor` */
export function listPermissions(snapshot: Snapshot, appId: string, query: ListQuery): Promise<Page<Permission>> {
  const where = [sql`p.app_id = ${appId}`, present('p')];
  const search = searchFor(query.q);
  if (search) where.push(search.matches(sql`p.search`));
  const sorted = orderOf({ name: [{ sql: sql`p.name`, type: 'text' }, byId('p.id')] }, query.sort);
  return page<Permission>(
    snapshot,
    {
      name: `permissions ${appId}`,
      select: permissionColumns,
      alias: 'p',
      from: sql`permissions p`,
      where,
      whole: !search,
      order: rankedOrder(search, sql`p.search`, query.sort, sorted),
    },
    query,
  );
}
