import { present } from '../kernel/facts.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { named, sql, Value } from '../kernel/sql.ts';
import { policyNames } from '../role-policies/role-policies.ts';
import { asRecorded, lasting, withWalks } from '../walk/walk.ts';

/**
 * The identifiers of the applications where a user or a group decides on access without owning them: a role policy
 * names them, a group above them, or a user whose deputy they are now or later; or that user is an owner.
 */
export const decidesIn = (snapshot: Snapshot, principalId: string): Promise<string[]> =>
  anyDecidesIn(snapshot, [principalId]);

/** The same, if any of several does. */
export async function anyDecidesIn({ connection, at }: Snapshot, principals: readonly string[]): Promise<string[]> {
  const walk = asRecorded(new Value(at));
  const { rows } = await connection.query<{ key: string }>(
    named(
      'decides-in',
      sql`${withWalks(
        sql`voices(id) as materialized (
          select unnest(${principals}::uuid[]) union select d.user_id from delegations d where d.delegate_id = any(${principals}::uuid[]) and ${present('d')} and ${lasting('d', walk.at)}
        )`,
        walk.groupsAbove('all_of_them', sql`select id from voices`),
      )}
      select a.key from applications a where ${present('a')} and a.id in (
        select p.app_id from role_policies p where ${present('p')} and ${policyNames('p', sql`select id from all_of_them`)}
        union
        select o.app_id from owners o where o.user_id in (select id from voices where id <> all(${principals}::uuid[])) and ${present('o')}
      ) order by a.key`,
    ),
  );
  return rows.map(({ key }) => key);
}
