import { adminRole, type Calls } from '@licet/contract';
import { refuse } from '../../refusal.ts';
import { setInclusions, setRolePermissions, updateRole } from '../../store/roles/roles.ts';
import { changeAs } from '../authorise.ts';
import type { Handler } from '../handler.ts';
import { requireMayGrant } from '../mayGive.ts';
import { requireApplication, requireRole, requireVersion } from '../require.ts';
import { roleTarget } from '../targets.ts';
import { requireContents, roleTold } from './contents.ts';

/**
 * Changes a role. Whatever it holds and includes, and the name by which its holders' tokens carry it, is given to them by the
 * change: so only who may grant may change these. The title is free.
 */
export const update: Handler<Calls['roles']['update']> = (context, { params, body, ifMatch }) =>
  changeAs(context, 'roles.update', params, async (change, caller) => {
    const application = await requireApplication(change, params.application);
    const before = await requireRole(change, application, params.role);
    requireVersion(before, ifMatch);
    const renamed = body.name !== undefined && body.name !== before.name;
    if (renamed || body.permissions || body.includes || application.builtIn) requireMayGrant(caller, application.id);
    if (renamed && body.name === adminRole)
      refuse('name_taken', `${application.name} has the built-in role ${adminRole} already.`);
    if (before.builtIn && (renamed || body.permissions || body.includes))
      refuse('built_in', `The role ${before.name} is built in: it implies every permission, whatever it lists.`);
    const { permissions, includes } = await requireContents(change, application, body);
    const told = await roleTold(change, before);
    await updateRole(change, application.factId, before, {
      name: body.name ?? before.name,
      title: body.title ?? before.title,
    });
    if (permissions) await setRolePermissions(change, before.id, permissions);
    if (includes) await setInclusions(change, before.id, includes);
    const after = await requireRole(change, application, before.id);
    change.record({
      action: 'role.changed',
      application: application.id,
      target: roleTarget(after),
      before: told,
      after: await roleTold(change, after),
    });
    return after;
  });
