import { listGrants } from '../../store/grants/list.ts';
import { listGroups, listMembers } from '../../store/groups/groups.ts';
import { statesIn } from '../grants/read.ts';
import { requireGroup } from '../require.ts';
import { reading } from '../use-case.ts';

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
