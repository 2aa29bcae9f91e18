import type { Calls } from '@licet/contract';
import { deletePermission, insertPermission, updatePermission } from '../../store/permissions/permissions.ts';
import { changeAs } from '../authorise.ts';
import type { Handler } from '../handler.ts';
import { requireMayGrant } from '../mayGive.ts';
import { requireApplication, requireOwn, requirePermission, requireVersion } from '../require.ts';
import { permissionTarget, permissionTold } from '../targets.ts';

export const create: Handler<Calls['permissions']['create']> = (context, { params, body }) =>
  changeAs(context, 'permissions.create', params, async (change) => {
    const application = await requireApplication(change, params.application);
    requireOwn(application);
    const fields = { name: body.name, title: body.title ?? '' };
    const permission = await insertPermission(change, application.factId, fields);
    change.record({
      action: 'permission.created',
      application: application.id,
      target: permissionTarget(permission),
      after: permissionTold(permission),
    });
    return permission;
  });

/** Tokens carry names: under another name its holders may do something else. So renaming takes the right to grant. */
export const update: Handler<Calls['permissions']['update']> = (context, { params, body, ifMatch }) =>
  changeAs(context, 'permissions.update', params, async (change, caller) => {
    const application = await requireApplication(change, params.application);
    requireOwn(application);
    const before = await requirePermission(change, application, params.permission);
    requireVersion(before, ifMatch);
    if (body.name !== undefined && body.name !== before.name) requireMayGrant(caller, application.id);
    const after = await updatePermission(change, application.factId, before, {
      name: body.name ?? before.name,
      title: body.title ?? before.title,
    });
    change.record({
      action: 'permission.changed',
      application: application.id,
      target: permissionTarget(after),
      before: permissionTold(before),
      after: permissionTold(after),
    });
    return after;
  });

export const remove: Handler<Calls['permissions']['remove']> = async (context, { params, ifMatch }) => {
  await changeAs(context, 'permissions.remove', params, async (change, caller) => {
    const application = await requireApplication(change, params.application);
    requireOwn(application);
    const permission = await requirePermission(change, application, params.permission);
    requireVersion(permission, ifMatch);
    requireMayGrant(caller, application.id);
    await deletePermission(change, permission.id);
    change.record({
      action: 'permission.deleted',
      application: application.id,
      target: permissionTarget(permission),
      before: permissionTold(permission),
    });
  });
  return undefined;
};
