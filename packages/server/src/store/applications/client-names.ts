import { present } from '../kernel/facts.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { sql } from '../kernel/sql.ts';
import { asRecorded } from '../walk/walk.ts';

/**
 * The identifiers of the applications in which a client that has, or had, the given name there has access or will
 * have it; for a deleted client, those in which it had access until then. Earlier applications with the same
 * identifier count as well.
 * @param except the id of a client to leave out
 */
export async function grantedUnderName(
  { connection, at }: Snapshot,
  applicationKey: string,
  name: string,
  except?: string,
): Promise<string[]> {
  const { rows } = await connection.query<{ key: string }>(sql`
    with named as (
      select c.id, max(c.no_to) as until from clients c
      where c.id in (
        select c.id from clients c join applications a on a.id = c.app_id and a.key = ${applicationKey} where c.name = ${name}
      ) and c.id is distinct from ${except ?? null}::uuid
      group by c.id
    )
    select distinct a.key from named n join grants x on x.principal_id = n.id join applications a on a.id = x.app_id and ${present('a')}
    where ${asRecorded(at).grantedOrLater('x')} or (x.no_to = n.until and x.ends > (select c.at from change c where c.no = n.until))
    order by a.key`);
  return rows.map(({ key }) => key);
}
