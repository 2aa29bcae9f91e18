import { limits, type Ref } from '@licet/contract';
import { adminOfLicet } from '../administrators/administrators.ts';
import { inNameOrder } from '../kernel/lists.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { prepared, type Sql, sql } from '../kernel/sql.ts';
import { asOf, withWalks } from '../walk/walk.ts';

/** The approvers: the first by name, and their number. */
export interface Deciders {
  readonly deciders: Ref[];
  readonly deciderCount: number;
}

/**
 * The approvers of a user's request in an application: its owners, or Licet's administrators if the user is the only
 * owner, and in Licet's own application. Active users only, never the requester.
 */
export async function decidersFor({ connection, no, at }: Snapshot, appId: string, userId: string): Promise<Deciders> {
  const { rows } = await connection.query<Ref & { total: number }>(deciders(no, at, appId, userId, shown));
  return { deciders: rows.map(({ id, name }) => ({ id, name })), deciderCount: rows[0]?.total ?? 0 };
}

/** The ids of approvers who get a mail. */
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
