import type { Permission } from '@licet/contract';
import type { Change } from '../kernel/change.ts';
import { endFacts, present } from '../kernel/facts.ts';
import { newId } from '../kernel/ids.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { lapseRequests } from '../requests/requests.ts';

export interface PermissionFields {
  readonly name: string;
  readonly title: string;
}

/** The columns of a permission as the contract shows it; alias `p`. */
export const permissionColumns = `
  p.id, p.name, p.title, p.no_from as version,
  (select count(*)::int from role_permissions rp where rp.permission_id = p.id and ${present('rp')}) as roles`;

/** A permission of an application, unless deleted. */
export async function findPermission(
  { connection }: Snapshot,
  appId: string,
  id: string,
): Promise<Permission | undefined> {
  const { rows } = await connection.query<Permission>(
    `select ${permissionColumns} from permissions p where p.id = $2 and p.app_id = $1 and ${present('p')}`,
    [appId, id],
  );
  return rows[0];
}

/** Adds a permission to a catalogue. @throws Refusal `name_taken` */
export async function insertPermission(change: Change, appId: string, fields: PermissionFields): Promise<Permission> {
  const id = newId();
  await write(change, appId, id, change.no, fields);
  return { id, ...fields, roles: 0, version: change.no };
}

/** Replaces the present row of a permission by a new one. @throws Refusal `name_taken` */
export async function updatePermission(
  change: Change,
  appId: string,
  permission: Permission,
  fields: Partial<PermissionFields>,
): Promise<Permission> {
  const next = { name: permission.name, title: permission.title, ...fields };
  const { rows } = await change.connection.query<{ created: number }>(
    `select created_no as created from permissions p where p.id = $1 and ${present('p')}`,
    [permission.id],
  );
  await endFacts(change, 'permissions', { id: [permission.id] });
  await write(change, appId, permission.id, rows[0]?.created ?? change.no, next);
  return { ...permission, ...next, version: change.no };
}

/** Deletes a permission with its places in roles and its grants. */
export async function deletePermission(change: Change, id: string): Promise<void> {
  await endFacts(change, 'role_permissions', { permission_id: [id] });
  await endFacts(change, 'grants', { permission_id: [id] });
  await lapseRequests(change, 'permission_id', [id]);
  await endFacts(change, 'permissions', { id: [id] });
}

async function write(
  { connection, no }: Change,
  appId: string,
  id: string,
  created: number,
  { name, title }: PermissionFields,
): Promise<void> {
  await connection.query(
    `insert into permissions (id, app_id, name, title, created_no, no_from) values ($1, $2, $3, $4, $5, $6)`,
    [id, appId, name, title, created, no],
  );
}
