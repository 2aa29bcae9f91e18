import type { Change } from './change.ts';

/** The tables of facts. */
export type FactTable =
  | 'users'
  | 'groups'
  | 'applications'
  | 'permissions'
  | 'roles'
  | 'memberships'
  | 'inclusions'
  | 'role_permissions'
  | 'owners'
  | 'grants'
  | 'clients';

/** `no_to` of a fact that is in force until further notice. */
export const untilFurtherNotice = '9223372036854775807';

/** SQL that is true for the facts of table alias `alias` that are in force now; partial indexes are made for it. */
export const present = (alias: string) => `${alias}.no_to = ${untilFurtherNotice}`;

/**
 * Ends the facts of a table whose columns all have one of the given values. A fact that this same change made is taken
 * out instead: it was never in force.
 */
export async function endFacts(
  { connection, no }: Change,
  table: FactTable,
  where: Readonly<Record<string, readonly string[]>>,
): Promise<number> {
  const conditions = Object.keys(where).map((column, index) => `f.${column} = any($${index + 2}::uuid[])`);
  const which = `${present('f')} and ${conditions.join(' and ')}`;
  const { rows } = await connection.query<{ ended: number }>(
    `with undone as (delete from ${table} f where ${which} and f.no_from = $1 returning 1),
          ended as (update ${table} f set no_to = $1 where ${which} and f.no_from < $1 returning 1)
     select ((select count(*) from undone) + (select count(*) from ended))::int as ended`,
    [no, ...Object.values(where)],
  );
  return rows[0]?.ended ?? 0;
}
