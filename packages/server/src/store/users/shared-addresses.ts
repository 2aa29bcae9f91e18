import { present } from '../kernel/facts.ts';
import type { Queryable } from '../kernel/pool.ts';
import { type Sql, sql } from '../kernel/sql.ts';

/**
 * True for keys of addresses whose domain has a Unicode and an ASCII form. The index of migration 0120 covers only
 * these.
 */
export const hasIdn = (key: Sql): Sql => sql`(octet_length(${key}) <> length(${key}) or ${key} like '%xn--%')`;

/**
 * The ids of users with one e-mail address in two forms, such as x@bücher.example and x@xn--bcher-kva.example, each
 * group separately. Versions before migration 0120 allowed them.
 */
export async function sharedAddresses(connection: Queryable): Promise<string[][]> {
  const { rows } = await connection.query<{ ids: string[] }>(sql`
    select array_agg(u.id::text order by u.created_no, u.id) as ids from users u where ${present('u')} and ${hasIdn(sql`u.email_key`)}
    group by address_key(u.email_key) having count(*) > 1 order by 1`);
  return rows.map(({ ids }) => ids);
}
