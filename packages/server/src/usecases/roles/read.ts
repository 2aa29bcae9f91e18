import type { Calls } from '@licet/contract';
import { read } from '../../store/kernel/snapshot.ts';
import { listRoleItems, listRoles } from '../../store/roles/list.ts';
import type { Handler } from '../handler.ts';
import { requireApplication, requireRole } from '../require.ts';

export const list: Handler<Calls['roles']['list']> = ({ database }, { params, query }) =>
  read(database, async (snapshot) => {
    const { factId } = await requireApplication(snapshot, params.application);
    return listRoles(snapshot, factId, query);
  });

export const get: Handler<Calls['roles']['get']> = ({ database }, { params }) =>
  read(database, async (snapshot) =>
    requireRole(snapshot, await requireApplication(snapshot, params.application), params.role),
  );

export const items: Handler<Calls['roles']['items']> = ({ database }, { params, query }) =>
  read(database, async (snapshot) => {
    const application = await requireApplication(snapshot, params.application);
    const role = await requireRole(snapshot, application, params.role);
    return listRoleItems(snapshot, role.id, query);
  });
