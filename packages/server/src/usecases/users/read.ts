import { listGrants } from '../../store/grants/list.ts';
import { groupsOfUser } from '../../store/groups/memberships.ts';
import { mapPage } from '../../store/kernel/paging.ts';
import { listSessions } from '../../store/sign-in/sessions.ts';
import { listSignIns } from '../../store/sign-in/sign-ins.ts';
import { listUsers } from '../../store/users/list.ts';
import { accessSummaries } from '../access/summaries.ts';
import { isSameNow } from '../authorise.ts';
import { statesIn } from '../grants/states.ts';
import { requireUser } from '../require.ts';
import { reading } from '../use-case.ts';
import { requireKnownThen, requireMayFilter } from './filter.ts';

export const list = reading('users.list', async ({ snapshot, access, query }) => {
  requireMayFilter(access, query);
  requireKnownThen(query);
  const { application } = query;
  if (application !== undefined && !access.can('access.read') && !(await isSameNow(snapshot, application)))
    requireMayFilter({ ...access, owns: new Set() }, query); // they own it now, and not the one of then
  const found = await listUsers(snapshot, query);
  return mapPage(found, (user) => ({
    ...user,
    ...(!access.can('groups.read') && { groups: null }),
    ...(!access.can('access.read') && { roles: null, endsNext: null }),
  }));
});

export const get = reading('users.get', ({ snapshot, params }) => requireUser(snapshot, params.user));

export const access = reading('users.access', async ({ snapshot, params, issuer }) => {
  const user = await requireUser(snapshot, params.user);
  return { items: await accessSummaries(snapshot, issuer, user.id) };
});

export const groups = reading('users.groups', async ({ snapshot, params }) => {
  const user = await requireUser(snapshot, params.user);
  return { items: await groupsOfUser(snapshot, user.id) };
});

export const grants = reading('users.grants', async ({ snapshot, params, query }) => {
  const user = await requireUser(snapshot, params.user);
  return listGrants(snapshot, { ...query, principal: user.id, states: statesIn(query.state) });
});

export const sessions = reading('users.sessions', async ({ snapshot, params, caller }) => {
  const user = await requireUser(snapshot, params.user);
  const current = caller.kind === 'user' ? caller.sessionId : null;
  return { items: await listSessions(snapshot, user.id, current) };
});

export const signIns = reading('users.signIns', async ({ snapshot, params, query }) => {
  const user = await requireUser(snapshot, params.user);
  return listSignIns(snapshot, { ...query, userId: user.id });
});
