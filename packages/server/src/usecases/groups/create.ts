import type { Calls } from '@licet/contract';
import { insertGroup } from '../../store/groups/groups.ts';
import { changeAs } from '../authorise.ts';
import type { Handler } from '../handler.ts';
import { groupTarget, groupTold } from '../targets.ts';

export const create: Handler<Calls['groups']['create']> = (context, { params, body }) =>
  changeAs(context, 'groups.create', params, async (change) => {
    const group = await insertGroup(change, { name: body.name, description: body.description ?? '' });
    change.record({ action: 'group.created', target: groupTarget(group), after: groupTold(group) });
    return group;
  });
