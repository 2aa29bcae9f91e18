import type { Calls } from '@licet/contract';
import { refuse } from '../../refusal.ts';
import { listGrants } from '../../store/grants/list.ts';
import { groupsOfUser } from '../../store/groups/memberships.ts';
import { read } from '../../store/kernel/snapshot.ts';
import { listUsers } from '../../store/users/list.ts';
import { accessSummaries } from '../access/summaries.ts';
import { callerAccess } from '../authorise.ts';
import { statesIn } from '../grants/states.ts';
import type { Handler } from '../handler.ts';
import { requireUser } from '../require.ts';

/** Who has access in an application is for those to see who may see access, or who own it. */
export const list: Handler<Calls['users']['list']> = ({ database, caller }, { query }) =>
  read(database, async (snapshot) => {
    const { application, role } = query;
    if (application !== undefined || role !== undefined) {
      const held = await callerAccess(snapshot, caller);
      const owned = application !== undefined && held.owns.has(application) && role === undefined;
      if (!held.can('access.read') && !owned)
        refuse('forbidden', 'Listing users by their access needs the permission access.read of Licet.', {
          permission: 'access.read',
        });
    }
    return listUsers(snapshot, query);
  });

export const get: Handler<Calls['users']['get']> = ({ database }, { params }) =>
  read(database, (snapshot) => requireUser(snapshot, params.user));

export const access: Handler<Calls['users']['access']> = ({ database, issuer }, { params }) =>
  read(database, async (snapshot) => {
    const user = await requireUser(snapshot, params.user);
    return { items: await accessSummaries(snapshot, issuer, user.id) };
  });

export const groups: Handler<Calls['users']['groups']> = ({ database }, { params }) =>
  read(database, async (snapshot) => {
    const user = await requireUser(snapshot, params.user);
    return { items: await groupsOfUser(snapshot, user.id) };
  });

export const grants: Handler<Calls['users']['grants']> = ({ database }, { params, query }) =>
  read(database, async (snapshot) => {
    const user = await requireUser(snapshot, params.user);
    return listGrants(snapshot, { ...query, principal: user.id, states: statesIn(query.state) });
  });
