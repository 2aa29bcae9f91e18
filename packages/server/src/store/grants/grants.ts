import { type GivesRef, type Grant, licetApplication, type Principal, type PrincipalRef } from '@licet/contract';
import type { Change } from '../kernel/change.ts';
import {
  endFacts,
  type FactTable,
  insertEntity,
  knownTo,
  nameNow,
  present,
  recorded,
  replaceEntity,
  withNameNow,
} from '../kernel/facts.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { identifier, join, named, type Sql, sql } from '../kernel/sql.ts';
import { asRecorded, withWalks } from '../walk/walk.ts';

/** The fields of a grant. */
export interface GrantFields {
  readonly principal: PrincipalRef;
  readonly gives: GivesRef;
  readonly starts: string;
  /** Null if it has no end. */
  readonly ends: string | null;
  readonly reason: string;
  readonly grantedBy: string;
}

/** A row of {@link grantColumns}. */
export interface GrantRow {
  readonly id: string;
  readonly application: string;
  readonly principal_kind: Principal['kind'];
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
  /** The current name of the principal; only for a past instant. */
  readonly principal_now?: string | null;
  readonly gives_now?: string | null;
}

/**
 * The columns of a grant (alias `x`) at a snapshot. The query must include {@link grantJoins}. Deleted things are shown
 * with their last name.
 */
export const grantColumns = (snapshot: Snapshot): Sql => sql`
  x.id, app.key as application, x.principal_kind, x.principal_id, who.name as principal_name, who.detail as principal_detail,
  x.role_id, x.permission_id, what.name as gives_name, what.title as gives_title, x.starts, x.ends, x.reason,
  x.granted_by as "grantedBy", x.no_from as version, not (${recorded(snapshot, 'x')}) as revoked${namesNow(snapshot)}`;

const namesNow = (snapshot: Snapshot): Sql => {
  if (snapshot.asOf === undefined) return sql``;
  const now = (table: FactTable, id: string) => nameNow(snapshot, table, identifier(id));
  const principals = (['users', 'groups', 'clients'] as const).map((table) => now(table, 'x.principal_id'));
  return sql`, coalesce(${join(principals, ', ')}) as principal_now,
    coalesce(${now('roles', 'x.role_id')}, ${now('permissions', 'x.permission_id')}) as gives_now`;
};

/** The joins that {@link grantColumns} needs in addition to `grants x`. */
export const grantJoins = (snapshot: Snapshot): Sql => {
  const last = (alias: string) =>
    sql` and ${knownTo(snapshot, alias)} order by ${identifier(`${alias}.no_to`)} desc limit 1`;
  return sql`
  left join lateral (select a.key from applications a where a.id = x.app_id${last('a')}) app on true
  left join lateral (
    (select u.name, u.username as detail from users u where x.principal_kind = 'user' and u.id = x.principal_id${last('u')})
    union all
    (select g.name, null from groups g where x.principal_kind = 'group' and g.id = x.principal_id${last('g')})
    union all
    (select c.name, (select a.key from applications a where a.id = c.app_id${last('a')})
     from clients c where x.principal_kind = 'client' and c.id = x.principal_id${last('c')})
  ) who on true
  left join lateral (
    (select r.name, r.title from roles r where r.id = x.role_id${last('r')})
    union all
    (select p.name, p.title from permissions p where p.id = x.permission_id${last('p')})
  ) what on true`;
};

/** A grant as the contract shows it, at an instant. */
export function grantOf(row: GrantRow, at: string): Grant {
  const principal: Principal = withNameNow({
    kind: row.principal_kind,
    id: row.principal_id,
    name: row.principal_name ?? '',
    nameNow: row.principal_now,
  });
  return {
    id: row.id,
    application: row.application,
    principal: row.principal_detail === null ? principal : { ...principal, detail: row.principal_detail },
    gives: withNameNow({
      kind: row.role_id ? 'role' : 'permission',
      id: row.role_id ?? row.permission_id ?? '',
      name: row.gives_name ?? '',
      nameNow: row.gives_now,
      title: row.gives_title ?? '',
    }),
    starts: row.starts,
    ends: row.ends === 'infinity' ? null : row.ends,
    reason: row.reason,
    state: stateOf(row, at),
    grantedBy: row.grantedBy,
    version: row.version,
  };
}

/** A grant of an application, also when it has been revoked. */
export async function findGrant(snapshot: Snapshot, appId: string, id: string): Promise<Grant | undefined> {
  const { rows } = await snapshot.connection.query<GrantRow>(
    named(
      snapshot.asOf === undefined ? 'find-grant' : 'find-grant-then',
      sql`
    select ${grantColumns(snapshot)} from grants x ${grantJoins(snapshot)}
    where x.id = ${id} and x.app_id = ${appId} and ${knownTo(snapshot, 'x')} order by x.no_to desc limit 1`,
    ),
  );
  return rows[0] && grantOf(rows[0], snapshot.at);
}

/** A grant that was just written. @throws Error if it is missing */
export async function requireWrittenGrant(snapshot: Snapshot, appId: string, id: string): Promise<Grant> {
  const grant = await findGrant(snapshot, appId, id);
  if (!grant) throw new Error(`The grant ${id} was not written.`);
  return grant;
}

/** The given ids that are unrevoked grants of an application. */
export async function findGrants(
  snapshot: Snapshot,
  appId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Grant>> {
  const { rows } = await snapshot.connection.query<GrantRow>(sql`
    select ${grantColumns(snapshot)} from grants x ${grantJoins(snapshot)}
    where x.id = any(${ids}::uuid[]) and x.app_id = ${appId} and ${present('x')}`);
  return new Map(rows.map((row) => [row.id, grantOf(row, snapshot.at)]));
}

/** @throws Refusal `duplicate_grant`, `ends_before_start`, `in_the_past` */
export function insertGrant(change: Change, appId: string, fields: GrantFields): Promise<string> {
  return insertEntity(change, 'grants', grantRow(appId, fields));
}

/** Replaces the current row of a grant by a new one. @throws Refusal `duplicate_grant`, `ends_before_start`, `in_the_past` */
export function updateGrant(
  change: Change,
  appId: string,
  grant: Grant,
  fields: Partial<Pick<GrantFields, 'ends' | 'reason'>>,
): Promise<void> {
  return replaceEntity(change, 'grants', grant.id, grantRow(appId, { ...grant, ...fields }));
}

/** Revokes a grant. */
export async function endGrant(change: Change, id: string): Promise<void> {
  await endFacts(change, 'grants', { id: [id] });
}

/** The identifiers of the applications in which any of the principals has a present or future grant. */
export async function grantedApplications(
  { connection, at }: Snapshot,
  principalIds: readonly string[],
): Promise<string[]> {
  const { rows } = await connection.query<{ key: string }>(
    sql`select distinct a.key from grants x join applications a on a.id = x.app_id and ${present('a')}
     where x.principal_id = any(${principalIds}::uuid[]) and ${asRecorded(at).grantedOrLater('x')} order by a.key`,
  );
  return rows.map(({ key }) => key);
}

// Instants are compared as text: both are ISO 8601 in UTC with microseconds, and `infinity` sorts after every digit.
function stateOf({ revoked, starts, ends }: GrantRow, at: string): Grant['state'] {
  if (revoked) return 'revoked';
  if (ends <= at) return 'expired';
  return starts > at ? 'scheduled' : 'active';
}

/** The columns of a grant's row. */
export const grantRow = (
  appId: string,
  { principal, gives, starts, ends, reason, grantedBy: granted_by }: GrantFields,
) => ({
  app_id: appId,
  principal_id: principal.id,
  principal_kind: principal.kind,
  role_id: gives.kind === 'role' ? gives.id : null,
  permission_id: gives.kind === 'permission' ? gives.id : null,
  starts,
  ends: ends ?? 'infinity',
  reason,
  granted_by,
});

/** Whether a user or a program has access to Licet itself, or will have it. */
export async function reachesLicet(snapshot: Snapshot, { id }: { readonly id: string }): Promise<boolean> {
  return (await whoReachesLicet(snapshot, [id])).size > 0;
}

/** The ids of those users, groups and programs that have access to Licet itself, or will have it. */
export async function whoReachesLicet(
  { connection, at }: Snapshot,
  principals: readonly string[],
): Promise<ReadonlySet<string>> {
  const walk = asRecorded(at);
  const each = sql`select it.id as principal, it.id from unnest(${principals}::uuid[]) it(id)`;
  const { rows } = await connection.query<{ id: string }>(sql`
    ${withWalks(walk.groupsAbove('above', each, ['principal']))}
    select distinct above.principal as id from above join grants x on x.principal_id = above.id and ${walk.grantedOrLater('x')}
    join applications a on a.id = x.app_id and ${present('a')} where a.key = ${licetApplication}`);
  return new Set(rows.map(({ id }) => id));
}
