import type { Page, Permission } from '@licet/contract';
import type { Change } from '../kernel/change.ts';
import {
  endFacts,
  insertEntity,
  nameNowColumn,
  present,
  recorded,
  replaceEntity,
  withNameNow,
} from '../kernel/facts.ts';
import { byId, byName, type ListQuery, rankedOrder } from '../kernel/lists.ts';
import { searchFor } from '../kernel/matching.ts';
import { mapPage, orderOf, page } from '../kernel/paging.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { type Sql, sql } from '../kernel/sql.ts';
import { lapseRequests } from '../requests/requests.ts';

export interface PermissionFields {
  readonly name: string;
  readonly title: string;
}

/** The columns of a permission (alias `p`) in the form of the contract. */
export const permissionColumns = (snapshot: Snapshot): Sql => sql`
  p.id, p.name, p.title, p.no_from as version,
  (select count(*)::int from role_permissions rp where rp.permission_id = p.id and ${recorded(snapshot, 'rp')}) as roles`;

/** A permission of an application, unless deleted. */
export async function findPermission(snapshot: Snapshot, appId: string, id: string): Promise<Permission | undefined> {
  const { rows } = await snapshot.connection.query<Permission>(
    sql`select ${permissionColumns(snapshot)} from permissions p where p.id = ${id} and p.app_id = ${appId} and ${present('p')}`,
  );
  return rows[0];
}

/** Adds a permission to a catalogue. @throws Refusal `name_taken` */
export async function insertPermission(change: Change, appId: string, fields: PermissionFields): Promise<Permission> {
  const id = await insertEntity(change, 'permissions', { app_id: appId, name: fields.name, title: fields.title });
  return { id, ...fields, roles: 0, version: change.no };
}

/** Replaces the current row of a permission with a new one. @throws Refusal `name_taken` */
export async function updatePermission(
  change: Change,
  appId: string,
  permission: Permission,
  fields: Partial<PermissionFields>,
): Promise<Permission> {
  const next = { name: permission.name, title: permission.title, ...fields };
  await replaceEntity(change, 'permissions', permission.id, { app_id: appId, name: next.name, title: next.title });
  return { ...permission, ...next, version: change.no };
}

/** Deletes a permission, removes it from roles, and ends its grants. */
export async function deletePermission(change: Change, id: string): Promise<void> {
  await endFacts(change, 'role_permissions', { permission_id: [id] });
  await endFacts(change, 'grants', { permission_id: [id] });
  await lapseRequests(change, 'permission_id', [id]);
  await endFacts(change, 'permissions', { id: [id] });
}

/** A page of an application's catalogue, at the snapshot. @throws Refusal `invalid_cursor` */
export async function listPermissions(snapshot: Snapshot, appId: string, query: ListQuery): Promise<Page<Permission>> {
  const where = [sql`p.app_id = ${appId}`, recorded(snapshot, 'p')];
  const search = searchFor(query.q);
  if (search) where.push(search.matches(sql`p.sought`));
  const sorted = orderOf({ name: [byName('p.name'), byId('p.id')] }, query.sort);
  const found = await page<Permission>(
    snapshot,
    {
      name: `permissions ${appId}`,
      select: sql`${permissionColumns(snapshot)}${nameNowColumn(snapshot, 'permissions', sql`p.id`)}`,
      alias: 'p',
      from: sql`permissions p`,
      where,
      whole: !search,
      order: rankedOrder(search, sql`p.sought`, query.sort, sorted),
    },
    query,
  );
  return mapPage(found, withNameNow);
}
