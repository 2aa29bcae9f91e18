import type { Ref } from '@licet/contract';
import { present } from '../kernel/facts.ts';
import { inNameOrder } from '../kernel/lists.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { idsOf, prepared, type Sql, sql } from '../kernel/sql.ts';
import { asOf, nextTurn, type Walk, withWalks } from '../walk/walk.ts';

/** A grant that is in force or will be. */
export interface HeldGrant {
  readonly id: string;
  readonly principalId: string;
  readonly roleId: string | null;
  readonly permissionId: string | null;
  readonly starts: string;
  /** `infinity` if it has no end. */
  readonly ends: string;
  readonly grantedBy: string;
  readonly reason: string;
  /** The request that led to the grant. */
  readonly request: string | null;
}

/** Some users with every group above them, and the grants that reach them. */
export interface Principals {
  /** From a user or a group to the groups that it is a direct member of. */
  readonly up: ReadonlyMap<string, readonly string[]>;
  readonly groupNames: ReadonlyMap<string, string>;
  /** The start of each direct membership, by {@link membershipKey}. */
  readonly joined: ReadonlyMap<string, string>;
  readonly grants: ReadonlyMap<string, readonly HeldGrant[]>;
}

/** The key of a direct membership in {@link Principals.joined}. */
export const membershipKey = (member: string, group: string): string => `${member} ${group}`;

/** The grants to read; by default all of the application. */
export interface GrantFilter {
  readonly roles: readonly string[];
  readonly permission: string | null;
}

/** Loads the groups above the users, and the grants of one application that have not ended at the instant. */
export async function loadPrincipals(
  snapshot: Snapshot,
  userIds: readonly string[],
  appId: string,
  filter?: GrantFilter,
): Promise<Principals> {
  const { connection, no, at } = snapshot;
  const { rows } = await connection.query<Row>(
    filter ? reachingFor(no, at, userIds, appId, filter.roles, filter.permission) : reaching(no, at, userIds, appId),
  );
  return principalsOf(rows);
}

/** Loads the groups above the users, and the grants of these roles and permissions in every application. */
export async function loadPrincipalsWith(
  { connection, no, at }: Snapshot,
  userIds: readonly string[],
  grantedIds: readonly string[],
): Promise<Principals> {
  const { rows } = await connection.query<Row>(reachingWith(no, at, userIds, grantedIds));
  return principalsOf(rows);
}

function principalsOf(rows: readonly Row[]): Principals {
  const up = new Map<string, string[]>();
  const groupNames = new Map<string, string>();
  const joined = new Map<string, string>();
  const grants = new Map<string, HeldGrant[]>();
  for (const { group, name, ...grant } of rows) {
    if (group === null) {
      collect(grants, grant.principalId, grant);
    } else {
      groupNames.set(group, name);
      joined.set(membershipKey(grant.principalId, group), grant.starts);
      collect(up, grant.principalId, group);
    }
  }
  return { up, groupNames, joined, grants };
}

/** A grant, or a membership of a principal in a group, which has only these two and its start. */
type Row = HeldGrant &
  ({ readonly group: string; readonly name: string } | { readonly group: null; readonly name: null });

/** Appends a value to the list of a key. */
export function collect<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

// One statement reads memberships and grants, so each kind of row lacks the columns of the other kind.
const both = (walk: Walk, userIds: unknown, which: Sql): Sql => sql`
  ${withWalks(
    walk.groupsAbove('above', sql`select id from unnest(${idsOf(userIds)}) as given(id)`),
    sql`steps as materialized (
      select m.member_id, m.group_id, n.name, coalesce(c.at, ${walk.at}::timestamptz) as joined from above a cross join lateral (
        select m.member_id, m.group_id, m.no_from from memberships m where m.member_id = a.id and ${walk.counts('m')} offset 0
      ) m left join change c on c.no = m.no_from cross join lateral (select n.name from groups n where n.id = m.group_id and ${walk.counts('n')} offset 0) n
    )`,
  )}
  select s.group_id as "group", s.name, null::uuid as id, s.member_id as "principalId", null::uuid as "roleId", null::uuid as "permissionId",
    s.joined as starts, null::timestamptz as ends, null as "grantedBy", null as reason, null::uuid as request from steps s
  union all
  select null, null, x.id, x.principal_id, x.role_id, x.permission_id, x.starts, x.ends, x.granted_by, x.reason,
    (select q.id from requests q where q.grant_id = x.id and ${present('q')})
  from grants x where x.principal_id = any(array(select unnest(${idsOf(userIds)}) union select group_id from steps))
    and ${walk.grantedOrLater('x')} and ${which}`;

const reaching = prepared<[no: number, at: string, userIds: readonly string[], appId: string]>(
  'grants-reaching',
  (no, at, userIds, appId) => both(asOf(no, at), userIds, sql`x.app_id = ${appId}`),
);

const reachingFor = prepared<
  [
    no: number,
    at: string,
    userIds: readonly string[],
    appId: string,
    roles: readonly string[],
    permission: string | null,
  ]
>('grants-reaching-for', (no, at, userIds, appId, roles, permission) =>
  both(
    asOf(no, at),
    userIds,
    sql`x.app_id = ${appId} and (x.role_id = any(${idsOf(roles)}) or x.permission_id = ${permission})`,
  ),
);

const reachingWith = prepared<[no: number, at: string, userIds: readonly string[], grantedIds: readonly string[]]>(
  'grants-reaching-with',
  (no, at, userIds, grantedIds) =>
    both(asOf(no, at), userIds, sql`coalesce(x.role_id, x.permission_id) = any(${idsOf(grantedIds)})`),
);

/** The access of a user or a program in one application, as counts. */
export interface Summary {
  readonly key: string;
  readonly name: string;
  readonly admin: boolean;
  readonly roles: Ref[];
  readonly permissions: number;
  /** The size in bytes of the permission names as a JSON list. */
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
