import { untilFurtherNotice } from '../kernel/facts.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { fragment, identifier, literal, prepared, sql } from '../kernel/sql.ts';
import { Walk, withWalks } from '../walk/walk.ts';
import { waysOf } from './paths.ts';
import { loadPrincipals } from './principals.ts';
import { leadsTo } from './role-graph.ts';

/**
 * Returns the last instant at which a user lost a permission that they do not hold now. Examines only the last few
 * instants at which something that could give the permission ended. Returns null if the user did not hold the
 * permission just before any of these instants. A suspended user held nothing.
 */
export async function lastHeld(
  snapshot: Snapshot,
  userId: string,
  appId: string,
  permissionId: string,
): Promise<string | null> {
  const { connection, no, at } = snapshot;
  const { rows } = await connection.query<Moment>(momentsOfLoss(no, at, userId, appId, permissionId));
  for (const { moment, ...before } of rows)
    if (await held({ ...snapshot, ...before }, userId, appId, permissionId)) return moment;
  return null;
}

interface Moment extends Pick<Snapshot, 'no' | 'at'> {
  readonly moment: string;
}

const momentsTried = 4;
const linksTried = 20;

async function held(before: Snapshot, userId: string, appId: string, permissionId: string): Promise<boolean> {
  const leads = await leadsTo(before, appId, permissionId);
  const filter = { roles: [...leads.nodes.keys()], permission: permissionId };
  const principals = await loadPrincipals(before, [userId], appId, filter);
  const goal = { permission: permissionId, roles: leads.holding, admin: leads.admin };
  return (await waysOf(principals, leads, before.at).to(userId, goal)).pathCount > 0;
}

// Selects the ends of everything that could give the permission, each with the previous change number:
// - grants to the user and to their present or former groups,
// - memberships of the user,
// - entries of the permission in roles.
//
// A grant that was only edited has a later row, so it did not end.
const momentsOfLoss = prepared<[no: number, at: string, userId: string, appId: string, permissionId: string]>(
  'moments-of-loss',
  (no, at, userId, appId, permissionId) => {
    const then = new Walk(
      (alias) => sql`${identifier(alias)}.no_from <= before.no and before.no < ${identifier(alias)}.no_to`,
      at,
    );
    const ever = new Walk((alias) => sql`${identifier(alias)}.no_from <= ${no}`, at);
    const tried = literal(linksTried);
    return sql`
      ${withWalks(
        sql`joined as materialized (
          select m.group_id, m.no_to from memberships m where m.member_id = ${userId} and ${ever.counts('m')}
          order by m.no_to desc limit ${tried}
        )`,
        ever.groupsAbove('above', sql`select group_id from joined`),
      )},
      given as materialized (
        select x.ends, x.no_to from grants x
        where x.principal_id = any(array(select ${userId}::uuid union all select id from above)) and x.app_id = ${appId}
          and (x.no_to <= ${no} or x.ends <= ${at})
          and not exists (select from grants later where later.id = x.id and later.no_from = x.no_to)
      ),
      numbers as (
        select no_to from given where no_to < ${fragment(untilFurtherNotice)}
        union
        select no_to from joined where no_to <= ${no}
        union
        (select rp.no_to from role_permissions rp where rp.permission_id = ${permissionId} and rp.no_to <= ${no}
         order by rp.no_to desc limit ${tried})
      ),
      moments as (
        select c.at as moment from numbers n join change c on c.no = n.no_to
        union
        select ends from given where ends <= ${at}
      )
      select m.moment, m.moment - interval '1 microsecond' as at, before.no
      from moments m cross join lateral (select c.no from change c where c.at < m.moment order by c.at desc limit 1) before
      where m.moment <= ${at} and exists (${then.holder(userId)})
      order by m.moment desc limit ${literal(momentsTried)}`;
  },
);
