import { present } from '../kernel/facts.ts';
import { inForce, type Snapshot } from '../kernel/snapshot.ts';

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
  const { rows: edges } = await connection.query<{ member: string; group: string; name: string }>({
    name: 'groups-above',
    text: groupsAbove,
    values: [no, userIds],
  });
  const up = new Map<string, string[]>();
  const groupNames = new Map<string, string>();
  for (const { member, group, name } of edges) {
    groupNames.set(group, name);
    collect(up, member, group);
  }
  const principals = [...userIds, ...groupNames.keys()];
  const { rows } = await connection.query<HeldGrant>(
    filter
      ? {
          name: 'grants-of-bringing',
          text: grantsBringing,
          values: [no, at, principals, appId, filter.roles, filter.permission],
        }
      : { name: 'grants-of', text: grantsOf, values: [no, at, principals, appId] },
  );
  const grants = new Map<string, HeldGrant[]>();
  for (const grant of rows) collect(grants, grant.principalId, grant);
  return { up, groupNames, grants };
}

/** Adds to the list of a key. */
export function collect<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

const live = (alias: string) => inForce(alias, '$1');

const groupsAbove = `
  with recursive above(member, "group") as (
    select m.member_id, m.group_id from memberships m where m.member_id = any($2::uuid[]) and ${live('m')}
    union
    select m.member_id, m.group_id from above a cross join lateral (
      select m.member_id, m.group_id from memberships m where m.member_id = a."group" and ${live('m')} offset 0
    ) m
  )
  select a.member, a."group", n.name
  from above a cross join lateral (select n.name from groups n where n.id = a."group" and ${live('n')} offset 0) n`;

const grantsOf = `
  select x.id, x.principal_id as "principalId", x.role_id as "roleId", x.permission_id as "permissionId", x.starts, x.ends, x.reason,
    (select q.id from requests q where q.grant_id = x.id and ${present('q')}) as request
  from grants x where x.principal_id = any($3::uuid[]) and x.app_id = $4 and ${live('x')} and x.ends > $2`;

const grantsBringing = `${grantsOf} and (x.role_id = any($5::uuid[]) or x.permission_id = $6)`;
