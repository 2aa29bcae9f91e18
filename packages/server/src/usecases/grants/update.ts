import type { Calls } from '@licet/contract';
import { refuse } from '../../refusal.ts';
import { findGrant, updateGrant } from '../../store/grants/grants.ts';
import { changeAs } from '../authorise.ts';
import type { Handler } from '../handler.ts';
import { requireMayGrant } from '../mayGive.ts';
import { requireApplication, requireVersion } from '../require.ts';
import { grantTarget, grantTold } from '../targets.ts';
import { requireInstant, requireLasting } from './times.ts';

export const update: Handler<Calls['grants']['update']> = (context, { params, body, ifMatch }) =>
  changeAs(context, 'grants.update', params, async (change, caller) => {
    const application = await requireApplication(change, params.application);
    requireMayGrant(caller, application.id);
    const before = await requireLasting(change, application, params.grant);
    requireVersion(before, ifMatch);
    const ends = body.ends ? requireInstant(body.ends, '/ends') : body.ends;
    await updateGrant(change, application.factId, before, {
      ends: ends === undefined ? before.ends : ends,
      reason: body.reason ?? before.reason,
    });
    const after =
      (await findGrant(change, application.factId, before.id)) ?? refuse('internal', 'The grant was not written.');
    change.record({
      action: 'grant.changed',
      application: application.id,
      target: grantTarget(after),
      before: grantTold(before),
      after: grantTold(after),
    });
    return after;
  });
