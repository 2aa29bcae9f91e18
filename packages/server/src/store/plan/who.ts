import type { Principal } from '@licet/contract';
import { inNameOrder } from '../kernel/lists.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { sql } from '../kernel/sql.ts';

/** The first of some people and programs by name, whatever its case, also those who are deleted: by their last name. */
export async function firstByName(
  { connection }: Snapshot,
  ids: readonly string[],
  most: number,
  after = 0,
): Promise<Principal[]> {
  const { rows } = await connection.query<Principal>(sql`
    select * from (select * from (
      select distinct on (u.id) 'user' as kind, u.id, u.name, u.username as detail from users u
      where u.id = any(${ids}::uuid[]) order by u.id, u.no_to desc
    ) people
    union all
    select * from (
      select distinct on (c.id) 'client', c.id, c.name, a.key from clients c join applications a on a.id = c.app_id
      where c.id = any(${ids}::uuid[]) order by c.id, c.no_to desc, a.no_to desc
    ) programs) them
    order by ${inNameOrder(sql`name`)}, id limit ${most} offset ${after}`);
  return rows;
}

/** The applications with these ids, by their identifier and last name, also those that are deleted. */
export async function applicationsOf(
  { connection }: Snapshot,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { readonly id: string; readonly name: string }>> {
  const { rows } = await connection.query<{ fact: string; id: string; name: string }>(sql`
    select distinct on (a.id) a.id as fact, a.key as id, a.name from applications a
    where a.id = any(${ids}::uuid[]) order by a.id, a.no_to desc`);
  return new Map(rows.map(({ fact, id, name }) => [fact, { id, name }]));
}
