import { foldIdentity, type Page, type Separation } from '@licet/contract';
import type { Change } from '../kernel/change.ts';
import {
  endFacts,
  insertEntity,
  insertFact,
  nameNowColumn,
  present,
  recorded,
  replaceEntity,
  withNameNow,
} from '../kernel/facts.ts';
import { byId, byName, inNameOrder, type ListQuery, rankedOrder } from '../kernel/lists.ts';
import { folded, searchFor } from '../kernel/matching.ts';
import { mapPage, orderOf, page } from '../kernel/paging.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { identifier, type Sql, sql } from '../kernel/sql.ts';
import type { ElementKey } from './duties.ts';

export interface SeparationFields {
  readonly name: string;
  readonly why: string;
  readonly atMost: number;
}

/** A page of separation rules. @throws Refusal `invalid_cursor` */
export async function listSeparations(snapshot: Snapshot, query: ListQuery): Promise<Page<Separation>> {
  const where = [recorded(snapshot, 's')];
  const search = searchFor(query.q);
  const text = folded(sql`s.name || ' ' || s.why`);
  if (search) where.push(search.matches(text));
  const sorted = orderOf(
    { name: [byName('s.name'), byId('s.id')], createdAt: [{ sql: sql`s.created_no`, type: 'int8' }, byId('s.id')] },
    query.sort,
  );
  const found = await page<Separation>(
    snapshot,
    {
      name: 'separations',
      select: columns(snapshot),
      alias: 's',
      from: sql`separations s`,
      joins,
      where,
      whole: !search,
      order: rankedOrder(search, text, query.sort, sorted),
    },
    query,
  );
  return mapPage(found, withNameNow);
}

/** The separation rule with that id, unless deleted. */
export async function findSeparation(snapshot: Snapshot, id: string): Promise<Separation | undefined> {
  const { rows } = await snapshot.connection.query<Separation>(
    sql`select ${columns(snapshot)} from separations s ${joins} where s.id = ${id} and ${recorded(snapshot, 's')}`,
  );
  return rows[0] && withNameNow(rows[0]);
}

export async function countSeparations(snapshot: Snapshot): Promise<number> {
  const { rows } = await snapshot.connection.query<{ count: number }>(
    sql`select count(*)::int as count from separations s where ${recorded(snapshot, 's')}`,
  );
  return rows[0]?.count ?? 0;
}

/** The current or last names of separation rules. */
export async function namesOf({ connection }: Snapshot, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await connection.query<{ id: string; name: string }>(
    sql`select distinct on (s.id) s.id, s.name from separations s where s.id = any(${ids}::uuid[]) order by s.id, s.no_to desc`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Writes a separation rule and its elements, and returns its id. @throws Refusal `name_taken` */
export async function insertSeparation(
  change: Change,
  fields: SeparationFields,
  elements: readonly ElementKey[],
): Promise<string> {
  const id = await insertEntity(change, 'separations', rowOf(fields));
  await insertElements(change, id, elements);
  return id;
}

/** Replaces a separation rule, and its elements if any are given. @throws Refusal `name_taken` */
export async function updateSeparation(
  change: Change,
  id: string,
  fields: SeparationFields,
  elements: readonly ElementKey[] | undefined,
): Promise<void> {
  await replaceEntity(change, 'separations', id, rowOf(fields));
  if (!elements) return;
  await endFacts(change, 'separation_elements', { separation_id: [id] });
  await insertElements(change, id, elements);
}

/** Deletes a separation rule with its elements and exceptions. */
export async function deleteSeparation(change: Change, id: string): Promise<void> {
  for (const table of ['separation_elements', 'separation_exceptions'] as const)
    await endFacts(change, table, { separation_id: [id] });
  await endFacts(change, 'separations', { id: [id] });
}

/** The applications of existing roles and permissions, by the id of each. */
export async function applicationsOfElements(
  snapshot: Snapshot,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { readonly kind: 'role' | 'permission'; readonly appId: string }>> {
  const of = (kind: 'role' | 'permission') =>
    sql`select ${kind}::text as kind, x.id, x.app_id as "appId" from ${identifier(`${kind}s`)} x where x.id = any(${ids}::uuid[]) and ${recorded(snapshot, 'x')}`;
  const { rows } = await snapshot.connection.query<{ id: string; kind: 'role' | 'permission'; appId: string }>(
    sql`${of('role')} union all ${of('permission')}`,
  );
  return new Map(rows.map(({ id, ...it }) => [id, it]));
}

/** The name of the first separation rule that refers to this id: a role, a permission, or the application of one. */
export async function keptApartBy({ connection }: Snapshot, id: string): Promise<string | undefined> {
  const { rows } = await connection.query<{ name: string }>(sql`
    select s.name from separation_elements e join separations s on s.id = e.separation_id and ${present('s')}
    where ${present('e')} and ${id} in (e.role_id, e.permission_id, e.app_id) and (
      exists (select from roles x where x.id = e.role_id and ${present('x')})
      or exists (select from permissions x where x.id = e.permission_id and ${present('x')}))
    order by ${inNameOrder(sql`s.name`)} limit 1`);
  return rows[0]?.name;
}

async function insertElements(change: Change, id: string, elements: readonly ElementKey[]): Promise<void> {
  for (const { part, appId, roleId, permissionId } of elements)
    await insertFact(change, 'separation_elements', {
      separation_id: id,
      part,
      app_id: appId,
      role_id: roleId,
      permission_id: permissionId,
    });
}

const rowOf = ({ name, why, atMost }: SeparationFields) => ({
  name,
  name_key: foldIdentity(name),
  why,
  at_most: atMost,
});

const joins = sql`left join change created on created.no = s.created_no`;

const columns = (snapshot: Snapshot): Sql => sql`
  s.id, s.name, s.why, s.at_most as "atMost", s.no_from as version, coalesce(created.at, ${snapshot.at}::timestamptz) as "createdAt",
  (select count(*)::int from separation_exceptions x
   where x.separation_id = s.id and ${recorded(snapshot, 'x')} and x.ends > ${snapshot.at}) as exceptions,
  coalesce((
    select json_agg(json_build_object('elements', p.elements) order by p.part) from (
      select e.part, json_agg(json_build_object(
        'kind', case when e.role_id is null then 'permission' else 'role' end, 'id', coalesce(e.role_id, e.permission_id), 'name', n.name,
        'application', json_build_object('id', a.key, 'name', a.name), 'deleted', n.no_to <= ${snapshot.no}
      ) order by ${inNameOrder(sql`a.name`)}, ${inNameOrder(sql`n.name`)}) as elements
      from separation_elements e
      cross join lateral (
        (select r.name, r.no_to from roles r where r.id = e.role_id and r.no_from <= ${snapshot.no} order by r.no_to desc limit 1)
        union all
        (select p.name, p.no_to from permissions p where p.id = e.permission_id and p.no_from <= ${snapshot.no} order by p.no_to desc limit 1)
      ) n
      cross join lateral (
        select a.key, a.name from applications a where a.id = e.app_id and a.no_from <= ${snapshot.no} order by a.no_to desc limit 1
      ) a
      where e.separation_id = s.id and ${recorded(snapshot, 'e')} group by e.part
    ) p
  ), '[]') as parts${nameNowColumn(snapshot, 'separations', sql`s.id`)}`;
