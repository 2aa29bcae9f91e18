import type { Connection } from '../kernel/database.ts';
import { present } from '../kernel/facts.ts';
import { fragment, identifier, sql } from '../kernel/sql.ts';

/**
 * Whether a waiting request, an exception, a separation rule or a role policy refers to one of these ids. These must be
 * ended separately.
 */
export async function anyHanging(connection: Connection, ids: readonly string[]): Promise<boolean> {
  const { rows } = await connection.query<{ hangs: boolean }>(sql`
    select exists (select from requests x where ${present('x')} and x.state = 'pending'
        and (x.user_id = any(${ids}::uuid[]) or x.role_id = any(${ids}::uuid[]) or x.permission_id = any(${ids}::uuid[])))
      or exists (select from separation_exceptions x where ${present('x')} and x.holder_id = any(${ids}::uuid[]))
      or exists (select from separation_elements x where ${present('x')} and (x.role_id = any(${ids}::uuid[]) or x.permission_id = any(${ids}::uuid[])))
      or exists (select from role_policies x where ${present('x')} and x.role_id = any(${ids}::uuid[])) as hangs`);
  return rows[0]?.hangs ?? true;
}

/** Whether one of these users has a waiting request. A suspension ends it. */
export async function anyWaits(connection: Connection, users: readonly string[], at: string): Promise<boolean> {
  const { rows } = await connection.query<{ waits: boolean }>(sql`
    select exists (select from requests x where ${present('x')} and x.state = 'pending' and x.lapses_at > ${at}
      and x.user_id = any(${users}::uuid[])) as waits`);
  return rows[0]?.waits ?? true;
}

/** The current rows of a table of links that contain one of the ids in either column. */
export async function linksAmong(
  connection: Connection,
  table: 'memberships' | 'inclusions',
  [one, other]: readonly [string, string],
  ids: readonly string[],
): Promise<{ readonly one: string; readonly other: string }[]> {
  const { rows } = await connection.query<{ one: string; other: string }>(sql`
    select ${identifier(`x.${one}`)} as one, ${identifier(`x.${other}`)} as other from ${identifier(table)} x
    where (${identifier(`x.${one}`)} = any(${ids}::uuid[]) or ${identifier(`x.${other}`)} = any(${ids}::uuid[])) and ${present('x')}`);
  return rows;
}

/** The current groups, permissions or roles with these ids, by id. */
export async function entitiesOf(
  connection: Connection,
  table: 'groups' | 'permissions' | 'roles',
  ids: readonly string[],
): Promise<ReadonlyMap<string, StoredEntity>> {
  const columns = {
    groups: `n.description as text, '' as app, false as "builtIn"`,
    permissions: `n.title as text, n.app_id as app, false as "builtIn"`,
    roles: `n.title as text, n.app_id as app, n.built_in as "builtIn"`,
  }[table];
  const { rows } = await connection.query<StoredEntity>(sql`
    select n.id, n.name, n.no_from as version, ${fragment(columns)}
    from ${identifier(table)} n where n.id = any(${ids}::uuid[]) and ${present('n')}`);
  return new Map(rows.map((row) => [row.id, row]));
}

export interface StoredEntity {
  readonly id: string;
  readonly name: string;
  /** The description of a group, or the title of a permission or a role. */
  readonly text: string;
  readonly version: number;
  /** The id of the application's facts; empty for a group. */
  readonly app: string;
  readonly builtIn: boolean;
}

/**
 * For each role, by id, the current permissions that it holds or roles that it includes, in list order. Undefined if
 * there are too many to read in one statement.
 */
export async function contentsOfRoles(
  connection: Connection,
  table: 'role_permissions' | 'inclusions',
  ids: readonly string[],
): Promise<ReadonlyMap<string, { readonly id: string; readonly name: string }[]> | undefined> {
  const [column, from] = table === 'inclusions' ? ['included_id', 'roles'] : ['permission_id', 'permissions'];
  const { rows } = await connection.query<{ role: string; id: string; name: string }>(sql`
    select x.role_id as role, n.id, n.name from ${identifier(table)} x join ${identifier(from)} n on n.id = ${identifier(`x.${column}`)} and ${present('n')}
    where x.role_id = any(${ids}::uuid[]) and ${present('x')} order by n.name collate names limit ${readAtOnce + 1}`);
  if (rows.length > readAtOnce) return undefined;
  const found = new Map<string, { id: string; name: string }[]>();
  for (const { role, ...held } of rows) {
    const list = found.get(role);
    if (list) list.push(held);
    else found.set(role, [held]);
  }
  return found;
}

const readAtOnce = 100_000;
