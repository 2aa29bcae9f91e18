import type { Calls } from '@licet/contract';
import { updateGroup } from '../../store/groups/groups.ts';
import { changeAs } from '../authorise.ts';
import type { Handler } from '../handler.ts';
import { requireGroup, requireVersion } from '../require.ts';
import { groupTarget, groupTold } from '../targets.ts';

export const update: Handler<Calls['groups']['update']> = (context, { params, body, ifMatch }) =>
  changeAs(context, 'groups.update', params, async (change) => {
    const before = await requireGroup(change, params.group);
    requireVersion(before, ifMatch);
    const after = await updateGroup(change, before, {
      name: body.name ?? before.name,
      description: body.description ?? before.description,
    });
    change.record({
      action: 'group.changed',
      target: groupTarget(after),
      before: groupTold(before),
      after: groupTold(after),
    });
    return after;
  });
