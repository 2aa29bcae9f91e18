import { type ClientKey, limits, type OpenIdClient } from '@licet/contract';
import { refuse } from '../../refusal.ts';
import { clientKeysOf, insertClientKey, newSecret, updateClientKey } from '../../store/applications/client-keys.ts';
import { reachesLicet } from '../../store/grants/grants.ts';
import type { Change } from '../../store/kernel/change.ts';
import { later } from '../../store/kernel/instants.ts';
import type { Snapshot } from '../../store/kernel/snapshot.ts';
import type { CallerAccess } from '../authorise.ts';
import type { Caller } from '../context.ts';
import { requireFreshSignIn } from '../credentials/fresh.ts';
import { requireMayActAs } from '../may-give.ts';
import {
  clientKeyRecord,
  clientTarget,
  refuseFields,
  requireApplication,
  requireClient,
  requireOwn,
  requireVersion,
} from '../require.ts';
import { changing, reading } from '../use-case.ts';
import { endOf, faultsOfKeyBeside, keepsSecret, usualName } from './new-keys.ts';

export const keys = reading('clients.keys', async ({ snapshot, params }) => {
  const client = await requireClient(snapshot, await requireApplication(snapshot, params.application), params.client);
  return { items: await clientKeysOf(snapshot, client.id) };
});

/**
 * Adds a key, or replaces one. A replaced key stays valid for the requested overlap.
 * A program that signs with a public key no longer sends its secret (OWASP ASVS 5.0.0 V10.4.16). So its first public
 * key ends its secrets, except a secret that is replaced with an overlap.
 */
export const makeKey = changing('clients.makeKey', async ({ change, caller, access, params, body }) => {
  const { application, client } = await requireChangeable(change, params);
  if (!keepsSecret(client.kind)) refuse('wrong_state', 'client_keeps_no_secret', { client: client.name });
  await requireMayGiveKeys(change, caller, access, client);
  const all = await clientKeysOf(change, client.id);
  const { publicKey = null, replaces } = body;
  const old = replaces && requireKey(all, client, replaces.key);
  if (old?.ended) refuse('wrong_state', 'key_ended', { key: old.name });
  const left = all.filter(({ id, ended }) => !ended && !(id === old?.id && replaces?.overlap === 0));
  if (left.length >= limits.clientKeysMax.value)
    refuse('wrong_state', 'keys_at_limit', { client: client.name, most: left.length });
  if (publicKey)
    refuseFields(
      faultsOfKeyBeside(
        left.flatMap((key) => key.publicKey ?? []),
        publicKey,
      ),
    );
  if (!publicKey) refuseSecretBeside(client, left);
  const secret = publicKey ? null : newSecret();
  const name = body.name ?? usualName(all, publicKey);
  const id = await insertClientKey(change, client.id, {
    name,
    secret,
    publicKey,
    endsAt: endOf(change, body.endsAt, '/endsAt'),
  });
  if (old && replaces) {
    const end = later(change.clock, replaces.overlap);
    if (old.endsAt === null || end < old.endsAt) await updateClientKey(change, old.id, { name: old.name, endsAt: end });
  }
  const secretsEnded = publicKey ? left.filter((key) => key.kind === 'secret' && key.id !== old?.id) : [];
  for (const key of secretsEnded) await updateClientKey(change, key.id, { name: key.name, endsAt: change.clock });
  const after = await clientKeysOf(change, client.id);
  const key = requireKey(after, client, id);
  change.record({
    action: 'client.key_made',
    application: application.id,
    target: clientTarget(client),
    ...(old && { before: clientKeyRecord(old) }),
    after: {
      ...clientKeyRecord(key),
      ...(old && { inPlaceOf: old.name, whichEnds: requireKey(after, client, old.id).endsAt }),
      ...(secretsEnded.length > 0 && { secretsEnded: secretsEnded.map((it) => it.name) }),
    },
  });
  return { key, secret: secret?.secret ?? null };
});

/**
 * Changes the name or the expiry of a key. A later expiry requires the right to create a key, an earlier one the right
 * to end it.
 */
export const changeKey = changing('clients.changeKey', async ({ change, caller, access, params, body, ifMatch }) => {
  const { application, client } = await requireChangeable(change, params);
  const all = await clientKeysOf(change, client.id);
  const before = requireKey(all, client, params.key);
  requireVersion(before, ifMatch);
  if (before.ended) refuse('wrong_state', 'key_ended', { key: before.name });
  const endsAt = body.endsAt === undefined ? before.endsAt : endOf(change, body.endsAt, '/endsAt');
  if (endsAt === null ? before.endsAt !== null : before.endsAt !== null && endsAt > before.endsAt) {
    await requireMayGiveKeys(change, caller, access, client);
    if (before.kind === 'secret') refuseSecretBeside(client, all);
  } else if (endsAt !== before.endsAt) await requireFreshForKeys(change, caller, client);
  await updateClientKey(change, before.id, { name: body.name ?? before.name, endsAt });
  const after = requireKey(await clientKeysOf(change, client.id), client, before.id);
  change.record({
    action: 'client.key_changed',
    application: application.id,
    target: clientTarget(client),
    before: clientKeyRecord(before),
    after: clientKeyRecord(after),
  });
  return after;
});

export const endKey = changing('clients.endKey', async ({ change, caller, params }) => {
  const { application, client } = await requireChangeable(change, params);
  const before = requireKey(await clientKeysOf(change, client.id), client, params.key);
  if (before.ended) refuse('wrong_state', 'key_ended', { key: before.name });
  await requireFreshForKeys(change, caller, client);
  await updateClientKey(change, before.id, { name: before.name, endsAt: change.clock });
  const after = requireKey(await clientKeysOf(change, client.id), client, before.id);
  change.record({
    action: 'client.key_ended',
    application: application.id,
    target: clientTarget(client),
    before: clientKeyRecord(before),
    after: clientKeyRecord(after),
  });
  return after;
});

async function requireChangeable(change: Change, params: { readonly application: string; readonly client: string }) {
  const application = await requireApplication(change, params.application);
  const client = await requireClient(change, application, params.client);
  requireOwn(client);
  return { application, client };
}

function requireKey(keys: readonly ClientKey[], client: Pick<OpenIdClient, 'name'>, id: string): ClientKey {
  return keys.find((key) => key.id === id) ?? refuse('not_found', 'key_unknown', { client: client.name, key: id });
}

/** @throws Refusal `wrong_state` while a public key is in force */
function refuseSecretBeside({ name }: Pick<OpenIdClient, 'name'>, keys: readonly ClientKey[]): void {
  const signing = keys.find(({ kind, ended }) => kind === 'public_key' && !ended);
  if (signing) refuse('wrong_state', 'secret_beside_key', { client: name, key: signing.name });
}

/**
 * Checks the rights to give out a key of a program: its holder can act as the program.
 * @throws Refusal `may_not_grant`, `sign_in_again`, `people_only`
 */
async function requireMayGiveKeys(change: Change, caller: Caller, access: CallerAccess, client: OpenIdClient) {
  await requireMayActAs(change, access, client, 'program_key_added');
  await requireFreshForKeys(change, caller, client);
}

/**
 * Requires a fresh sign-in. A program cannot sign in again, so it may not change keys of programs with access to Licet.
 */
async function requireFreshForKeys(snapshot: Snapshot, caller: Caller, client: OpenIdClient) {
  if (caller.kind === 'operator' || (caller.kind === 'service' && !(await reachesLicet(snapshot, client)))) return;
  await requireFreshSignIn(snapshot, caller, 'program_keys');
}
