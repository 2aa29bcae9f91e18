import type { Calls } from '@licet/contract';
import { describeApplication, insertApplication, insertOwner } from '../../store/applications/applications.ts';
import { changeAs, noApplication } from '../authorise.ts';
import type { Handler } from '../handler.ts';
import { applicationTarget, applicationTold } from '../targets.ts';

/** The user who registers an application owns it. */
export const create: Handler<Calls['applications']['create']> = (context, { params, body }) =>
  changeAs(context, 'applications.create', params, async (change, caller) => {
    const fields = { name: body.name, description: body.description ?? '' };
    const factId = await insertApplication(change, body.id, fields);
    if (caller.userId) await insertOwner(change, factId, caller.userId);
    change.record({
      action: 'application.created',
      application: body.id,
      target: applicationTarget(body),
      after: { id: body.id, ...applicationTold(fields), owners: caller.userId ? [change.actor.name] : [] },
    });
    return (await describeApplication(change, factId)) ?? noApplication(body.id);
  });
