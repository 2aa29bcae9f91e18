import type { Calls } from '@licet/contract';
import { describeApplication, updateApplication } from '../../store/applications/applications.ts';
import { changeAs, noApplication } from '../authorise.ts';
import type { Handler } from '../handler.ts';
import { requireApplication, requireOwn, requireVersion } from '../require.ts';
import { applicationTarget, applicationTold } from '../targets.ts';

export const update: Handler<Calls['applications']['update']> = (context, { params, body, ifMatch }) =>
  changeAs(context, 'applications.update', params, async (change) => {
    const before = await requireApplication(change, params.application);
    requireOwn(before);
    requireVersion(before, ifMatch);
    const fields = { name: body.name ?? before.name, description: body.description ?? before.description };
    await updateApplication(change, before, fields);
    change.record({
      action: 'application.changed',
      application: before.id,
      target: applicationTarget({ ...before, ...fields }),
      before: applicationTold(before),
      after: applicationTold(fields),
    });
    return (await describeApplication(change, before.factId)) ?? noApplication(before.id);
  });
