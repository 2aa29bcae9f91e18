import { listPermissions } from '../../store/permissions/permissions.ts';
import { requireSubject } from '../access/subjects.ts';
import { reading } from '../use-case.ts';

export const list = reading('permissions.list', async ({ snapshot, params, query }) => {
  const { id } = await requireSubject(snapshot, params.application);
  return listPermissions(snapshot, id, query);
});
