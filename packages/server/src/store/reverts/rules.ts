import type { RolePolicyChange } from '@licet/contract';
import { present } from '../kernel/facts.ts';
import { inNameOrder } from '../kernel/lists.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { type Sql, sql } from '../kernel/sql.ts';
import { policyNames } from '../role-policies/role-policies.ts';

/**
 * A role or a permission that a separation rule named from one change until another. `to` is null while the rule still
 * names it.
 */
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

/** All roles and permissions that the given separation rules ever named. */
export async function elementsOf(
  { connection }: Snapshot,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly ElementThen[]>> {
  const { rows } = await connection.query<{ id: string; elements: ElementThen[] }>(sql`
    select e.separation_id as id, json_agg(${element}) as elements from separation_elements e
    where e.separation_id = any(${ids}::uuid[]) group by e.separation_id`);
  return new Map(rows.map(({ id, elements }) => [id, elements]));
}

/** The separation rules that name any of the given roles and permissions, with everything that they name. */
export async function separationsNaming(
  { connection }: Snapshot,
  ids: readonly string[],
): Promise<readonly { readonly id: string; readonly name: string; readonly elements: readonly ElementThen[] }[]> {
  const { rows } = await connection.query<{ id: string; name: string; elements: ElementThen[] }>(sql`
    select s.id, s.name, json_agg(${element}) as elements
    from separations s join separation_elements e on e.separation_id = s.id and ${present('e')}
    where ${present('s')} and exists (
      select from separation_elements n where n.separation_id = s.id and coalesce(n.role_id, n.permission_id) = any(${ids}::uuid[]) and ${present('n')})
    group by s.id, s.name order by ${inNameOrder(sql`s.name`)}`);
  return rows;
}

/**
 * The last names of separation rules. `deletedNo` is the number of the change that deleted the rule; null while it exists.
 */
export async function separationsKnown(
  { connection }: Snapshot,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { readonly name: string; readonly deletedNo: number | null }>> {
  const { rows } = await connection.query<{ id: string; name: string; deletedNo: number | null }>(sql`
    select distinct on (s.id) s.id, s.name, case when not (${present('s')}) then s.no_to end as "deletedNo"
    from separations s where s.id = any(${ids}::uuid[]) order by s.id, s.no_to desc`);
  return new Map(rows.map(({ id, ...it }) => [id, it]));
}

/** The current separation rules whose normalised name is one of these. */
export async function separationsNamed(
  { connection }: Snapshot,
  keys: readonly string[],
): Promise<ReadonlyMap<string, { readonly id: string; readonly no: number }>> {
  const { rows } = await connection.query<{ key: string; id: string; no: number }>(
    sql`select s.name_key as key, s.id, s.no_from as no from separations s where s.name_key = any(${keys}::text[]) and ${present('s')}`,
  );
  return new Map(rows.map(({ key, ...it }) => [key, it]));
}

/** An exception that has not ended. */
export interface PresentException {
  readonly id: string;
  readonly separation: string;
  readonly holder: string;
  readonly no: number;
}

/** The exceptions to the given separation rules that have not ended. */
export async function exceptionsNow(
  { connection, at }: Snapshot,
  separations: readonly string[],
): Promise<PresentException[]> {
  const { rows } = await connection.query<PresentException>(sql`
    select x.id, x.separation_id as separation, x.holder_id as holder, x.created_no as no
    from separation_exceptions x where x.separation_id = any(${separations}::uuid[]) and ${present('x')} and x.ends > ${at}`);
  return rows;
}

/**
 * The reasons of exceptions, by the exceptions' ids. Only the audit events contain the reasons, because they can be
 * erased there.
 */
export async function reasonsOf(
  { connection }: Snapshot,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await connection.query<{ id: string; reason: string | null }>(sql`
    select distinct x.id, creation.after ->> 'reason' as reason
    from separation_exceptions x join change creation on creation.no = x.created_no where x.id = any(${ids}::uuid[])`);
  return new Map(rows.map(({ id, reason }) => [id, reason ?? '']));
}

/** The roles whose policies name any of the given users and groups. */
export async function policiesNaming(
  { connection }: Snapshot,
  ids: readonly string[],
): Promise<readonly { readonly role: string; readonly policy: RolePolicyChange }[]> {
  const { rows } = await connection.query<{ role: string; policy: RolePolicyChange }>(sql`
    select o.role_id as role, o.policy from role_policies o
    where ${present('o')} and ${policyNames('o', sql`select unnest(${ids}::uuid[])`)} order by o.role_id`);
  return rows;
}

/**
 * The size in bytes of the policies and separation rules that name any ID in `deletedIds`, plus the size of everything that
 * the rules in `separations` ever named.
 */
export async function sizeOfRules(
  { connection }: Snapshot,
  deletedIds: readonly string[],
  separations: readonly string[],
): Promise<number> {
  const { rows } = await connection.query<{ total: number }>(sql`
    select (select coalesce(sum(octet_length(o.policy::text)), 0) from role_policies o
        where ${present('o')} and ${policyNames('o', sql`select unnest(${deletedIds}::uuid[])`)})
      + (select coalesce(sum(octet_length(e::text)), 0) from separation_elements e
        where e.separation_id = any(${separations}::uuid[]) or ${present('e')} and e.separation_id in (
          select n.separation_id from separation_elements n
          where (n.role_id = any(${deletedIds}::uuid[]) or n.permission_id = any(${deletedIds}::uuid[])) and ${present('n')})) as total`);
  return Number(rows[0]?.total ?? 0);
}
