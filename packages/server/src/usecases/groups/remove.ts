import type { Calls } from '@licet/contract';
import { deleteGroup } from '../../store/groups/groups.ts';
import { changeAs } from '../authorise.ts';
import type { Handler } from '../handler.ts';
import { requireMayGrantThrough } from '../mayGive.ts';
import { requireGroup, requireVersion } from '../require.ts';
import { groupTarget, groupTold } from '../targets.ts';

export const remove: Handler<Calls['groups']['remove']> = async (context, { params, ifMatch }) => {
  await changeAs(context, 'groups.remove', params, async (change, caller) => {
    const group = await requireGroup(change, params.group);
    requireVersion(group, ifMatch);
    await requireMayGrantThrough(change, caller, group.id);
    await deleteGroup(change, group.id);
    change.record({ action: 'group.deleted', target: groupTarget(group), before: groupTold(group) });
  });
  return undefined;
};
