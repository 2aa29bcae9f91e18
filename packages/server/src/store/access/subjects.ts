import { foldIdentity } from '@licet/contract';
import { inForce, type Snapshot } from '../kernel/snapshot.ts';

/** An application, as an explanation names it: `key` is its identifier, `id` the one of the store. */
export interface Subject {
  readonly id: string;
  readonly key: string;
  readonly name: string;
}

/** A user, as an explanation names them. */
export interface Person {
  readonly id: string;
  readonly username: string;
  readonly name: string;
  readonly status: 'invited' | 'active' | 'suspended';
}

export interface CataloguePermission {
  readonly id: string;
  readonly name: string;
  readonly title: string;
}

export type CatalogueRole = CataloguePermission;

/** The application with an identifier, at the snapshot. */
export async function applicationByKey({ connection, no }: Snapshot, key: string): Promise<Subject | undefined> {
  const { rows } = await connection.query<Subject>({
    name: 'application-by-key',
    text: `select a.id, a.key, a.name from applications a where a.key = $2 and ${inForce('a', '$1')}`,
    values: [no, key],
  });
  return rows[0];
}

/** The user with an id, a username or an e-mail address, at the snapshot. */
export async function personBy({ connection, no }: Snapshot, identity: string): Promise<Person | undefined> {
  const byId = uuid.test(identity);
  const { rows } = await connection.query<Person>({
    name: byId ? 'person-by-id' : 'person-by-name',
    text: `select u.id, u.username, u.name, u.status from users u
           where ${byId ? 'u.id = $2' : '(u.username_key = $2 or u.email_key = $2)'} and ${inForce('u', '$1')}`,
    values: [no, byId ? identity : foldIdentity(identity)],
  });
  return rows[0];
}

/** The permission of a name in an application's catalogue, at the snapshot. */
export async function permissionByName(
  { connection, no }: Snapshot,
  appId: string,
  name: string,
): Promise<CataloguePermission | undefined> {
  const { rows } = await connection.query<CataloguePermission>({
    name: 'permission-by-name',
    text: `select p.id, p.name, p.title from permissions p where p.app_id = $2 and p.name = $3 and ${inForce('p', '$1')}`,
    values: [no, appId, name],
  });
  return rows[0];
}

/** The role of a name in an application's catalogue, at the snapshot. */
export async function roleByName(
  { connection, no }: Snapshot,
  appId: string,
  name: string,
): Promise<CatalogueRole | undefined> {
  const { rows } = await connection.query<CatalogueRole>({
    name: 'role-by-name',
    text: `select r.id, r.name, r.title from roles r where r.app_id = $2 and r.name = $3 and ${inForce('r', '$1')}`,
    values: [no, appId, name],
  });
  return rows[0];
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
