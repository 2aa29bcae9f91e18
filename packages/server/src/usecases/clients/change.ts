import { companionsOf } from '@licet/contract';
import { refuse } from '../../refusal.ts';
import { deleteClient, insertClient, listClients, newSecret, updateClient } from '../../store/applications/clients.ts';
import {
  refuseFields,
  requireApplication,
  requireClient,
  requireOwn,
  requireVersion,
  shownClient,
} from '../require.ts';
import { clientTarget, clientTold } from '../targets.ts';
import { changing, reading } from '../use-case.ts';
import { faultsOf } from './addresses.ts';
import { faultsOfProofs, proofsOf } from './proofs.ts';

/** Registers a client. Licet's own application has only the console's: another would get tokens that manage Licet. */
export const create = changing('clients.create', async ({ change, params, body }) => {
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
  const proofs = proofsOf(body);
  refuseFields([...faultsOf(kind, addresses), ...faultsOfProofs(kind, proofs)]);
  const made = kind === 'browser' ? undefined : newSecret();
  const fields = { name, kind, ...proofs, ...addresses };
  const id = await insertClient(change, application.factId, fields, made?.hash ?? null);
  const client = shownClient(await requireClient(change, application, id));
  change.record({
    action: 'client.created',
    application: application.id,
    target: clientTarget(client),
    after: clientTold(client),
  });
  return { client, secret: made?.secret ?? null };
});

export const update = changing('clients.update', async ({ change, params, body, ifMatch }) => {
  const application = await requireApplication(change, params.application);
  const before = await requireClient(change, application, params.client);
  requireOwn(before);
  requireVersion(before, ifMatch);
  const next = {
    name: body.name ?? before.name,
    redirectUris: body.redirectUris ?? before.redirectUris,
    postLogoutRedirectUris: body.postLogoutRedirectUris ?? before.postLogoutRedirectUris,
    webOrigins: body.webOrigins ?? before.webOrigins,
    ...proofsOf(body, before),
  };
  refuseFields([...faultsOf(before.kind, next), ...faultsOfProofs(before.kind, next)]);
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
export const newSecretOf = changing('clients.newSecret', async ({ change, params }) => {
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

export const list = reading('clients.list', async ({ snapshot, params }) => {
  const { factId } = await requireApplication(snapshot, params.application);
  return { items: (await listClients(snapshot, factId)).map(shownClient) };
});

export const remove = changing('clients.remove', async ({ change, params, ifMatch }) => {
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
