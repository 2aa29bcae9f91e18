import { refuse } from '../../refusal.ts';
import { signalOf } from '../../sign-in/passkeys.ts';
import { makeRecoveryCodes as makeCodes } from '../../sign-in/recovery-codes.ts';
import { credentialsOf, factorsOf } from '../../store/credentials/credentials.ts';
import { passkeysOf } from '../../store/credentials/passkeys.ts';
import { removeRecoveryCodes } from '../../store/credentials/recovery-codes.ts';
import type { Change } from '../../store/kernel/change.ts';
import { endStepsOf } from '../../store/sign-in/steps.ts';
import { callerId } from '../context.ts';
import { requireUser } from '../require.ts';
import { userTarget } from '../targets.ts';
import { changing, reading } from '../use-case.ts';
import { freshUntil, requireFreshSignIn } from './fresh.ts';

export const list = reading('credentials.list', async ({ snapshot, caller, issuer }) => {
  const userId = callerId(caller);
  return {
    ...(await credentialsOf(snapshot.connection, userId)),
    freshUntil: await freshUntil(snapshot, caller),
    signal: signalOf(issuer, userId, await passkeysOf(snapshot.connection, userId)),
  };
});

/** They are for whoever has lost what they prove themselves with: without a second factor there is nothing to stand in for. */
export const makeRecoveryCodes = changing('credentials.makeRecoveryCodes', async ({ change, caller }) => {
  await requireFreshSignIn(change, caller);
  const user = await requireUser(change, callerId(caller));
  const { totp, passkeys } = await factorsOf(change.connection, user.id);
  if (!totp && !passkeys)
    refuse('wrong_state', 'Recovery codes stand in for a second factor, and you have none. Add one first.');
  const recoveryCodes = await makeCodes(change, user.id);
  change.record({
    action: 'user.recovery_codes_made',
    target: userTarget(user),
    after: { left: recoveryCodes.length },
  });
  return { recoveryCodes };
});

/** The first recovery codes, made with the first second factor; null when there are some, used or not. */
export async function firstRecoveryCodes(change: Change, userId: string): Promise<string[] | null> {
  const { recoveryCodes } = await credentialsOf(change.connection, userId);
  return recoveryCodes === null ? makeCodes(change, userId) : null;
}

/** With the last second factor the recovery codes go. A sign-in that waits for what was taken away begins again. */
export async function dropIdleRecoveryCodes({ connection }: Change, userId: string): Promise<void> {
  await endStepsOf(connection, userId);
  const { totp, passkeys } = await factorsOf(connection, userId);
  if (!totp && !passkeys) await removeRecoveryCodes(connection, userId);
}
