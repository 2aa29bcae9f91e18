import { adminRole } from '@licet/contract';
import { refuse } from '../../refusal.ts';
import { deleteRole, insertRole, setInclusions, setRolePermissions, updateRole } from '../../store/roles/roles.ts';
import { requireMayGrant } from '../may-give.ts';
import { requireApplication, requireRole, requireVersion } from '../require.ts';
import { requireMayLetGo } from '../separations/require.ts';
import { roleTarget } from '../targets.ts';
import { changing } from '../use-case.ts';
import { requireContents, roleRecord, toldApart, wholeRecord } from './contents.ts';

/**
 * A new role gives no access yet, so creating one needs no right to grant. In Licet itself only its administrators
 * create one.
 */
export const create = changing('roles.create', async ({ change, access, params, body }) => {
  const application = await requireApplication(change, params.application);
  if (application.builtIn) requireMayGrant(access, application.id);
  if (body.name === adminRole)
    refuse('name_taken', 'admin_role_exists', { application: application.name, role: adminRole });
  const { permissions, includes } = await requireContents(change, application, body);
  const id = await insertRole(change, application.factId, { name: body.name, title: body.title ?? '' });
  await setRolePermissions(change, id, permissions ?? []);
  await setInclusions(change, id, includes ?? []);
  const role = await requireRole(change, application, id);
  change.record({
    action: 'role.created',
    application: application.id,
    target: roleTarget(role),
    after: await roleRecord(change, role),
  });
  return role;
});

/**
 * Changes a role. New contents, or a new name, which tokens carry, reach its holders immediately, so changing these
 * requires the right to grant. Changing the title does not.
 */
export const update = changing('roles.update', async ({ change, access, params, body, ifMatch }) => {
  const application = await requireApplication(change, params.application);
  const before = await requireRole(change, application, params.role);
  requireVersion(before, ifMatch);
  const renamed = body.name !== undefined && body.name !== before.name;
  if (renamed || body.permissions || body.includes || application.builtIn) requireMayGrant(access, application.id);
  if (renamed && body.name === adminRole)
    refuse('name_taken', 'admin_role_exists', { application: application.name, role: adminRole });
  if (before.builtIn && (renamed || body.permissions || body.includes))
    refuse('built_in', 'built_in_role_changed', { role: before.name, application: application.name });
  if (renamed) await requireMayLetGo(change, access, before);
  const { permissions, includes } = await requireContents(change, application, body);
  const was = await wholeRecord(change, before);
  await updateRole(change, application.factId, before, {
    name: body.name ?? before.name,
    title: body.title ?? before.title,
  });
  if (permissions) await setRolePermissions(change, before.id, permissions);
  if (includes) await setInclusions(change, before.id, includes);
  const after = await requireRole(change, application, before.id);
  const [told, toldAfter] = toldApart(was, await wholeRecord(change, after));
  change.record({
    action: 'role.changed',
    application: application.id,
    target: roleTarget(after),
    before: told,
    after: toldAfter,
  });
  return after;
});

export const remove = changing('roles.remove', async ({ change, access, params, ifMatch }) => {
  const application = await requireApplication(change, params.application);
  const role = await requireRole(change, application, params.role);
  requireVersion(role, ifMatch);
  requireMayGrant(access, application.id);
  if (role.builtIn) refuse('built_in', 'built_in_role_deleted', { role: role.name, application: application.name });
  await requireMayLetGo(change, access, role);
  const before = await roleRecord(change, role);
  await deleteRole(change, role.id);
  change.record({ action: 'role.deleted', application: application.id, target: roleTarget(role), before });
});
