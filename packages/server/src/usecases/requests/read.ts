import { listRequests } from '../../store/requests/list.ts';
import { onlyApplication, requireOwnApplication } from '../authorise.ts';
import { reading } from '../use-case.ts';
import { requireRequest } from './require.ts';
import { shownRequests, shownWith, sightOf } from './shown.ts';

export const list = reading('requests.list', async ({ snapshot, access, query, caller }) => {
  const { view = 'mine', application, ...page } = query;
  if (application !== undefined) requireOwnApplication(caller, application);
  const only = onlyApplication(caller) ?? application;
  const found = await listRequests(snapshot, { ...page, view, application: only, sight: sightOf(access) });
  const shown = await shownRequests(snapshot, found.items, access);
  return { ...found, items: shown };
});

export const get = reading('requests.get', async ({ snapshot, access, params, caller }) => {
  const { request, standing } = await requireRequest(snapshot, caller, access, params.request);
  return shownWith(request, standing);
});
