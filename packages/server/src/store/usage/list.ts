import { limits, type Page, type PermissionUse } from '@licet/contract';
import { present } from '../kernel/facts.ts';
import { byId, type ListQuery, rankedOrder } from '../kernel/lists.ts';
import { searchFor } from '../kernel/matching.ts';
import { mapPage, orderOf, page } from '../kernel/paging.ts';
import { parameters } from '../kernel/parameters.ts';
import type { Snapshot } from '../kernel/snapshot.ts';

export interface UsageQuery extends ListQuery {
  /** Only those that nobody has exercised, within limits.usageKept. */
  readonly never: boolean;
}

/** A page of an application's catalogue with how each permission has been exercised. @throws Refusal `invalid_cursor` */
export async function listUsage(snapshot: Snapshot, appId: string, query: UsageQuery): Promise<Page<PermissionUse>> {
  const values = parameters(appId, snapshot.at);
  const where = ['p.app_id = $1', present('p')];
  const search = searchFor(query.q, values);
  if (search) where.push(search.matches('p.search'));
  if (query.never) where.push('not exists (select from usage_days d where d.permission_id = p.id)');
  const column = (query.sort ?? 'name').replace('-', '');
  const sorted = orderOf(
    {
      name: [{ sql: 'p.name', type: 'text' }, byId('p.id')],
      count: [{ sql: 'used.n', type: 'int8' }, byId('p.id')],
      last: [{ sql: lastInstant, type: 'timestamptz' }, byId('p.id')],
    },
    query.sort,
  );
  const found = await page<Row>(
    snapshot,
    {
      name: `usage ${appId} ${query.never}`,
      select: `p.id, p.name, p.title, ${users} as users, ${count}::float8 as count, (${last}) as last`,
      alias: 'p',
      from: `permissions p ${beside[column] ?? ''}`,
      countFrom: 'permissions p',
      where,
      order: rankedOrder(search, 'p.search', query.sort, sorted),
      parameters: values,
    },
    query,
  );
  return mapPage(found, ({ id, name, title, ...use }) => ({ permission: { id, name, title }, ...use }));
}

/** The first day that an application reported, within limits.usageKept, as an instant; null when it reported none. */
export async function firstReport({ connection }: Snapshot, appId: string): Promise<string | null> {
  const { rows } = await connection.query<{ since: string | null }>(
    `select min(day)::timestamp at time zone 'UTC' as since from usage_days where app_id = $1`,
    [appId],
  );
  return rows[0]?.since ?? null;
}

interface Row extends Omit<PermissionUse, 'permission'> {
  readonly id: string;
  readonly name: string;
  readonly title: string;
}

const window = `($2::timestamptz - interval '${limits.usageWindow.value} days')`;
const users = `(select count(*)::int from usage_users u where u.permission_id = p.id and u.last_at >= ${window})`;
const count = `(select coalesce(sum(d.count), 0) from usage_days d
  where d.permission_id = p.id and d.day >= (${window} at time zone 'UTC')::date)`;
const last = 'select d.last_at from usage_days d where d.permission_id = p.id order by d.day desc limit 1';

const lastInstant = `coalesce(used.last_at, '-infinity')`;
/** What is reckoned for every permission, and not just for those of the page: what the list is sorted by. */
const beside: Readonly<Record<string, string>> = {
  count: `cross join lateral (select ${count}::int8 as n offset 0) used`,
  last: `left join lateral (${last}) used on true`,
};
