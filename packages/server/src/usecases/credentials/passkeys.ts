import { limits } from '@licet/contract';
import { multipleFactors, strengthenedBy } from '../../identity/factors/assurance.ts';
import { offerPasskey, readNewPasskey } from '../../identity/factors/passkeys.ts';
import { tellChanged } from '../../mail/queue-mail.ts';
import { refuse } from '../../refusal.ts';
import {
  insertPasskey,
  keepChallenge,
  passkeysOf,
  removePasskey as remove,
  renamePasskey as rename,
  takeChallenge,
} from '../../store/credentials/passkeys.ts';
import { poolOf } from '../../store/kernel/pool.ts';
import { readNow } from '../../store/kernel/read-now.ts';
import { findRules } from '../../store/policy/policy.ts';
import { organisationName } from '../../store/sign-in/accounts.ts';
import { endSessionsWithout, strengthenSession } from '../../store/sign-in/sessions.ts';
import { type Caller, callerId } from '../context.ts';
import { requireUser, userTarget } from '../require.ts';
import { answering, changeAs, changing } from '../use-case.ts';
import { requireFreshSignIn } from './fresh.ts';
import {
  dropIdleRecoveryCodes,
  firstRecoveryCodes,
  keepFirstRecoveryCodes,
  requireStillEnough,
  requireWayIn,
} from './own.ts';

/** The options for creating a passkey. The challenge works once, in the session that requested it. */
export const passkeyOptions = answering('credentials.passkeyOptions', ({ database, caller, issuer }) =>
  readNow(database, async (snapshot) => {
    await requireFreshSignIn(snapshot, caller);
    const { connection, clock } = snapshot;
    const user = await requireUser(snapshot, callerId(caller));
    const organisation = (await organisationName(connection)) || 'Licet';
    const { userVerification } = await findRules(connection);
    const existing = await passkeysOf(connection, user.id);
    const offer = offerPasskey(issuer, organisation, user, existing, userVerification);
    await keepChallenge(connection, registrationOf(caller), offer.challenge, clock);
    return offer;
  }),
);

export const addPasskey = answering('credentials.addPasskey', async (asked) => {
  const { database, caller, body, issuer } = asked;
  const challenge = await readNow(database, async (snapshot) => {
    await requireFreshSignIn(snapshot, caller);
    return takeChallenge(snapshot.connection, registrationOf(caller), snapshot.clock);
  });
  if (challenge === undefined) return refuse('begin_again', 'passkey_not_begun', {});
  const facts = await readNewPasskey(issuer, challenge, body.response);
  const { userVerification } = await findRules(poolOf(database));
  if (!facts || (userVerification === 'required' && !facts.verifies))
    return refuse('passkey_refused', 'new_passkey_unfit', {});
  const first = await firstRecoveryCodes(asked);
  return changeAs('credentials.addPasskey', asked, async ({ change }) => {
    const { connection } = change;
    await requireFreshSignIn(change, caller);
    const user = await requireUser(change, callerId(caller));
    if ((await passkeysOf(connection, user.id)).length >= limits.passkeysMax.value)
      refuse('credential_limit', 'passkeys_enough', { most: limits.passkeysMax.value });
    const passkey = await insertPasskey(connection, user.id, body.name, facts, change.clock);
    const recoveryCodes = await keepFirstRecoveryCodes(change, user.id, first);
    const session = caller.kind === 'user' ? caller.sessionId : null;
    const ended = await endSessionsWithout(change, user.id, multipleFactors, session);
    if (session !== null) await strengthenSession(connection, session, strengthenedBy('passkey'));
    const after = { passkey: passkey.name, recoveryCodes: recoveryCodes?.length ?? 0, ended };
    await tellChanged(change, user.id, 'passkey_added');
    change.record({ action: 'user.passkey_added', target: userTarget(user), after });
    return { passkey, recoveryCodes };
  });
});

export const renamePasskey = changing('credentials.renamePasskey', async ({ change, caller, params, body }) => {
  const user = await requireUser(change, callerId(caller));
  const renamed = await rename(change.connection, user.id, params.passkey, body.name);
  if (!renamed) return noPasskey();
  change.record({
    action: 'user.passkey_renamed',
    target: userTarget(user),
    before: { passkey: renamed.before },
    after: { passkey: renamed.passkey.name },
  });
  return renamed.passkey;
});

export const removePasskey = changing('credentials.removePasskey', async ({ change, caller, params }) => {
  await requireFreshSignIn(change, caller);
  const user = await requireUser(change, callerId(caller));
  const name = await remove(change.connection, user.id, params.passkey);
  if (name === undefined) return noPasskey();
  await requireWayIn(change, user.id, { passkey: name });
  await requireStillEnough(change, user.id);
  await dropIdleRecoveryCodes(change, user.id);
  await tellChanged(change, user.id, 'passkey_removed');
  change.record({ action: 'user.passkey_removed', target: userTarget(user), before: { passkey: name } });
});

const registrationOf = (caller: Caller) => `add ${caller.kind === 'user' ? caller.sessionId : ''}`;

function noPasskey(): never {
  return refuse('not_found', 'passkey_missing', {});
}
