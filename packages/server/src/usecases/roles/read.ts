import type { Calls } from '@licet/contract';
import { listRoleItems, listRoles } from '../../store/roleList.ts';
import { read } from '../../store/snapshot.ts';
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
