import { tellChanged } from '../../mail/queue-mail.ts';
import { refuse } from '../../refusal.ts';
import { removeIdentitiesOf } from '../../store/connections/identities.ts';
import { credentialsOf, removeSecondFactor } from '../../store/credentials/credentials.ts';
import { endSessionsOf } from '../../store/sign-in/sessions.ts';
import { requireMayBecome } from '../may-give.ts';
import { requireUser, userTarget } from '../require.ts';
import { changing, reading } from '../use-case.ts';
import { requireFreshToBecome } from './fresh.ts';
import { suspendingDirectory } from './identities.ts';

/** The sign-in methods of a user for a help desk, without secrets. */
export const credentials = reading('users.credentials', async ({ snapshot, params }) => {
  const user = await requireUser(snapshot, params.user);
  return credentialsOf(snapshot.connection, user.id);
});

/**
 * For a lost phone: removes the factors on it. A caller who may do this, and knows the password, can become the user:
 * it requires the same right as a set-password link.
 */
export const reset = changing('users.resetCredentials', async ({ change, access, params, body, caller }) => {
  const { connection } = change;
  const user = await requireUser(change, params.user);
  await requireMayBecome(change, access, user);
  await requireFreshToBecome(change, caller, user);
  const before = await credentialsOf(connection, user.id);
  const passkeys = body.passkeys ? before.passkeys.map(({ name }) => name) : [];
  const accounts = body.accounts
    ? before.identities.map(({ connection: { name }, name: it }) => `${it} of ${name}`)
    : [];
  if (!before.totp && !before.recoveryCodes && passkeys.length + accounts.length === 0)
    refuse('wrong_state', 'nothing_to_reset', { user: user.name });
  if (body.accounts) {
    const directory = access.isAdmin ? undefined : await suspendingDirectory(change, before.identities);
    if (directory) refuse('may_not_grant', 'directory_suspends', { user: user.name, connection: directory.name });
    await removeIdentitiesOf(connection, [user.id]);
  }
  await removeSecondFactor(connection, user.id, body.passkeys ?? false);
  const ended = await endSessionsOf(change, user.id);
  await tellChanged(change, user.id, 'credentials_reset');
  change.record({
    action: 'user.credentials_reset',
    target: userTarget(user),
    before: {
      totp: before.totp !== null,
      recoveryCodes: before.recoveryCodes?.left ?? 0,
      passkeys,
      ...(accounts.length > 0 && { accounts }),
    },
    after: { ended },
  });
});
