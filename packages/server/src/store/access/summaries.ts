import type { Ref } from '@licet/contract';
import { inForce, type Snapshot } from '../kernel/snapshot.ts';

/** What a user has in one application, counted. */
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

/** A line for each application in which the user holds a role or a permission at the instant, sorted by name. */
export async function summaries(snapshot: Snapshot, userId: string): Promise<Summary[]> {
  const { rows } = await snapshot.connection.query<Summary>({
    name: 'access-summaries',
    text: summariesQuery,
    values: [snapshot.no, snapshot.at, userId],
  });
  return rows;
}

const live = (alias: string) => inForce(alias, '$1');

const summariesQuery = `
  with recursive g(id) as (
    select u.id from users u where u.id = $3 and ${live('u')} and u.status <> 'suspended'
    union
    select m.group_id from g cross join lateral (
      select m.group_id from memberships m where m.member_id = g.id and ${live('m')} offset 0
    ) m
  ),
  gr as materialized (
    select x.app_id, x.role_id, x.permission_id, x.starts, x.ends from grants x
    where x.principal_id = any(array(select id from g)) and ${live('x')} and x.ends > $2
  ),
  r(id) as (
    select role_id from gr where role_id is not null and starts <= $2
    union
    select i.included_id from r cross join lateral (
      select i.included_id from inclusions i where i.role_id = r.id and ${live('i')} offset 0
    ) i
  ),
  held(id) as (
    select rp.permission_id from role_permissions rp where rp.role_id = any(array(select id from r)) and ${live('rp')}
    union all
    select permission_id from gr where permission_id is not null and starts <= $2
  ),
  roles_in as (
    select n.app_id, json_agg(json_build_object('id', n.id, 'name', n.name) order by n.name) as roles, bool_or(n.built_in) as admin
    from roles n where n.id = any(array(select id from r)) and ${live('n')} group by n.app_id
  ),
  permissions_in as (
    select n.app_id, count(*) as permissions, sum(octet_length(to_json(n.name)::text) + 1) + 1 as bytes
    from permissions n where n.id = any(array(select id from held)) and ${live('n')} group by n.app_id
  )
  select a.key, a.name, coalesce(ri.admin, false) as admin, coalesce(ri.roles, '[]') as roles,
         coalesce(pi.permissions, 0)::int as permissions, coalesce(pi.bytes, 2)::int as "permissionBytes",
         (select min(case when x.starts > $2 then x.starts else x.ends end) from gr x
          where x.app_id = a.id and (x.starts > $2 or x.ends < 'infinity')) as "changesAt"
  from roles_in ri full join permissions_in pi on pi.app_id = ri.app_id
  join applications a on a.id = coalesce(ri.app_id, pi.app_id) and ${live('a')}
  order by a.name collate "C", a.key collate "C"`;
