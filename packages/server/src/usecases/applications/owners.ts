import type { Calls } from '@licet/contract';
import { refuse } from '../../refusal.ts';
import { endOwner, insertOwner } from '../../store/applications/applications.ts';
import { changeAs } from '../authorise.ts';
import type { Handler } from '../handler.ts';
import { requireMayGrant } from '../mayGive.ts';
import { requireApplication, requireOwn, requireUser } from '../require.ts';
import { applicationTarget } from '../targets.ts';

// An owner may grant: so only who may grant makes one.

export const addOwner: Handler<Calls['applications']['addOwner']> = async (context, { params }) => {
  await changeAs(context, 'applications.addOwner', params, async (change, caller) => {
    const application = await requireApplication(change, params.application);
    requireOwn(application);
    requireMayGrant(caller, application.id);
    const user = await requireUser(change, params.user);
    await insertOwner(change, application.factId, user.id);
    change.record({
      action: 'application.owner_added',
      application: application.id,
      target: applicationTarget(application),
      after: { owner: `${user.name} (${user.username})` },
    });
  });
  return undefined;
};

export const removeOwner: Handler<Calls['applications']['removeOwner']> = async (context, { params }) => {
  await changeAs(context, 'applications.removeOwner', params, async (change, caller) => {
    const application = await requireApplication(change, params.application);
    requireMayGrant(caller, application.id);
    const user = await requireUser(change, params.user);
    if (!(await endOwner(change, application.factId, user.id)))
      refuse('not_found', `${user.name} is not an owner of ${application.name}.`);
    change.record({
      action: 'application.owner_removed',
      application: application.id,
      target: applicationTarget(application),
      before: { owner: `${user.name} (${user.username})` },
    });
  });
  return undefined;
};
