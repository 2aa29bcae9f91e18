import type { Calls } from '@licet/contract';
import { listGrants } from '../../store/grants/list.ts';
import { listGroups, listMembers } from '../../store/groups/list.ts';
import { read } from '../../store/kernel/snapshot.ts';
import { statesIn } from '../grants/states.ts';
import type { Handler } from '../handler.ts';
import { requireGroup } from '../require.ts';

export const list: Handler<Calls['groups']['list']> = ({ database }, { query }) =>
  read(database, (snapshot) => listGroups(snapshot, query));

export const get: Handler<Calls['groups']['get']> = ({ database }, { params }) =>
  read(database, (snapshot) => requireGroup(snapshot, params.group));

export const members: Handler<Calls['groups']['members']> = ({ database }, { params, query }) =>
  read(database, async (snapshot) => {
    const group = await requireGroup(snapshot, params.group);
    return listMembers(snapshot, group.id, query);
  });

export const grants: Handler<Calls['groups']['grants']> = ({ database }, { params, query }) =>
  read(database, async (snapshot) => {
    const group = await requireGroup(snapshot, params.group);
    return listGrants(snapshot, { ...query, principal: group.id, states: statesIn(query.state) });
  });
