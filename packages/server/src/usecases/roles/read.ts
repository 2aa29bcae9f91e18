import { listRoleItems, listRoles } from '../../store/roles/list.ts';
import { hasRole } from '../../store/roles/roles.ts';
import { requireApplication, requireRole } from '../require.ts';
import { reading } from '../use-case.ts';

export const list = reading('roles.list', async ({ snapshot, params, query }) => {
  const { factId } = await requireApplication(snapshot, params.application);
  return listRoles(snapshot, factId, query);
});

export const get = reading('roles.get', async ({ snapshot, params }) =>
  requireRole(snapshot, await requireApplication(snapshot, params.application), params.role),
);

export const items = reading('roles.items', async ({ snapshot, params, query }) => {
  // The holders are not needed here, only whether the role exists.
  if (!(await hasRole(snapshot, params.application, params.role)))
    await requireRole(snapshot, await requireApplication(snapshot, params.application), params.role);
  return listRoleItems(snapshot, params.role, query);
});
