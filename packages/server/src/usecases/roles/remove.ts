import type { Calls } from '@licet/contract';
import { refuse } from '../../refusal.ts';
import { deleteRole } from '../../store/roles/roles.ts';
import { changeAs } from '../authorise.ts';
import type { Handler } from '../handler.ts';
import { requireMayGrant } from '../mayGive.ts';
import { requireApplication, requireRole, requireVersion } from '../require.ts';
import { roleTarget } from '../targets.ts';
import { roleTold } from './contents.ts';

export const remove: Handler<Calls['roles']['remove']> = async (context, { params, ifMatch }) => {
  await changeAs(context, 'roles.remove', params, async (change, caller) => {
    const application = await requireApplication(change, params.application);
    const role = await requireRole(change, application, params.role);
    requireVersion(role, ifMatch);
    requireMayGrant(caller, application.id);
    if (role.builtIn) refuse('built_in', `The role ${role.name} is built in: every application has it.`);
    const before = await roleTold(change, role);
    await deleteRole(change, role.id);
    change.record({ action: 'role.deleted', application: application.id, target: roleTarget(role), before });
  });
  return undefined;
};
