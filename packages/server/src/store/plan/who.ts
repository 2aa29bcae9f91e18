import type { Principal } from '@licet/contract';
import { present } from '../kernel/facts.ts';
import { inNameOrder } from '../kernel/lists.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { sql } from '../kernel/sql.ts';

/**
 * For each list, the first principals by name after a position, regardless of case. Deleted principals are listed with
 * their last name.
 */
export async function firstByName(
  { connection }: Pick<Snapshot, 'connection'>,
  lists: readonly { readonly ids: readonly string[]; readonly after?: number }[],
  most: number,
): Promise<Principal[][]> {
  const found = lists.map((): Principal[] => []);
  const listed = lists.flatMap(({ ids }, list) => ids.map((id) => ({ list, id })));
  if (listed.length === 0) return found;
  const { rows } = await connection.query<Principal & { list: number }>(sql`
    with listed as materialized (
      select * from unnest(${listed.map(({ list }) => list)}::int[], ${listed.map(({ id }) => id)}::uuid[]) l(list, id)
    ),
    them as materialized (
      select * from (
        select distinct on (u.id) 'user' as kind, u.id, u.name, u.username as detail from users u
        where u.id in (select id from listed) order by u.id, u.no_to desc
      ) people
      union all
      select * from (
        select distinct on (c.id) 'client', c.id, c.name, a.key from clients c join applications a on a.id = c.app_id
        where c.id in (select id from listed) order by c.id, c.no_to desc, a.no_to desc
      ) programs
    ),
    ranked as (
      select l.list, t.*, row_number() over (partition by l.list order by ${inNameOrder(sql`t.name`)}, t.id) as place
      from listed l join them t on t.id = l.id
    )
    select r.list, r.kind, r.id, r.name, r.detail from ranked r
    join unnest(${lists.map(({ after = 0 }) => after)}::int[]) with ordinality a(after, list) on a.list = r.list + 1
    where r.place > a.after and r.place <= a.after + ${most}::int order by r.list, r.place`);
  for (const { list, ...who } of rows) found[list]?.push(who);
  return found;
}

/** The applications with these ids, by their identifier and last name, including deleted ones. */
export async function applicationsOf(
  { connection }: Pick<Snapshot, 'connection'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { readonly id: string; readonly name: string }>> {
  const { rows } = await connection.query<{ fact: string; id: string; name: string }>(sql`
    select distinct on (a.id) a.id as fact, a.key as id, a.name from applications a
    where a.id = any(${ids}::uuid[]) order by a.id, a.no_to desc`);
  return new Map(rows.map(({ fact, id, name }) => [fact, { id, name }]));
}

/** The present users, groups and programs among these ids, as principals of grants. */
export async function principalsOf(
  { connection }: Snapshot,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Principal>> {
  const { rows } = await connection.query<Principal & { detail: string | null }>(sql`
    select 'user' as kind, u.id, u.name, u.username as detail from users u where u.id = any(${ids}::uuid[]) and ${present('u')}
    union all select 'group', g.id, g.name, null from groups g where g.id = any(${ids}::uuid[]) and ${present('g')}
    union all select 'client', c.id, c.name, (select a.key from applications a where a.id = c.app_id and ${present('a')})
      from clients c where c.id = any(${ids}::uuid[]) and c.kind = 'service' and ${present('c')}`);
  return new Map(
    rows.map(({ detail, ...principal }) => [principal.id, detail === null ? principal : { ...principal, detail }]),
  );
}
