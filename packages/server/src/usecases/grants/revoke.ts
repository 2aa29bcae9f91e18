import type { Calls } from '@licet/contract';
import { endGrant } from '../../store/grants/grants.ts';
import { changeAs } from '../authorise.ts';
import type { Handler } from '../handler.ts';
import { requireMayGrant } from '../mayGive.ts';
import { requireApplication, requireVersion } from '../require.ts';
import { grantTarget, grantTold } from '../targets.ts';
import { requireLasting } from './times.ts';

export const revoke: Handler<Calls['grants']['revoke']> = async (context, { params, ifMatch }) => {
  await changeAs(context, 'grants.revoke', params, async (change, caller) => {
    const application = await requireApplication(change, params.application);
    requireMayGrant(caller, application.id);
    const grant = await requireLasting(change, application, params.grant);
    requireVersion(grant, ifMatch);
    await endGrant(change, grant.id);
    change.record({
      action: 'grant.revoked',
      application: application.id,
      target: grantTarget(grant),
      before: grantTold(grant),
    });
  });
  return undefined;
};
