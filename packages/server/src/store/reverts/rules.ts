import { present } from '../kernel/facts.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { type Sql, sql } from '../kernel/sql.ts';

/** A role or a permission that a separation named, from one change up to another; null: until further notice. */
export interface ElementThen {
  readonly part: number;
  readonly kind: 'role' | 'permission';
  readonly id: string;
  readonly from: number;
  readonly to: number | null;
}

const element: Sql = sql`json_build_object(
  'part', e.part, 'kind', case when e.role_id is null then 'permission' else 'role' end,
  'id', coalesce(e.role_id, e.permission_id), 'from', e.no_from, 'to', case when not (${present('e')}) then e.no_to end
)`;

/** All that separations ever named. */
export async function elementsOf(
  { connection }: Snapshot,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly ElementThen[]>> {
  const { rows } = await connection.query<{ id: string; elements: ElementThen[] }>(sql`
    select e.separation_id as id, json_agg(${element}) as elements from separation_elements e
    where e.separation_id = any(${ids}::uuid[]) group by e.separation_id`);
  return new Map(rows.map(({ id, elements }) => [id, elements]));
}

/** The separations that name any of some roles and permissions, with all that they name. */
export async function naming(
  { connection }: Snapshot,
  ids: readonly string[],
): Promise<readonly { readonly id: string; readonly name: string; readonly elements: readonly ElementThen[] }[]> {
  const { rows } = await connection.query<{ id: string; name: string; elements: ElementThen[] }>(sql`
    select s.id, s.name, json_agg(${element}) as elements
    from separations s join separation_elements e on e.separation_id = s.id and ${present('e')}
    where ${present('s')} and exists (
      select from separation_elements n where n.separation_id = s.id and coalesce(n.role_id, n.permission_id) = any(${ids}::uuid[]) and ${present('n')})
    group by s.id, s.name order by s.name`);
  return rows;
}

/** Whether a change ended exceptions of a separation. */
export async function excepted({ connection }: Snapshot, id: string, no: number): Promise<boolean> {
  const { rowCount } = await connection.query(
    sql`select from separation_exceptions x where x.separation_id = ${id} and x.no_to = ${no} limit 1`,
  );
  return (rowCount ?? 0) > 0;
}
