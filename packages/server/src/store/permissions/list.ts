import type { Page, Permission } from '@licet/contract';
import { present, recorded } from '../kernel/facts.ts';
import { byId, type ListQuery, rankedOrder } from '../kernel/lists.ts';
import { searchFor } from '../kernel/matching.ts';
import { mapPage, orderOf, page } from '../kernel/paging.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { sql } from '../kernel/sql.ts';
import { permissionColumns } from './permissions.ts';

/** A page of an application's catalogue, at the snapshot. @throws Refusal `invalid_cursor` */
export async function listPermissions(snapshot: Snapshot, appId: string, query: ListQuery): Promise<Page<Permission>> {
  const where = [sql`p.app_id = ${appId}`, recorded(snapshot, 'p')];
  const search = searchFor(query.q);
  if (search) where.push(search.matches(sql`p.search`));
  const sorted = orderOf({ name: [{ sql: sql`p.name`, type: 'text' }, byId('p.id')] }, query.sort);
  const found = await page<Named>(
    snapshot,
    {
      name: `permissions ${appId}`,
      select:
        snapshot.asOf === undefined ? permissionColumns(snapshot) : sql`${permissionColumns(snapshot)}, ${nameNow}`,
      alias: 'p',
      from: sql`permissions p`,
      where,
      whole: !search,
      order: rankedOrder(search, sql`p.search`, query.sort, sorted),
    },
    query,
  );
  return mapPage(found, ({ nameNow: now, ...shown }) =>
    now === undefined || now === shown.name ? shown : { ...shown, nameNow: now },
  );
}

type Named = Permission & { readonly nameNow?: string | null };

const nameNow = sql`(select n.name from permissions n where n.id = p.id and ${present('n')}) as "nameNow"`;
