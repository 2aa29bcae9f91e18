import { isDeepStrictEqual } from 'node:util';
import { companionsOf, type OpenIdClient } from '@licet/contract';
import { refuse } from '../../refusal.ts';
import { deleteClient, insertClient, newSecret, updateClient } from '../../store/applications/clients.ts';
import type { Change } from '../../store/kernel/change.ts';
import type { CallerAccess } from '../authorise.ts';
import type { Caller } from '../context.ts';
import { requireFreshSignIn } from '../credentials/fresh.ts';
import { reachesLicet, requireMayActAs } from '../may-give.ts';
import {
  refuseFields,
  requireApplication,
  requireClient,
  requireOwn,
  requireVersion,
  shownClient,
} from '../require.ts';
import { clientRecord, clientTarget } from '../targets.ts';
import { changing } from '../use-case.ts';
import { faultsOf } from './addresses.ts';
import { faultsOfProofs, proofsOf } from './proofs.ts';

/** Registers a client. Licet's own application has only the console's: another would get tokens that manage Licet. */
export const create = changing('clients.create', async ({ change, params, body }) => {
  const application = await requireApplication(change, params.application);
  requireOwn(application);
  const { redirectUris = [], postLogoutRedirectUris = [], webOrigins = [], backchannelLogoutUri = null } = body;
  const { name, kind } = body;
  const companions = companionsOf(kind, redirectUris);
  const addresses = {
    redirectUris,
    postLogoutRedirectUris:
      postLogoutRedirectUris.length > 0 ? postLogoutRedirectUris : companions.postLogoutRedirectUris,
    webOrigins: webOrigins.length > 0 ? webOrigins : companions.webOrigins,
    backchannelLogoutUri,
  };
  const proofs = proofsOf(body);
  refuseFields([...faultsOf(kind, addresses), ...faultsOfProofs(kind, proofs)]);
  const made = keepsSecret(kind) ? newSecret() : undefined;
  const fields = { name, kind, ...proofs, ...addresses };
  const id = await insertClient(change, application.factId, fields, made?.hash ?? null);
  const client = shownClient(await requireClient(change, application, id));
  change.record({
    action: 'client.created',
    application: application.id,
    target: clientTarget(client),
    after: clientRecord(client),
  });
  return { client, secret: made?.secret ?? null };
});

export const update = changing('clients.update', async ({ change, caller, access, params, body, ifMatch }) => {
  const application = await requireApplication(change, params.application);
  const before = await requireClient(change, application, params.client);
  requireOwn(before);
  requireVersion(before, ifMatch);
  const next = {
    name: body.name ?? before.name,
    redirectUris: body.redirectUris ?? before.redirectUris,
    postLogoutRedirectUris: body.postLogoutRedirectUris ?? before.postLogoutRedirectUris,
    webOrigins: body.webOrigins ?? before.webOrigins,
    backchannelLogoutUri:
      body.backchannelLogoutUri === undefined ? before.backchannelLogoutUri : body.backchannelLogoutUri,
    ...proofsOf(body, before),
  };
  refuseFields([...faultsOf(before.kind, next), ...faultsOfProofs(before.kind, next)]);
  if (!next.publicKeys.every((key) => before.publicKeys.some((known) => isDeepStrictEqual(key, known))))
    await requireMayGiveKeys(change, caller, access, before);
  await updateClient(change, application.factId, before, next);
  const after = shownClient(await requireClient(change, application, before.id));
  change.record({
    action: 'client.changed',
    application: application.id,
    target: clientTarget(after),
    before: clientRecord(before),
    after: clientRecord(after),
  });
  return after;
});

/** A new secret in place of the old, which ends at once. */
export const newSecretOf = changing('clients.newSecret', async ({ change, caller, access, params }) => {
  const application = await requireApplication(change, params.application);
  const before = await requireClient(change, application, params.client);
  requireOwn(before);
  if (!keepsSecret(before.kind))
    refuse(
      'wrong_state',
      `${before.name} runs where nothing stays secret, in a browser or on somebody’s device: it has no secret.`,
    );
  await requireMayGiveKeys(change, caller, access, before);
  const { secret, hash } = newSecret();
  await updateClient(change, application.factId, before, { secretHash: hash });
  const client = shownClient(await requireClient(change, application, before.id));
  change.record({ action: 'client.secret_made', application: application.id, target: clientTarget(client) });
  return { client, secret };
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
    before: clientRecord(client),
  });
});

const keepsSecret = (kind: OpenIdClient['kind']) => kind === 'server' || kind === 'service';

/** Whoever has one of its keys can act as it. @throws Refusal `may_not_grant`; `sign_in_again` for a program with access to Licet */
async function requireMayGiveKeys(change: Change, caller: Caller, access: CallerAccess, client: OpenIdClient) {
  await requireMayActAs(change, access, client);
  if (caller.kind !== 'operator' && (await reachesLicet(change, client)))
    await requireFreshSignIn(change, caller, 'A program with access to Licet gets a secret or a key');
}
