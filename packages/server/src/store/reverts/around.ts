import { present } from '../kernel/facts.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { fragment, identifier, join, type Sql, sql } from '../kernel/sql.ts';

/** An object with its last name, and whether it exists. */
export interface Known {
  readonly kind: 'user' | 'group' | 'client' | 'role' | 'permission' | 'application';
  readonly id: string;
  readonly name: string;
  /** The number of the change that deleted it; null while it exists. */
  readonly deletedNo: number | null;
  /** The application to which it belongs: the id of its facts (`app`), and its identifier (`key`). */
  readonly app: string | null;
  readonly key: string | null;
}

/** The names and states of the objects with these IDs. */
export async function known({ connection }: Snapshot, ids: readonly string[]): Promise<ReadonlyMap<string, Known>> {
  const last = (kind: Known['kind'], table: string, app: string) => sql`
    (select distinct on (f.id) ${kind} as kind, f.id, f.name, f.no_to, ${fragment(app)} as app from ${identifier(table)} f
     where f.id = any(${ids}::uuid[]) order by f.id, f.no_to desc)`;
  const all = [
    last('user', 'users', 'null::uuid'),
    last('group', 'groups', 'null::uuid'),
    last('client', 'clients', 'f.app_id'),
    last('role', 'roles', 'f.app_id'),
    last('permission', 'permissions', 'f.app_id'),
    last('application', 'applications', 'f.id'),
  ];
  const { rows } = await connection.query<Known>(sql`
    select w.kind, w.id, w.name, case when not (${present('w')}) then w.no_to end as "deletedNo", w.app,
      (select a.key from applications a where a.id = w.app order by a.no_to desc limit 1) as key
    from (${join(all, ' union all ')}) w`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The permissions and inclusions of a role, by id. */
export interface RoleContents {
  readonly version: number;
  readonly builtIn: boolean;
  readonly permissions: Set<string>;
  readonly includes: Set<string>;
}

/**
 * Whether the roles have more than `most` permissions and inclusions in total. Built-in roles do not count, because
 * their contents are never listed.
 */
export async function haveLongContents(
  { connection }: Snapshot,
  roles: readonly string[],
  most: number,
): Promise<boolean> {
  const held = (table: 'role_permissions' | 'inclusions') => sql`
    select from roles r join ${identifier(table)} f on f.role_id = r.id and ${present('f')}
    where r.id = any(${roles}::uuid[]) and ${present('r')} and not r.built_in`;
  const { rowCount } = await connection.query(sql`
    select from (${held('role_permissions')} union all ${held('inclusions')}) f offset ${most} limit 1`);
  return rowCount === 1;
}

/** The current permissions and inclusions of roles. */
export async function contentsOf(
  { connection }: Snapshot,
  roles: readonly string[],
): Promise<Map<string, RoleContents>> {
  const { rows } = await connection.query<
    Pick<RoleContents, 'version' | 'builtIn'> & { id: string; permissions: string[]; includes: string[] }
  >(sql`
    select r.id, r.no_from as version, r.built_in as "builtIn",
      array(select rp.permission_id from role_permissions rp where rp.role_id = r.id and ${present('rp')}) as permissions,
      array(select i.included_id from inclusions i where i.role_id = r.id and ${present('i')}) as includes
    from roles r where r.id = any(${roles}::uuid[]) and ${present('r')}`);
  return new Map(
    rows.map(({ id, permissions, includes, ...role }) => [
      id,
      { ...role, permissions: new Set(permissions), includes: new Set(includes) },
    ]),
  );
}

/**
 * Finds the present facts that refer to these ids and were created by a change outside `numbers`. Returns the number
 * of the first such change for each id.
 */
export async function usedByOthers(
  { connection, at }: Snapshot,
  ids: readonly string[],
  numbers: readonly number[],
): Promise<ReadonlyMap<string, number>> {
  const hung = (table: string, column: string, more: Sql = sql`true`) => sql`
    select ${identifier(`f.${column}`)} as id, f.no_from as no from ${identifier(table)} f
    where ${identifier(`f.${column}`)} = any(${ids}::uuid[]) and ${present('f')} and f.no_from <> all(${numbers}::int8[]) and ${more}`;
  const lasting = sql`f.ends > ${at}`;
  const all = [
    hung('memberships', 'group_id'),
    hung('memberships', 'member_id'),
    hung('inclusions', 'role_id'),
    hung('inclusions', 'included_id'),
    hung('role_permissions', 'role_id'),
    hung('role_permissions', 'permission_id'),
    hung('owners', 'user_id'),
    hung('owners', 'app_id'),
    ...['app_id', 'principal_id', 'role_id', 'permission_id'].map((column) => hung('grants', column, lasting)),
    ...['roles', 'permissions', 'clients'].map((table) => hung(table, 'app_id')),
  ];
  const { rows } = await connection.query<{ id: string; no: number }>(
    sql`select w.id, min(w.no) as no from (${join(all, ' union all ')}) w group by w.id`,
  );
  return new Map(rows.map(({ id, no }) => [id, no]));
}

/** A name in use: its compared form, and the id of its bearer. */
export interface Taken {
  readonly unique: string;
  readonly id: string;
  readonly no: number;
}

/** The current bearers of names that a revert may restore; `unique` comes from {@link uniqueNames}. */
export async function namesTaken({ connection }: Snapshot, unique: readonly string[]): Promise<Taken[]> {
  const of = (table: string, text: string) =>
    sql`select ${fragment(text)} as "unique", f.id, f.no_from as no from ${identifier(table)} f where ${present('f')} and ${fragment(text)} = any(${unique}::text[])`;
  const { rows } = await connection.query<Taken>(
    join(
      [
        of('users', `'user ' || f.username_key`),
        of('users', `'email ' || f.email_key`),
        of('groups', `'group ' || f.name_key`),
        of('applications', `'application ' || f.key`),
        of('roles', `'role ' || f.app_id::text || ' ' || f.name`),
        of('permissions', `'permission ' || f.app_id::text || ' ' || f.name`),
      ],
      ' union all ',
    ),
  );
  return rows;
}

/** The names of a fact that must be unique among its kind. */
export function uniqueNames(table: string, fields: Readonly<Record<string, unknown>>): string[] {
  const { username_key, email_key, name_key, key, app_id, name } = fields;
  if (table === 'users') return [`user ${username_key}`, ...(email_key === null ? [] : [`email ${email_key}`])];
  if (table === 'groups') return [`group ${name_key}`];
  if (table === 'applications') return [`application ${key}`];
  return table === 'roles' || table === 'permissions' ? [`${table.slice(0, -1)} ${app_id} ${name}`] : [];
}

export interface PresentGrant {
  readonly id: string;
  readonly principal: string;
  readonly grantedId: string;
  readonly starts: string;
  readonly ends: string;
  readonly no: number;
}

/** The present grants of the given roles and permissions to the given principals. */
export async function grantsNow(
  { connection }: Snapshot,
  principals: readonly string[],
  grantedIds: readonly string[],
): Promise<PresentGrant[]> {
  const { rows } = await connection.query<PresentGrant>(sql`
    select x.id, x.principal_id as principal, coalesce(x.role_id, x.permission_id) as "grantedId", x.starts, x.ends, x.created_no as no
    from grants x where x.principal_id = any(${principals}::uuid[]) and coalesce(x.role_id, x.permission_id) = any(${grantedIds}::uuid[]) and ${present('x')}`);
  return rows;
}

/** The given groups and roles for which the organisation's sign-in rules demand a second factor. */
export async function demandedOf({ connection }: Snapshot, ids: readonly string[]): Promise<readonly string[]> {
  const { rows } = await connection.query<{ id: string }>(
    sql`select distinct d.of_id as id from demands d where d.of_id = any(${ids}::uuid[]) and ${present('d')}`,
  );
  return rows.map(({ id }) => id);
}

/** The given applications that were deleted together with their sign-in rules. No plan can restore such rules. */
export async function withSignInRules({ connection }: Snapshot, ids: readonly string[]): Promise<readonly string[]> {
  const { rows } = await connection.query<{ id: string }>(sql`
    select distinct p.app_id as id from application_policies p where p.app_id = any(${ids}::uuid[]) and exists (
      select from applications a where a.id = p.app_id and a.no_to = p.no_to and not (${present('a')}))`);
  return rows.map(({ id }) => id);
}
