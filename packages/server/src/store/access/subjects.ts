import { inForce, type Snapshot } from '../kernel/snapshot.ts';
import { identifier, named, type Sql, sql } from '../kernel/sql.ts';

/** An application in an explanation: `key` is its identifier, `id` its internal id. */
export interface Subject {
  readonly id: string;
  readonly key: string;
  readonly name: string;
}

/** A user or a program in an explanation. */
export interface Party {
  readonly kind: 'user' | 'client';
  readonly id: string;
  /** A user's username, or the identifier of a program's application. */
  readonly detail: string;
  readonly name: string;
  /** A program is always active. */
  readonly status: 'invited' | 'active' | 'suspended';
}

export interface CataloguePermission {
  readonly id: string;
  readonly name: string;
  readonly title: string;
}

/** The application with an identifier, at the snapshot. */
export async function applicationByKey({ connection, no }: Snapshot, key: string): Promise<Subject | undefined> {
  const { rows } = await connection.query<Subject>(
    named(
      'application-by-key',
      sql`select a.id, a.key, a.name from applications a where a.key = ${key.replaceAll('\0', ' ')} and ${inForce('a', no)}`,
    ),
  );
  return rows[0];
}

/** The permission with a name in an application's catalogue, at the snapshot. */
export const permissionByName = (snapshot: Snapshot, appId: string, name: string) =>
  byName(snapshot, 'permissions', appId, name);

/** The role with a name in an application's catalogue, at the snapshot. */
export const roleByName = (snapshot: Snapshot, appId: string, name: string) => byName(snapshot, 'roles', appId, name);

async function byName(
  { connection, no }: Snapshot,
  table: 'permissions' | 'roles',
  appId: string,
  name: string,
): Promise<CataloguePermission | undefined> {
  const { rows } = await connection.query<CataloguePermission>(
    named(
      `${table}-by-name`,
      sql`select n.id, n.name, n.title from ${identifier(table)} n where n.app_id = ${appId} and n.name = ${name} and ${inForce('n', no)}`,
    ),
  );
  return rows[0];
}

/** Whether the text has the form of a principal's id. */
export const isId = (identity: string): boolean => uuid.test(identity);

/** True for the user `u` with a username or an e-mail address, compared by its keys. */
export const whichUser = (keys: unknown): Sql =>
  sql`(u.username_key = (${keys}::text[])[1] or u.email_key = any(${keys}::text[]))`;

/** If two users have the same address, the user with the given spelling comes first. */
export const spelledFirst = (keys: unknown): Sql => sql`order by array_position(${keys}::text[], u.email_key)`;

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
