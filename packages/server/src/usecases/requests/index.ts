import type { Calls } from '@licet/contract';
import { mapPage } from '../../store/kernel/paging.ts';
import { read } from '../../store/kernel/snapshot.ts';
import { listRequests } from '../../store/requests/list.ts';
import { callerAccess, onlyApplication, requireOwnApplication } from '../authorise.ts';
import type { Handler, Handlers } from '../handler.ts';
import { approve } from './approve.ts';
import { ask } from './ask.ts';
import { deny, withdraw } from './close.ts';
import { plan } from './plan.ts';
import { requireRequest } from './require.ts';
import { shownRequest, sightOf } from './shown.ts';

const list: Handler<Calls['requests']['list']> = ({ database, caller }, { query }) =>
  read(database, async (snapshot) => {
    const { view = 'mine', application, ...page } = query;
    if (application !== undefined) requireOwnApplication(caller, application);
    const held = await callerAccess(snapshot, caller);
    const only = onlyApplication(caller) ?? application;
    const found = await listRequests(snapshot, { ...page, view, application: only, sight: sightOf(held) });
    return mapPage(found, (request) => shownRequest(request, held));
  });

const get: Handler<Calls['requests']['get']> = ({ database, caller }, { params }) =>
  read(database, async (snapshot) => {
    const held = await callerAccess(snapshot, caller);
    return shownRequest(await requireRequest(snapshot, caller, held, params.request), held);
  });

export const requests: Handlers<'requests'> = { list, ask, get, plan, approve, deny, withdraw };
