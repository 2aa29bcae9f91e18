import type { Page, Ref, Role } from '@licet/contract';
import { present } from '../kernel/facts.ts';
import { byId, type ListQuery, rankedOrder } from '../kernel/lists.ts';
import { searchFor } from '../kernel/matching.ts';
import { mapPage, orderOf, page } from '../kernel/paging.ts';
import { parameters } from '../kernel/parameters.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { roleColumns, roleCounts } from './roles.ts';

/** A permission that a role brings: its own, or by including other roles (`via`, from the nearest). */
export interface RoleItem extends Ref {
  readonly title: string;
  readonly own: boolean;
  readonly via: Ref[];
}

/** A page of an application's roles; the search also finds those that bring a permission of that name. @throws Refusal `invalid_cursor` */
export function listRoles(snapshot: Snapshot, appId: string, query: ListQuery): Promise<Page<Role>> {
  const values = parameters(snapshot.at, appId);
  const where = ['r.app_id = $2', present('r')];
  const search = searchFor(query.q, values);
  const text = 'r.search';
  if (search) where.push(`(${search.matches(text)} or r.id in (${bringing(search.matches('p.search'))}))`);
  const column = (query.sort ?? '').replace('-', '');
  const counted = column === 'permissions' || column === 'holders' ? column : undefined;
  const sorted = orderOf(
    {
      name: [{ sql: 'r.name', type: 'text' }, byId('r.id')],
      permissions: [{ sql: 'counted.n', type: 'int8' }, byId('r.id')],
      holders: [{ sql: 'counted.n', type: 'int8' }, byId('r.id')],
    },
    query.sort,
  );
  const count = counted === 'holders' ? roleCounts.holders('$1') : roleCounts.permissions;
  const ranked = rankedOrder(search, text, query.sort, sorted);
  const [rank, ...rest] = ranked.keys;
  // Those found by a permission alone come after those found by name.
  const byRank = search && rank && ranked.name === 'rank';
  return page<Role>(
    snapshot,
    {
      name: `roles ${appId}`,
      select: roleColumns('$1'),
      alias: 'r',
      from: counted ? `roles r cross join lateral (select ${count}::int8 as n offset 0) counted` : 'roles r',
      countFrom: 'roles r',
      where,
      order: byRank
        ? {
            ...ranked,
            keys: [{ ...rank, sql: `case when ${search.matches(text)} then ${rank.sql} else 4 end` }, ...rest],
          }
        : ranked,
      parameters: values,
    },
    query,
  );
}

/** A page of what a role brings. @throws Refusal `invalid_cursor` */
export async function listRoleItems(
  snapshot: Snapshot,
  roleId: string,
  query: ListQuery & { readonly own?: 'true' | 'false' | undefined },
): Promise<Page<RoleItem>> {
  const within = await rolesWithin(snapshot, roleId);
  const values = parameters(within.map(({ id }) => id));
  const where = within.length === 1 ? [`rp.role_id = ($1::uuid[])[1] and ${present('rp')}`] : [];
  const search = searchFor(query.q, values);
  const text = 'p.search';
  if (search) where.push(search.matches(text));
  if (query.own) where.push(query.own === 'true' ? 'brought.place = 1' : 'brought.place > 1');
  const sorted = orderOf({ name: [{ sql: 'p.name', type: 'text' }, byId('p.id')] }, query.sort);
  const items = await page<Ref & { title: string; place: number }>(
    snapshot,
    {
      name: `role items ${roleId}`,
      select: 'p.id, p.name, p.title, p.place',
      alias: 'p',
      also: 'brought.place',
      from: within.length === 1 ? ownItems : itemsWithin,
      where,
      order: rankedOrder(search, text, query.sort, sorted),
      parameters: values,
    },
    query,
  );
  return mapPage(items, ({ place, ...item }) => ({ ...item, own: place === 1, via: within[place - 1]?.via ?? [] }));
}

// A role that includes no other brings each permission once: nothing has to be brought together before the first page.
const ownItems = `role_permissions rp join permissions p on p.id = rp.permission_id and ${present('p')}
  and p.app_id = (select r.app_id from roles r where r.id = ($1::uuid[])[1] limit 1)
  cross join lateral (select 1 as place) brought`;

const itemsWithin = `(
    select rp.permission_id, min(b.place)::int as place from unnest($1::uuid[]) with ordinality b(id, place)
    join role_permissions rp on rp.role_id = b.id and ${present('rp')} group by rp.permission_id
  ) brought join permissions p on p.id = brought.permission_id and ${present('p')}`;

const bringing = (matches: string) => `
  with recursive bringing(id) as (
    select rp.role_id from permissions p join role_permissions rp on rp.permission_id = p.id and ${present('rp')}
    where p.app_id = $2 and ${present('p')} and ${matches}
    union
    select i.role_id from bringing b join inclusions i on i.included_id = b.id and ${present('i')}
  ) select id from bringing`;

/** A role and all that it includes, the nearest first, each with the roles on the way to it (itself included, the role not). */
async function rolesWithin({ connection }: Snapshot, roleId: string): Promise<{ id: string; via: Ref[] }[]> {
  const { rows } = await connection.query<Ref & { from: string }>(
    `with recursive within(id) as (
       select $1::uuid union select i.included_id from within w join inclusions i on i.role_id = w.id and ${present('i')}
     )
     select i.role_id as "from", r.id, r.name from within w join inclusions i on i.role_id = w.id and ${present('i')}
     join roles r on r.id = i.included_id and ${present('r')} order by r.name`,
    [roleId],
  );
  const steps = Map.groupBy(rows, ({ from }) => from);
  const within = new Map<string, { id: string; via: Ref[] }>([[roleId, { id: roleId, via: [] }]]);
  // A Map is walked in the order of insertion, those added meanwhile included: breadth first.
  for (const { id, via } of within.values()) {
    for (const { id: next, name } of steps.get(id) ?? []) {
      if (!within.has(next)) within.set(next, { id: next, via: [...via, { id: next, name }] });
    }
  }
  return [...within.values()];
}
