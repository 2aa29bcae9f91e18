import type { EventOrigin } from '@licet/contract';
import type { Queryable } from '../kernel/pool.ts';
import { type Sql, sql } from '../kernel/sql.ts';

/**
 * SQL for the client and the network address of a change, as JSON; null if unknown or expired. A deleted client has
 * its last name.
 */
export const originOf = (no: Sql): Sql => sql`(
  select json_build_object('address', o.address, 'client', (
    select json_build_object('id', c.id, 'name', c.name, 'application', (
      select a.key from applications a where a.id = c.app_id order by a.no_to desc limit 1))
    from clients c where c.id = o.client_id order by c.no_to desc limit 1))
  from event_origins o where o.no = ${no})::text`;

/** The origins of changes that have one, by number. */
export async function originsOf(
  connection: Pick<Queryable, 'query'>,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, EventOrigin>> {
  const { rows } = await connection.query<{ no: number; origin: string }>(sql`
    select e.no, ${originOf(sql`e.no`)} as origin from event_origins e where e.no = any(${numbers}::int8[])`);
  return new Map(rows.map(({ no, origin }) => [no, JSON.parse(origin)]));
}
