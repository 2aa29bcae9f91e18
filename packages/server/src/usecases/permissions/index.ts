import {
  deletePermission,
  insertPermission,
  listPermissions,
  updatePermission,
} from '../../store/permissions/permissions.ts';
import { requireSubject } from '../access/read.ts';
import { requireMayGrant } from '../may-give.ts';
import {
  permissionRecord,
  permissionTarget,
  requireApplication,
  requireOwn,
  requirePermission,
  requireVersion,
} from '../require.ts';
import { requireMayLetGo } from '../separations/require.ts';
import { changing, reading } from '../use-case.ts';

export const create = changing('permissions.create', async ({ change, params, body }) => {
  const application = await requireApplication(change, params.application);
  requireOwn(application);
  const fields = { name: body.name, title: body.title ?? '' };
  const permission = await insertPermission(change, application.factId, fields);
  change.record({
    action: 'permission.created',
    application: application.id,
    target: permissionTarget(permission),
    after: permissionRecord(permission),
  });
  return permission;
});

/**
 * Tokens carry the name of a permission, so renaming it changes what its holders may do. It requires the right to
 * grant.
 */
export const update = changing('permissions.update', async ({ change, access, params, body, ifMatch }) => {
  const application = await requireApplication(change, params.application);
  requireOwn(application);
  const before = await requirePermission(change, application, params.permission);
  requireVersion(before, ifMatch);
  if (body.name !== undefined && body.name !== before.name) {
    requireMayGrant(access, application.id);
    await requireMayLetGo(change, access, before);
  }
  const after = await updatePermission(change, application.factId, before, {
    name: body.name ?? before.name,
    title: body.title ?? before.title,
  });
  change.record({
    action: 'permission.changed',
    application: application.id,
    target: permissionTarget(after),
    before: permissionRecord(before),
    after: permissionRecord(after),
  });
  return after;
});

export const remove = changing('permissions.remove', async ({ change, access, params, ifMatch }) => {
  const application = await requireApplication(change, params.application);
  requireOwn(application);
  const permission = await requirePermission(change, application, params.permission);
  requireVersion(permission, ifMatch);
  requireMayGrant(access, application.id);
  await requireMayLetGo(change, access, permission);
  await deletePermission(change, permission.id);
  change.record({
    action: 'permission.deleted',
    application: application.id,
    target: permissionTarget(permission),
    before: permissionRecord(permission),
  });
});

export const list = reading('permissions.list', async ({ snapshot, params, query }) => {
  const { id } = await requireSubject(snapshot, params.application);
  return listPermissions(snapshot, id, query);
});
