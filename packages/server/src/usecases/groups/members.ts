import type { Calls } from '@licet/contract';
import { refuse } from '../../refusal.ts';
import { endMembership, insertMembership } from '../../store/groups/memberships.ts';
import { changeAs } from '../authorise.ts';
import type { Handler } from '../handler.ts';
import { requireMayGrantThrough } from '../mayGive.ts';
import { requireGroup, requirePrincipal } from '../require.ts';
import { groupTarget, principalTold } from '../targets.ts';

export const addMember: Handler<Calls['groups']['addMember']> = async (context, { params }) => {
  await changeAs(context, 'groups.addMember', params, async (change, caller) => {
    const group = await requireGroup(change, params.group);
    const member = await requirePrincipal(change, params.member);
    await requireMayGrantThrough(change, caller, group.id);
    await insertMembership(change, group.id, member);
    const after = { group: group.name, member: principalTold(member) };
    change.record({ action: 'group.member_added', target: groupTarget(group), after });
  });
  return undefined;
};

export const removeMember: Handler<Calls['groups']['removeMember']> = async (context, { params }) => {
  await changeAs(context, 'groups.removeMember', params, async (change, caller) => {
    const group = await requireGroup(change, params.group);
    const member = await requirePrincipal(change, params.member);
    await requireMayGrantThrough(change, caller, group.id);
    if (!(await endMembership(change, group.id, member.id)))
      refuse('not_found', `${member.name} is not a direct member of ${group.name}.`);
    const before = { group: group.name, member: principalTold(member) };
    change.record({ action: 'group.member_removed', target: groupTarget(group), before });
  });
  return undefined;
};
