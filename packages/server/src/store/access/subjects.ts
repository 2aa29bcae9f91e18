import { foldIdentity, type User } from '@licet/contract';
import { inForce, type Snapshot } from '../kernel/snapshot.ts';
import { named, raw, sql } from '../kernel/sql.ts';
import { asOf } from '../walk/walk.ts';

/** An application, as an explanation names it: `key` is its identifier, `id` the one of the store. */
export interface Subject {
  readonly id: string;
  readonly key: string;
  readonly name: string;
}

/** A user or a program, as an explanation names them. */
export interface Party {
  readonly kind: 'user' | 'client';
  readonly id: string;
  /** A user's username, or the identifier of a program's application. */
  readonly detail: string;
  readonly name: string;
  /** A program is never but active. */
  readonly status: 'invited' | 'active' | 'suspended';
}

/** A user as one. */
export const partyOf = ({ id, username: detail, name, status }: User): Party => ({
  kind: 'user',
  id,
  detail,
  name,
  status,
});

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
      sql`select a.id, a.key, a.name from applications a where a.key = ${key} and ${inForce('a', no)}`,
    ),
  );
  return rows[0];
}

/** The user with an id, a username or an e-mail address, or the program with an id, at the snapshot. */
export async function partyBy({ connection, no }: Snapshot, identity: string): Promise<Party | undefined> {
  const byId = uuid.test(identity);
  const key = foldIdentity(identity);
  const which = byId ? sql`u.id = ${identity}` : sql`(u.username_key = ${key} or u.email_key = ${key})`;
  const user = sql`
    select 'user' as kind, u.id, u.username as detail, u.name, u.status from users u where ${which} and ${inForce('u', no)}`;
  const { rows } = await connection.query<Party>(
    byId ? named('party-by-id', sql`${user} union all ${program(no, identity)}`) : named('party-by-name', user),
  );
  return rows[0];
}

const program = (no: number, id: string) => sql`
  select 'client', c.id, a.key, c.name, 'active' from clients c join applications a on a.id = c.app_id and ${inForce('a', no)}
  where c.id = ${id} and ${asOf(no, null).program('c')}`;

/** The permission of a name in an application's catalogue, at the snapshot. */
export const permissionByName = (snapshot: Snapshot, appId: string, name: string) =>
  byName(snapshot, 'permissions', appId, name);

/** The role of a name in an application's catalogue, at the snapshot. */
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
      sql`select n.id, n.name, n.title from ${raw(table)} n where n.app_id = ${appId} and n.name = ${name} and ${inForce('n', no)}`,
    ),
  );
  return rows[0];
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
