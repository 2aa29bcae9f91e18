import type { Page, Permission } from '@licet/contract';
import { recorded } from '../kernel/facts.ts';
import { byId, byName, type ListQuery, rankedOrder } from '../kernel/lists.ts';
import { searchFor } from '../kernel/matching.ts';
import { nameNowColumn, withNameNow } from '../kernel/names-now.ts';
import { mapPage, orderOf, page } from '../kernel/paging.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { sql } from '../kernel/sql.ts';
import { permissionColumns } from './permissions.ts';

/** A page of an application's catalogue, at the snapshot. @throws Refusal `invalid_cursor` */
export async function listPermissions(snapshot: Snapshot, appId: string, query: ListQuery): Promise<Page<Permission>> {
  const where = [sql`p.app_id = ${appId}`, recorded(snapshot, 'p')];
  const search = searchFor(query.q);
  if (search) where.push(search.matches(sql`p.sought`));
  const sorted = orderOf({ name: [byName('p.name'), byId('p.id')] }, query.sort);
  const found = await page<Permission>(
    snapshot,
    {
      name: `permissions ${appId}`,
      select: sql`${permissionColumns(snapshot)}${nameNowColumn(snapshot, 'permissions', sql`p.id`)}`,
      alias: 'p',
      from: sql`permissions p`,
      where,
      whole: !search,
      order: rankedOrder(search, sql`p.sought`, query.sort, sorted),
    },
    query,
  );
  return mapPage(found, withNameNow);
}
