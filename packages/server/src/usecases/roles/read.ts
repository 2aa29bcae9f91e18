import { listRoleItems, listRoles } from '../../store/roles/list.ts';
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
  const application = await requireApplication(snapshot, params.application);
  const role = await requireRole(snapshot, application, params.role);
  return listRoleItems(snapshot, role.id, query);
});
