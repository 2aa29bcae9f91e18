import { refuse } from '../../refusal.ts';
import { listGrants } from '../../store/grants/list.ts';
import {
  deleteGroup,
  endMembership,
  insertGroup,
  insertMembership,
  listGroups,
  listMembers,
  updateGroup,
} from '../../store/groups/groups.ts';
import { statesIn } from '../grants/read.ts';
import { requireMayAskLess, requireMayGrantThrough } from '../may-give.ts';
import {
  groupRecord,
  groupTarget,
  principalRecord,
  requireGroup,
  requirePrincipal,
  requireVersion,
} from '../require.ts';
import { changing, reading } from '../use-case.ts';

export const create = changing('groups.create', async ({ change, body }) => {
  const group = await insertGroup(change, { name: body.name, description: body.description ?? '' });
  change.record({ action: 'group.created', target: groupTarget(group), after: groupRecord(group) });
  return group;
});

/** Files of access as code identify a group by its name: another group under that name would get its access. */
export const update = changing('groups.update', async ({ change, access, params, body, ifMatch }) => {
  const before = await requireGroup(change, params.group);
  requireVersion(before, ifMatch);
  if (body.name !== undefined && body.name !== before.name) await requireMayGrantThrough(change, access, before.id);
  const after = await updateGroup(change, before, {
    name: body.name ?? before.name,
    description: body.description ?? before.description,
  });
  change.record({
    action: 'group.changed',
    target: groupTarget(after),
    before: groupRecord(before),
    after: groupRecord(after),
  });
  return after;
});

export const remove = changing('groups.remove', async ({ change, access, params, ifMatch }) => {
  const group = await requireGroup(change, params.group);
  requireVersion(group, ifMatch);
  await requireMayGrantThrough(change, access, group.id);
  await requireMayAskLess(change, access, group);
  await deleteGroup(change, group.id);
  change.record({ action: 'group.deleted', target: groupTarget(group), before: groupRecord(group) });
});

export const addMember = changing('groups.addMember', async ({ change, access, params }) => {
  const group = await requireGroup(change, params.group);
  const member = await requirePrincipal(change, params.member);
  if (member.kind === 'client') refuse('wrong_state', 'program_as_member', { program: member.name });
  await requireMayGrantThrough(change, access, group.id);
  await insertMembership(change, group.id, { ...member, kind: member.kind });
  const after = { group: group.name, member: principalRecord(member) };
  change.record({ action: 'group.member_added', target: groupTarget(group), after });
});

export const removeMember = changing('groups.removeMember', async ({ change, access, params }) => {
  const group = await requireGroup(change, params.group);
  const member = await requirePrincipal(change, params.member);
  await requireMayGrantThrough(change, access, group.id);
  await requireMayAskLess(change, access, group);
  if (!(await endMembership(change, group.id, member.id)))
    refuse('not_found', 'member_unknown', { member: member.name, group: group.name });
  const before = { group: group.name, member: principalRecord(member) };
  change.record({ action: 'group.member_removed', target: groupTarget(group), before });
});

export const list = reading('groups.list', ({ snapshot, query }) => listGroups(snapshot, query));

export const get = reading('groups.get', ({ snapshot, params }) => requireGroup(snapshot, params.group));

export const members = reading('groups.members', async ({ snapshot, params, query }) => {
  const group = await requireGroup(snapshot, params.group);
  return listMembers(snapshot, group.id, query);
});

export const grants = reading('groups.grants', async ({ snapshot, params, query }) => {
  const group = await requireGroup(snapshot, params.group);
  return listGrants(snapshot, { ...query, principal: group.id, states: statesIn(query.state) });
});
