import { multipleFactors, strengthenedBy } from '../../identity/factors/assurance.ts';
import { countCode, refuseFirstCode } from '../../identity/factors/attempts.ts';
import { base32, newTotpSecret, totpStepOf, totpUri } from '../../identity/factors/totp.ts';
import { totpAbout } from '../../identity/keys/secrets.ts';
import { tellChanged } from '../../mail/queue-mail.ts';
import { refuse } from '../../refusal.ts';
import { codeFailures, resetFailures } from '../../store/credentials/throttle.ts';
import { activateTotp, findTotp, offeredTotp, offerTotp, removeTotp } from '../../store/credentials/totp.ts';
import { poolOf } from '../../store/kernel/pool.ts';
import { readNow } from '../../store/kernel/read-now.ts';
import { organisationName } from '../../store/sign-in/accounts.ts';
import { endSessionsWithout, strengthenSession } from '../../store/sign-in/sessions.ts';
import { callerId } from '../context.ts';
import { requireUser, userTarget } from '../require.ts';
import { answering, changeAs, changing } from '../use-case.ts';
import { requireFreshSignIn } from './fresh.ts';
import { dropIdleRecoveryCodes, firstRecoveryCodes, keepFirstRecoveryCodes, requireStillEnough } from './own.ts';

/**
 * Creates a secret for an authenticator app. It becomes active with its first correct code; the present secret stays
 * active until then.
 */
export const beginTotp = answering('credentials.beginTotp', async ({ database, caller, secrets }) => {
  const secret = newTotpSecret();
  const { username, expiresAt } = await readNow(database, async (snapshot) => {
    await requireFreshSignIn(snapshot, caller);
    const user = await requireUser(snapshot, callerId(caller));
    const sealed = secrets.seal(secret.toString('base64'), totpAbout(user.id));
    return { ...user, expiresAt: await offerTotp(snapshot.connection, user.id, sealed, snapshot.clock) };
  });
  const organisation = await organisationName(poolOf(database));
  return { secret: base32(secret), uri: totpUri(secret, organisation || 'Licet', username), expiresAt };
});

/** The first correct code activates the app. Wrong codes share the counter of sign-in codes. */
export const confirmTotp = answering('credentials.confirmTotp', async (asked) => {
  const { database, caller, secrets, body, origin } = asked;
  const userId = callerId(caller);
  const offered = await readNow(database, async (snapshot) => {
    await requireFreshSignIn(snapshot, caller);
    const sealed = await offeredTotp(snapshot.connection, userId, snapshot.clock);
    return sealed && { sealed, now: snapshot.clock };
  });
  if (!offered) return refuseOffer();
  const { sealed, now } = offered;
  await countCode(database, { origin, client: null, now }, userId);
  const step = totpStepOf(Buffer.from(secrets.open(sealed, totpAbout(userId)), 'base64'), body.code, now);
  if (step === undefined) return refuseFirstCode();
  const first = await firstRecoveryCodes(asked);
  const reply = await changeAs('credentials.confirmTotp', asked, async ({ change }) => {
    await requireFreshSignIn(change, caller);
    const user = await requireUser(change, userId);
    const replaced = (await findTotp(change.connection, userId)) !== undefined;
    if (!(await activateTotp(change.connection, userId, sealed, step, change.at))) refuseOffer();
    const recoveryCodes = await keepFirstRecoveryCodes(change, userId, first);
    const session = caller.kind === 'user' ? caller.sessionId : null;
    const ended = await endSessionsWithout(change, user.id, multipleFactors, session);
    if (session !== null) await strengthenSession(change.connection, session, strengthenedBy('totp'));
    const after = { replaced, recoveryCodes: recoveryCodes?.length ?? 0, ended };
    await tellChanged(change, user.id, 'totp_added');
    change.record({ action: 'user.totp_added', target: userTarget(user), after });
    return { totp: { addedAt: change.at, lastUsedAt: null }, recoveryCodes };
  });
  await resetFailures(database, [codeFailures(userId)]);
  return reply;
});

function refuseOffer(): never {
  return refuse('begin_again', 'app_not_begun', {});
}

export const remove = changing('credentials.removeTotp', async ({ change, caller }) => {
  await requireFreshSignIn(change, caller);
  const user = await requireUser(change, callerId(caller));
  if (!(await removeTotp(change.connection, [user.id]))) refuse('not_found', 'app_missing', {});
  await requireStillEnough(change, user.id);
  await dropIdleRecoveryCodes(change, user.id);
  await tellChanged(change, user.id, 'totp_removed');
  change.record({ action: 'user.totp_removed', target: userTarget(user) });
});
