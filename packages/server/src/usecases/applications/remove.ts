import type { Calls } from '@licet/contract';
import { deleteApplication, describeApplication } from '../../store/applications/applications.ts';
import { changeAs } from '../authorise.ts';
import type { Handler } from '../handler.ts';
import { requireMayGrant } from '../mayGive.ts';
import { requireApplication, requireOwn, requireVersion } from '../require.ts';
import { applicationTarget, applicationTold } from '../targets.ts';

/**
 * Deletes an application with everything in it. It takes the right to grant in it: otherwise whoever may register applications
 * could delete one, register its identifier anew, and as its owner give what he may not give.
 */
export const remove: Handler<Calls['applications']['remove']> = async (context, { params, ifMatch }) => {
  await changeAs(context, 'applications.remove', params, async (change, caller) => {
    const application = await requireApplication(change, params.application);
    requireOwn(application);
    requireVersion(application, ifMatch);
    requireMayGrant(caller, application.id);
    const whole = await describeApplication(change, application.factId);
    await deleteApplication(change, application.factId);
    change.record({
      action: 'application.deleted',
      application: application.id,
      target: applicationTarget(application),
      before: {
        id: application.id,
        ...applicationTold(application),
        owners: whole?.owners.map(({ name }) => name),
        permissions: whole?.permissions,
        roles: whole?.roles,
        grants: whole?.grants,
        clients: whole?.clients,
      },
    });
  });
  return undefined;
};
