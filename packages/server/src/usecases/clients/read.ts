import { findClient, listClients } from '../../store/applications/clients.ts';
import { listGrants } from '../../store/grants/list.ts';
import { accessSummaries } from '../access/read.ts';
import { statesIn } from '../grants/read.ts';
import { requireApplication, requireClient, shownClient } from '../require.ts';
import { reading } from '../use-case.ts';

export const list = reading('clients.list', async ({ snapshot, params }) => {
  const { factId } = await requireApplication(snapshot, params.application);
  return { items: (await listClients(snapshot, factId)).map(shownClient) };
});

export const access = reading('clients.access', async ({ snapshot, params, issuer }) => {
  const client = await requireClient(snapshot, await requireApplication(snapshot, params.application), params.client);
  return { items: await accessSummaries(snapshot, issuer, client.id) };
});

export const grants = reading('clients.grants', async ({ snapshot, params, query }) => {
  const client = await findClient(snapshot.connection, params.client);
  if (client?.application !== params.application)
    await requireClient(snapshot, await requireApplication(snapshot, params.application), params.client);
  return listGrants(snapshot, { ...query, principal: params.client, states: statesIn(query.state) });
});
