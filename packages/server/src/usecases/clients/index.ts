import type { Calls } from '@licet/contract';
import { deleteClient, listClients } from '../../store/applications/clients.ts';
import { read } from '../../store/kernel/snapshot.ts';
import { changeAs } from '../authorise.ts';
import type { Handler, Handlers } from '../handler.ts';
import { requireApplication, requireClient, requireOwn, requireVersion, shownClient } from '../require.ts';
import { clientTarget, clientTold } from '../targets.ts';
import { create } from './create.ts';
import { newSecretOf, update } from './update.ts';

const list: Handler<Calls['clients']['list']> = ({ database }, { params }) =>
  read(database, async (snapshot) => {
    const { factId } = await requireApplication(snapshot, params.application);
    return { items: (await listClients(snapshot, factId)).map(shownClient) };
  });

const remove: Handler<Calls['clients']['remove']> = async (context, { params, ifMatch }) => {
  await changeAs(context, 'clients.remove', params, async (change) => {
    const application = await requireApplication(change, params.application);
    const client = await requireClient(change, application, params.client);
    requireOwn(client);
    requireVersion(client, ifMatch);
    await deleteClient(change, client.id);
    change.record({
      action: 'client.deleted',
      application: application.id,
      target: clientTarget(client),
      before: clientTold(client),
    });
  });
  return undefined;
};

export const clients: Handlers<'clients'> = { list, create, update, newSecret: newSecretOf, remove };
