import type { Calls } from '@licet/contract';
import { refuse } from '../../refusal.ts';
import { findGrant, insertGrant } from '../../store/grants/grants.ts';
import { namesIn } from '../../store/roles/roles.ts';
import { changeAs } from '../authorise.ts';
import type { Handler } from '../handler.ts';
import { requireMayGrant } from '../mayGive.ts';
import { refuseFields, requireApplication, requirePrincipal } from '../require.ts';
import { grantTarget, grantTold } from '../targets.ts';
import { requireInstant } from './times.ts';

export const create: Handler<Calls['grants']['create']> = (context, { params, body }) =>
  changeAs(context, 'grants.create', params, async (change, caller) => {
    const application = await requireApplication(change, params.application);
    requireMayGrant(caller, application.id);
    const principal = await requirePrincipal(change, body.principal.id);
    if (principal.kind !== body.principal.kind)
      refuseFields([{ pointer: '/principal/kind', detail: `${principal.name} is a ${principal.kind}.` }]);
    const { kind, id: givenId } = body.gives;
    const known = await namesIn(change, kind === 'role' ? 'roles' : 'permissions', application.factId, [givenId]);
    if (known.size === 0)
      refuseFields([{ pointer: '/gives/id', detail: `${application.name} has no ${kind} with the id ${givenId}.` }]);
    const id = await insertGrant(change, application.factId, {
      principal,
      gives: body.gives,
      starts: body.starts ? requireInstant(body.starts, '/starts') : change.at,
      ends: body.ends ? requireInstant(body.ends, '/ends') : null,
      reason: body.reason ?? '',
      grantedBy: change.actor.name,
    });
    const grant = (await findGrant(change, application.factId, id)) ?? refuse('internal', 'The grant was not written.');
    change.record({
      action: 'grant.created',
      application: application.id,
      target: grantTarget(grant),
      after: grantTold(grant),
    });
    return grant;
  });
