import type { Calls } from '@licet/contract';
import { refuse } from '../../refusal.ts';
import { newSecret, updateClient } from '../../store/applications/clients.ts';
import { changeAs } from '../authorise.ts';
import type { Handler } from '../handler.ts';
import {
  refuseFields,
  requireApplication,
  requireClient,
  requireOwn,
  requireVersion,
  shownClient,
} from '../require.ts';
import { clientTarget, clientTold } from '../targets.ts';
import { faultsOf } from './addresses.ts';

export const update: Handler<Calls['clients']['update']> = (context, { params, body, ifMatch }) =>
  changeAs(context, 'clients.update', params, async (change) => {
    const application = await requireApplication(change, params.application);
    const before = await requireClient(change, application, params.client);
    requireOwn(before);
    requireVersion(before, ifMatch);
    const next = {
      name: body.name ?? before.name,
      redirectUris: body.redirectUris ?? before.redirectUris,
      postLogoutRedirectUris: body.postLogoutRedirectUris ?? before.postLogoutRedirectUris,
      webOrigins: body.webOrigins ?? before.webOrigins,
    };
    refuseFields(faultsOf(before.kind, next));
    await updateClient(change, application.factId, before, next);
    const after = shownClient(await requireClient(change, application, before.id));
    change.record({
      action: 'client.changed',
      application: application.id,
      target: clientTarget(after),
      before: clientTold(before),
      after: clientTold(after),
    });
    return after;
  });

/** A new secret in place of the old, which ends at once. */
export const newSecretOf: Handler<Calls['clients']['newSecret']> = (context, { params }) =>
  changeAs(context, 'clients.newSecret', params, async (change) => {
    const application = await requireApplication(change, params.application);
    const before = await requireClient(change, application, params.client);
    requireOwn(before);
    if (before.kind === 'browser')
      refuse('wrong_state', `${before.name} runs in the browser, where nothing stays secret: it has no secret.`);
    const { secret, hash } = newSecret();
    await updateClient(change, application.factId, before, { secretHash: hash });
    const client = shownClient(await requireClient(change, application, before.id));
    change.record({ action: 'client.secret_made', application: application.id, target: clientTarget(client) });
    return { client, secret };
  });
