import type { Ref } from '@licet/contract';
import { inForce, type Snapshot } from '../kernel/snapshot.ts';

/** The roles and permissions that follow for a user in an application: what goes into the token. */
export interface EffectiveAccess {
  /** Sorted by name, by code point. */
  readonly roles: readonly Ref[];
  /** Those held explicitly, sorted by name. The role `admin` implies all others and adds none here. */
  readonly permissions: readonly Ref[];
  readonly admin: boolean;
  /** The earliest start or end of one of the user's grants after the instant: until then the answer stays. */
  readonly changesAt: string | null;
}

/** What a token carries: names only. */
export interface TokenAccess {
  readonly roles: readonly string[];
  readonly permissions: readonly string[];
  /** The change number that this was read at. */
  readonly ver: number;
  /** The instant of the snapshot, by the database's clock. */
  readonly at: string;
  readonly changesAt: string | null;
}

/** Effective access of a user in an application. Empty for a suspended, deleted or unknown user. */
export async function effectiveAccess(snapshot: Snapshot, userId: string, appId: string): Promise<EffectiveAccess> {
  const { rows } = await snapshot.connection.query<EffectiveAccess>({
    name: 'effective-access',
    text: effectiveQuery,
    values: [snapshot.no, snapshot.at, userId, appId],
  });
  return rows[0] ?? { roles: [], permissions: [], admin: false, changesAt: null };
}

/** The same, by the application's identifier and by name, in one round trip. Undefined when there is no such application. */
export async function tokenAccess(
  snapshot: Snapshot,
  userId: string,
  appKey: string,
): Promise<TokenAccess | undefined> {
  const { rows } = await snapshot.connection.query<Pick<TokenAccess, 'roles' | 'permissions' | 'changesAt'>>({
    name: 'token-access',
    text: tokenQuery,
    values: [snapshot.no, snapshot.at, userId, appKey],
  });
  return rows[0] && { ...rows[0], ver: snapshot.no, at: snapshot.at };
}

const live = (alias: string) => inForce(alias, '$1');

// $1 change number, $2 instant, $3 user. Only users who are not suspended have anything. What is deleted takes its links
// with it, and a role or permission without a name in force gives nothing. The planner cannot know how short these walks
// are: arrays and lateral steps (offset 0) keep it to index lookups.
const walk = (app: string) => `
  g(id) as (
    select u.id from users u where u.id = $3 and ${live('u')} and u.status <> 'suspended'
    union
    select m.group_id from g cross join lateral (
      select m.group_id from memberships m where m.member_id = g.id and ${live('m')} offset 0
    ) m
  ),
  gr as materialized (
    select x.role_id, x.permission_id, x.starts, x.ends from grants x
    where x.principal_id = any(array(select id from g)) and x.app_id = ${app} and ${live('x')} and x.ends > $2
  ),
  r(id) as (
    select role_id from gr where role_id is not null and starts <= $2
    union
    select i.included_id from r cross join lateral (
      select i.included_id from inclusions i where i.role_id = r.id and ${live('i')} offset 0
    ) i
  ),
  roles_held as materialized (
    select n.id, n.name, n.built_in from roles n where n.id = any(array(select id from r)) and ${live('n')}
  ),
  held(id) as (
    select rp.permission_id from role_permissions rp where rp.role_id = any(array(select id from r)) and ${live('rp')}
    union all
    select permission_id from gr where permission_id is not null and starts <= $2
  ),
  permissions_held as (
    select n.id, n.name from permissions n where n.id = any(array(select id from held)) and ${live('n')}
  )`;

const changesAt = `(
    select min(case when starts > $2 then starts else ends end) from gr where starts > $2 or ends < 'infinity'
  ) as "changesAt"`;

const effectiveQuery = `
  with recursive ${walk('$4')}
  select
    coalesce((select json_agg(json_build_object('id', id, 'name', name) order by name) from roles_held), '[]') as roles,
    coalesce((select json_agg(json_build_object('id', id, 'name', name) order by name) from permissions_held), '[]') as permissions,
    exists (select from roles_held where built_in) as admin,
    ${changesAt}`;

const tokenQuery = `
  with recursive app as materialized (select a.id from applications a where a.key = $4 and ${live('a')}),
  ${walk('(select id from app)')}
  select
    coalesce((select json_agg(name order by name) from roles_held), '[]') as roles,
    coalesce((select json_agg(name order by name) from permissions_held), '[]') as permissions,
    ${changesAt}
  from app`;
