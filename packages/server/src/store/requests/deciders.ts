import { limits, type Ref } from '@licet/contract';
import { adminOfLicet } from '../administrators/administrators.ts';
import { present } from '../kernel/facts.ts';
import { inNameOrder } from '../kernel/lists.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { named, prepared, type Sql, sql, Value } from '../kernel/sql.ts';
import { policyNames } from '../role-policies/role-policies.ts';
import { asOf, asRecorded, lasting, withWalks } from '../walk/walk.ts';

/** The approvers: the first by name, and their number. */
export interface Deciders {
  readonly deciders: Ref[];
  readonly deciderCount: number;
}

/**
 * The approvers of a user's request in an application: its owners; or Licet's administrators, if the user is the only owner, or if it is
 * Licet's own application. Only active users, never the requester.
 */
export async function decidersFor({ connection, no, at }: Snapshot, appId: string, userId: string): Promise<Deciders> {
  const { rows } = await connection.query<Ref & { total: number }>(deciders(no, at, appId, userId, shown));
  return { deciders: rows.map(({ id, name }) => ({ id, name })), deciderCount: rows[0]?.total ?? 0 };
}

/** The ids of the approvers who are notified by mail. */
export async function decidersTold({ connection, no, at }: Snapshot, appId: string, userId: string): Promise<string[]> {
  const { rows } = await connection.query<Ref>(deciders(no, at, appId, userId, limits.decidersTold.value));
  return rows.map(({ id }) => id);
}

const shown = 5;

const deciders = prepared<[no: number, at: string, appId: string, userId: string, most: number]>(
  'deciders',
  (no, at, appId, userId, most) => {
    const walk = asOf(no, at);
    const able = (ids: Sql) =>
      sql`select u.id, u.name from users u where u.id = any(array(${ids})) and ${walk.active('u')} and u.id <> ${userId}`;
    const owners = sql`select o.user_id from owners o where o.app_id = ${appId} and ${walk.counts('o')}`;
    const head = sql`select head.id from (${adminOfLicet(walk)}) head where not exists (select from owning)`;
    return sql`
      ${withWalks(sql`owning as materialized (${able(owners)})`, walk.holdersOf('administrators', head))},
      able as (
        select id, name from owning
        union all
        ${able(sql`select id from administrators`)}
      )
      select id, name, (count(*) over ())::int as total from able order by ${inNameOrder(sql`name`)}, id limit ${most}`;
  },
);

/**
 * The identifiers of the applications in which a user or a group decides on access without owning them: a role policy names the principal,
 * a group above it, or a user whose deputy the user is now or later; or that user is an owner.
 */
export const decidesIn = (snapshot: Snapshot, principalId: string): Promise<string[]> =>
  anyDecidesIn(snapshot, [principalId]);

/** The same for several principals: the applications in which any of them decides. */
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
