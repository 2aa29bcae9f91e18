import type { Snapshot } from '../kernel/snapshot.ts';
import { waysOf } from './paths.ts';
import { loadPrincipals } from './principals.ts';
import { leadsTo } from './roleGraph.ts';

/**
 * When a user who does not hold a permission last lost it. Looked for at the last few moments at which something that could have
 * brought it ended; null when it was not held just before any of them.
 */
export async function lastHeld(
  snapshot: Snapshot,
  userId: string,
  appId: string,
  permissionId: string,
): Promise<string | null> {
  const { connection, no, at } = snapshot;
  const { rows } = await connection.query<Moment>({
    name: 'moments-of-loss',
    text: momentsQuery,
    values: [no, at, userId, appId, permissionId, momentsTried],
  });
  for (const { moment, ...before } of rows)
    if (await held({ connection, ...before }, userId, appId, permissionId)) return moment;
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
  return waysOf(principals, leads, before.at).to(userId, goal).pathCount > 0;
}

const forEver = '9223372036854775807';

// Ends of grants to the user and to the groups that he is or was in, of those memberships, and of the permission's places in
// roles; each with the change number just before it. A grant that was only edited has a later row and did not end.
const momentsQuery = `
  with recursive joined as materialized (
    select m.group_id, m.no_to from memberships m where m.member_id = $3 and m.no_from <= $1 order by m.no_to desc limit ${linksTried}
  ),
  above(id) as (
    select group_id from joined
    union
    select m.group_id from above a cross join lateral (
      select m.group_id from memberships m where m.member_id = a.id and m.no_from <= $1 offset 0
    ) m
  ),
  given as materialized (
    select x.ends, x.no_to from grants x
    where x.principal_id = any(array(select $3::uuid union all select id from above)) and x.app_id = $4
      and (x.no_to <= $1 or x.ends <= $2)
      and not exists (select from grants later where later.id = x.id and later.no_from = x.no_to)
  ),
  numbers as (
    select no_to from given where no_to < ${forEver}
    union
    select no_to from joined where no_to <= $1
    union
    (select rp.no_to from role_permissions rp where rp.permission_id = $5 and rp.no_to <= $1 order by rp.no_to desc limit ${linksTried})
  ),
  moments as (
    select c.at as moment from numbers n join change c on c.no = n.no_to
    union
    select ends from given where ends <= $2
  )
  select m.moment, m.moment - interval '1 microsecond' as at, before.no
  from moments m cross join lateral (select c.no from change c where c.at < m.moment order by c.at desc limit 1) before
  where m.moment <= $2 order by m.moment desc limit $6`;
