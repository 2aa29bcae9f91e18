import { present } from '../kernel/facts.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { idsOf, prepared, sql } from '../kernel/sql.ts';
import { asOf, type Walk, withWalks } from '../walk/walk.ts';

/** A grant that is in force or will be. */
export interface HeldGrant {
  readonly id: string;
  readonly principalId: string;
  readonly roleId: string | null;
  readonly permissionId: string | null;
  readonly starts: string;
  /** `infinity` when it has no end. */
  readonly ends: string;
  readonly reason: string;
  /** The request that it answers. */
  readonly request: string | null;
}

/** Some users with every group above them, and the grants that reach them. */
export interface Principals {
  /** From a user or a group to the groups that it is a direct member of. */
  readonly up: ReadonlyMap<string, readonly string[]>;
  readonly groupNames: ReadonlyMap<string, string>;
  readonly grants: ReadonlyMap<string, readonly HeldGrant[]>;
}

/** Which grants are asked for; all of the application unless told otherwise. */
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
  const { rows: edges } = await connection.query<{ member: string; group: string; name: string }>(
    groupsAbove(no, at, userIds),
  );
  const up = new Map<string, string[]>();
  const groupNames = new Map<string, string>();
  for (const { member, group, name } of edges) {
    groupNames.set(group, name);
    collect(up, member, group);
  }
  const principals = [...userIds, ...groupNames.keys()];
  const { rows } = await connection.query<HeldGrant>(
    filter
      ? grantsBringing(no, at, principals, appId, filter.roles, filter.permission)
      : grantsOf(no, at, principals, appId),
  );
  const reaching = new Map<string, HeldGrant[]>();
  for (const grant of rows) collect(reaching, grant.principalId, grant);
  return { up, groupNames, grants: reaching };
}

/** Adds to the list of a key. */
export function collect<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

const groupsAbove = prepared<[no: number, at: string, userIds: readonly string[]]>(
  'groups-above',
  (no, at, userIds) => {
    const walk = asOf(no, at);
    return sql`
    ${withWalks(walk.groupsAbove('above', sql`select id from unnest(${idsOf(userIds)}) as given(id)`))}
    select m.member_id as member, m.group_id as "group", n.name
    from above a cross join lateral (
      select m.member_id, m.group_id from memberships m where m.member_id = a.id and ${walk.counts('m')} offset 0
    ) m cross join lateral (select n.name from groups n where n.id = m.group_id and ${walk.counts('n')} offset 0) n`;
  },
);

const grants = (walk: Walk, principals: unknown, appId: unknown) => sql`
  select x.id, x.principal_id as "principalId", x.role_id as "roleId", x.permission_id as "permissionId", x.starts, x.ends, x.reason,
    (select q.id from requests q where q.grant_id = x.id and ${present('q')}) as request
  from grants x where x.principal_id = any(${idsOf(principals)}) and x.app_id = ${appId} and ${walk.grantedOrLater('x')}`;

const grantsOf = prepared<[no: number, at: string, principals: readonly string[], appId: string]>(
  'grants-of',
  (no, at, principals, appId) => grants(asOf(no, at), principals, appId),
);

const grantsBringing = prepared<
  [
    no: number,
    at: string,
    principals: readonly string[],
    appId: string,
    roles: readonly string[],
    permission: string | null,
  ]
>(
  'grants-of-bringing',
  (no, at, principals, appId, roles, permission) => sql`
    ${grants(asOf(no, at), principals, appId)} and (x.role_id = any(${idsOf(roles)}) or x.permission_id = ${permission})`,
);
