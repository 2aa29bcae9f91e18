import { listPermissions } from '../../store/permissions/list.ts';
import { requireApplication } from '../require.ts';
import { reading } from '../use-case.ts';

export const list = reading('permissions.list', async ({ snapshot, params, query }) => {
  const { factId } = await requireApplication(snapshot, params.application);
  return listPermissions(snapshot, factId, query);
});
