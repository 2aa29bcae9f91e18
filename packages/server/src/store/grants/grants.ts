import type { Grant, Principal } from '@licet/contract';
import type { Change } from '../kernel/change.ts';
import { endFacts, present } from '../kernel/facts.ts';
import { newId } from '../kernel/ids.ts';
import type { Snapshot } from '../kernel/snapshot.ts';

/** What a grant says. */
export interface GrantFields {
  readonly principal: { readonly kind: 'user' | 'group'; readonly id: string };
  readonly gives: { readonly kind: 'role' | 'permission'; readonly id: string };
  readonly starts: string;
  /** Null: without end. */
  readonly ends: string | null;
  readonly reason: string;
  readonly grantedBy: string;
}

/** A row of {@link grantColumns}. */
export interface GrantRow {
  readonly id: string;
  readonly application: string;
  readonly principal_kind: 'user' | 'group';
  readonly principal_id: string;
  readonly principal_name: string | null;
  readonly principal_detail: string | null;
  readonly role_id: string | null;
  readonly permission_id: string | null;
  readonly gives_name: string | null;
  readonly gives_title: string | null;
  readonly starts: string;
  readonly ends: string;
  readonly reason: string;
  readonly grantedBy: string;
  readonly version: number;
  readonly revoked: boolean;
}

/** The columns of a grant; alias `x`, joined by {@link grantJoins}. What was deleted since goes by its last name. */
export const grantColumns = `
  x.id, app.key as application, x.principal_kind, x.principal_id, who.name as principal_name, who.detail as principal_detail,
  x.role_id, x.permission_id, what.name as gives_name, what.title as gives_title, x.starts, x.ends, x.reason,
  x.granted_by as "grantedBy", x.no_from as version, not (${present('x')}) as revoked`;

/** What {@link grantColumns} needs beside `grants x`. */
export const grantJoins = `
  left join lateral (select a.key from applications a where a.id = x.app_id order by a.no_to desc limit 1) app on true
  left join lateral (
    (select u.name, u.username as detail from users u where x.principal_kind = 'user' and u.id = x.principal_id order by u.no_to desc limit 1)
    union all
    (select g.name, null from groups g where x.principal_kind = 'group' and g.id = x.principal_id order by g.no_to desc limit 1)
  ) who on true
  left join lateral (
    (select r.name, r.title from roles r where r.id = x.role_id order by r.no_to desc limit 1)
    union all
    (select p.name, p.title from permissions p where p.id = x.permission_id order by p.no_to desc limit 1)
  ) what on true`;

/** A grant as the contract shows it, at an instant. */
export function grantOf(row: GrantRow, at: string): Grant {
  const principal: Principal = { kind: row.principal_kind, id: row.principal_id, name: row.principal_name ?? '' };
  return {
    id: row.id,
    application: row.application,
    principal: row.principal_detail === null ? principal : { ...principal, detail: row.principal_detail },
    gives: {
      kind: row.role_id ? 'role' : 'permission',
      id: row.role_id ?? row.permission_id ?? '',
      name: row.gives_name ?? '',
      title: row.gives_title ?? '',
    },
    starts: row.starts,
    ends: row.ends === 'infinity' ? null : row.ends,
    reason: row.reason,
    state: stateOf(row, at),
    grantedBy: row.grantedBy,
    version: row.version,
  };
}

/** A grant of an application, also when it has been revoked. */
export async function findGrant({ connection, at }: Snapshot, appId: string, id: string): Promise<Grant | undefined> {
  const { rows } = await connection.query<GrantRow>(
    `select ${grantColumns} from grants x ${grantJoins} where x.id = $2 and x.app_id = $1 order by x.no_to desc limit 1`,
    [appId, id],
  );
  return rows[0] && grantOf(rows[0], at);
}

/** @throws Refusal `duplicate_grant`, `ends_before_start`, `in_the_past` */
export async function insertGrant(change: Change, appId: string, fields: GrantFields): Promise<string> {
  const id = newId();
  await write(change, appId, id, change.no, fields);
  return id;
}

/** Replaces the present row of a grant by a new one. @throws Refusal `duplicate_grant`, `ends_before_start`, `in_the_past` */
export async function updateGrant(
  change: Change,
  appId: string,
  grant: Grant,
  fields: Partial<Pick<GrantFields, 'ends' | 'reason'>>,
): Promise<void> {
  const { rows } = await change.connection.query<{ created: number }>(
    `select created_no as created from grants x where x.id = $1 and ${present('x')}`,
    [grant.id],
  );
  await endGrant(change, grant.id);
  await write(change, appId, grant.id, rows[0]?.created ?? change.no, { ...grant, ...fields });
}

/** Takes a grant away. */
export async function endGrant(change: Change, id: string): Promise<void> {
  await endFacts(change, 'grants', { id: [id] });
}

/** The identifiers of the applications in which any of the principals has a grant, in force now or later. */
export async function grantedApplications(
  { connection, at }: Snapshot,
  principalIds: readonly string[],
): Promise<string[]> {
  const { rows } = await connection.query<{ key: string }>(
    `select distinct a.key from grants x join applications a on a.id = x.app_id and ${present('a')}
     where x.principal_id = any($1::uuid[]) and ${present('x')} and x.ends > $2 order by a.key`,
    [principalIds, at],
  );
  return rows.map(({ key }) => key);
}

// By text: both are ISO 8601 in UTC with microseconds, and `infinity` sorts after every digit.
function stateOf({ revoked, starts, ends }: GrantRow, at: string): Grant['state'] {
  if (revoked) return 'revoked';
  if (ends <= at) return 'expired';
  return starts > at ? 'scheduled' : 'active';
}

async function write(
  { connection, no }: Change,
  appId: string,
  id: string,
  created: number,
  { principal, gives, starts, ends, reason, grantedBy }: GrantFields,
): Promise<void> {
  await connection.query(
    `insert into grants (id, app_id, principal_id, principal_kind, role_id, permission_id, starts, ends, reason, granted_by, created_no, no_from)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      id,
      appId,
      principal.id,
      principal.kind,
      gives.kind === 'role' ? gives.id : null,
      gives.kind === 'permission' ? gives.id : null,
      starts,
      ends ?? 'infinity',
      reason,
      grantedBy,
      created,
      no,
    ],
  );
}
