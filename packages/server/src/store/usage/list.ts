import { limits, type Page, type PermissionUse } from '@licet/contract';
import { present } from '../kernel/facts.ts';
import { byId, byName, type ListQuery, rankedOrder } from '../kernel/lists.ts';
import { searchFor } from '../kernel/matching.ts';
import { mapPage, orderOf, page } from '../kernel/paging.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { fragment, type Sql, sql } from '../kernel/sql.ts';

export interface UsageQuery extends ListQuery {
  /** Only those that were never exercised within limits.usageKept. */
  readonly never: boolean;
}

/** A page of an application's catalogue with how each permission has been exercised. @throws Refusal `invalid_cursor` */
export async function listUsage(snapshot: Snapshot, appId: string, query: UsageQuery): Promise<Page<PermissionUse>> {
  const { at } = snapshot;
  const where = [sql`p.app_id = ${appId}`, present('p')];
  const search = searchFor(query.q);
  if (search) where.push(search.matches(sql`p.sought`));
  if (query.never) where.push(sql`not exists (select from usage_days d where d.permission_id = p.id)`);
  const column = (query.sort ?? 'name').replace('-', '');
  const sorted = orderOf(
    {
      name: [byName('p.name'), byId('p.id')],
      count: [{ sql: sql`used.n`, type: 'int8' }, byId('p.id')],
      last: [{ sql: sql`coalesce(used.last_at, '-infinity')`, type: 'timestamptz' }, byId('p.id')],
    },
    query.sort,
  );
  const found = await page<Row>(
    snapshot,
    {
      name: `usage ${appId} ${query.never}`,
      select: sql`p.id, p.name, p.title, ${users(at)} as users, ${count(at)}::float8 as count, (${last}) as last`,
      alias: 'p',
      from: sql`permissions p ${beside(column, at)}`,
      countFrom: sql`permissions p`,
      where,
      whole: !search && !query.never,
      order: rankedOrder(search, sql`p.sought`, query.sort, sorted),
    },
    query,
  );
  return mapPage(found, ({ id, name, title, ...use }) => ({ permission: { id, name, title }, ...use }));
}

/** The first day that an application reported, within limits.usageKept, as an instant; null when it reported none. */
export async function firstReport({ connection }: Snapshot, appId: string): Promise<string | null> {
  const { rows } = await connection.query<{ since: string | null }>(
    sql`select min(day)::timestamp at time zone 'UTC' as since from usage_days where app_id = ${appId}`,
  );
  return rows[0]?.since ?? null;
}

interface Row extends Omit<PermissionUse, 'permission'> {
  readonly id: string;
  readonly name: string;
  readonly title: string;
}

const window = (at: string) => sql`(${at}::timestamptz - ${fragment(`interval '${limits.usageWindow.value} days'`)})`;
const users = (at: string) =>
  sql`(select count(*)::int from usage_users u where u.permission_id = p.id and u.last_at >= ${window(at)})`;
const count = (at: string) => sql`(
  select coalesce(sum(d.count), 0) from usage_days d
  where d.permission_id = p.id and d.day >= (${window(at)} at time zone 'UTC')::date
)`;
const last = sql`select d.last_at from usage_days d where d.permission_id = p.id order by d.day desc limit 1`;

/** Computed for every permission and not just for those of the page, because the list is sorted by it. */
function beside(column: string, at: string): Sql {
  if (column === 'count') return sql`cross join lateral (select ${count(at)}::int8 as n offset 0) used`;
  return column === 'last' ? sql`left join lateral (${last}) used on true` : sql``;
}
