import { adminRole, type Calls } from '@licet/contract';
import { refuse } from '../../refusal.ts';
import { insertRole, setInclusions, setRolePermissions } from '../../store/roles/roles.ts';
import { changeAs } from '../authorise.ts';
import type { Handler } from '../handler.ts';
import { requireMayGrant } from '../mayGive.ts';
import { requireApplication, requireRole } from '../require.ts';
import { roleTarget } from '../targets.ts';
import { requireContents, roleTold } from './contents.ts';

/** A new role gives nobody anything yet; in Licet itself only its administrators make one all the same. */
export const create: Handler<Calls['roles']['create']> = (context, { params, body }) =>
  changeAs(context, 'roles.create', params, async (change, caller) => {
    const application = await requireApplication(change, params.application);
    if (application.builtIn) requireMayGrant(caller, application.id);
    if (body.name === adminRole)
      refuse('name_taken', `${application.name} has the built-in role ${adminRole} already.`);
    const { permissions, includes } = await requireContents(change, application, body);
    const id = await insertRole(change, application.factId, { name: body.name, title: body.title ?? '' });
    await setRolePermissions(change, id, permissions ?? []);
    await setInclusions(change, id, includes ?? []);
    const role = await requireRole(change, application, id);
    change.record({
      action: 'role.created',
      application: application.id,
      target: roleTarget(role),
      after: await roleTold(change, role),
    });
    return role;
  });
