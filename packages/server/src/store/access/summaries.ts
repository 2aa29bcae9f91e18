import type { Ref } from '@licet/contract';
import { inNameOrder } from '../kernel/lists.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { prepared, sql } from '../kernel/sql.ts';
import { asOf, nextTurn, withWalks } from '../walk/walk.ts';

/** The access of a user or a program in one application, as counts. */
export interface Summary {
  readonly key: string;
  readonly name: string;
  readonly admin: boolean;
  readonly roles: Ref[];
  readonly permissions: number;
  /** Bytes of the list of permission names as JSON. */
  readonly permissionBytes: number;
  readonly changesAt: string | null;
}

/**
 * A row for each application in which the user or program holds a role or a permission at the instant, sorted by
 * name.
 */
export async function summaries({ connection, no, at }: Snapshot, holderId: string): Promise<Summary[]> {
  const { rows } = await connection.query<Summary>(summariesOf(no, at, holderId));
  return rows;
}

const summariesOf = prepared<[no: number, at: string, holderId: string]>('access-summaries', (no, at, holderId) => {
  const walk = asOf(no, at);
  return sql`
    ${withWalks(walk.holdings(walk.holder(holderId)))},
    roles_in as (
      select n.app_id, json_agg(json_build_object('id', n.id, 'name', n.name) order by ${inNameOrder(sql`n.name`)}) as roles, bool_or(n.built_in) as admin
      from roles n where n.id = any(array(select id from r)) and ${walk.counts('n')} group by n.app_id
    ),
    permissions_in as (
      select n.app_id, count(*) as permissions, sum(octet_length(to_json(n.name)::text) + 1) + 1 as bytes
      from permissions n where n.id = any(array(select id from held)) and ${walk.counts('n')} group by n.app_id
    )
    select a.key, a.name, coalesce(ri.admin, false) as admin, coalesce(ri.roles, '[]') as roles,
           coalesce(pi.permissions, 0)::int as permissions, coalesce(pi.bytes, 2)::int as "permissionBytes",
           (select ${nextTurn('gr', at)} from gr where gr.app_id = a.id) as "changesAt"
    from roles_in ri full join permissions_in pi on pi.app_id = ri.app_id
    join applications a on a.id = coalesce(ri.app_id, pi.app_id) and ${walk.counts('a')}
    order by ${inNameOrder(sql`a.name`)}, a.key collate "C"`;
});
