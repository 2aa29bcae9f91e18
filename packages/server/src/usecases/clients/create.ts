import { type Calls, companionsOf } from '@licet/contract';
import { insertClient, newSecret } from '../../store/applications/clients.ts';
import { changeAs } from '../authorise.ts';
import type { Handler } from '../handler.ts';
import { refuseFields, requireApplication, requireClient, requireOwn, shownClient } from '../require.ts';
import { clientTarget, clientTold } from '../targets.ts';
import { faultsOf } from './addresses.ts';

/** Registers a client. Licet's own application has only the console's: another would get tokens that manage Licet. */
export const create: Handler<Calls['clients']['create']> = (context, { params, body }) =>
  changeAs(context, 'clients.create', params, async (change) => {
    const application = await requireApplication(change, params.application);
    requireOwn(application);
    const { redirectUris = [], postLogoutRedirectUris = [], webOrigins = [], name, kind } = body;
    const companions = companionsOf(kind, redirectUris);
    const addresses = {
      redirectUris,
      postLogoutRedirectUris:
        postLogoutRedirectUris.length > 0 ? postLogoutRedirectUris : companions.postLogoutRedirectUris,
      webOrigins: webOrigins.length > 0 ? webOrigins : companions.webOrigins,
    };
    refuseFields(faultsOf(kind, addresses));
    const made = kind === 'browser' ? undefined : newSecret();
    const id = await insertClient(change, application.factId, { name, kind, ...addresses }, made?.hash ?? null);
    const client = shownClient(await requireClient(change, application, id));
    change.record({
      action: 'client.created',
      application: application.id,
      target: clientTarget(client),
      after: clientTold(client),
    });
    return { client, secret: made?.secret ?? null };
  });
