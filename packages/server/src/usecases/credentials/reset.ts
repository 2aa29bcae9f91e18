import { tellChanged } from '../../mail/queue-mail.ts';
import { refuse } from '../../refusal.ts';
import { removeIdentity } from '../../store/connections/identities.ts';
import { credentialsOf, removeSecondFactor } from '../../store/credentials/credentials.ts';
import { endSessionsOf } from '../../store/sign-in/sessions.ts';
import { addressSetter } from '../../store/users/addresses.ts';
import { refusalsFor, requireMayBecome } from '../may-give.ts';
import { requireUser, userTarget } from '../require.ts';
import { changing, reading } from '../use-case.ts';
import { requireFreshToBecome } from './fresh.ts';
import { scheduledAmong } from './identities.ts';

/** The sign-in methods of a user for a help desk, without secrets. */
export const credentials = reading('users.credentials', async ({ snapshot, access, params }) => {
  const user = await requireUser(snapshot, params.user);
  const refusals = access.can('users.manage') ? await refusalsFor(snapshot, access, user) : null;
  return {
    ...(await credentialsOf(snapshot.connection, user.id)),
    refusals,
    addressSetBy: access.isAdmin ? await addressSetter(snapshot.connection, user.id) : null,
  };
});

/**
 * For a lost phone: removes the factors on it. A caller who may do this, and knows the password, can become the user. So
 * it requires the same right as a set-password link. Accounts of directories with a schedule stay linked, unless the
 * caller is an administrator of Licet. An administrator may also reset a user without these factors, if another user set
 * the address and so may have become this user. The reset then only ends the sessions.
 */
export const reset = changing('users.resetCredentials', async ({ change, access, params, body, caller }) => {
  const { connection } = change;
  const user = await requireUser(change, params.user);
  await requireMayBecome(change, access, user);
  await requireFreshToBecome(change, caller, user);
  const before = await credentialsOf(connection, user.id);
  const passkeys = body.passkeys ? before.passkeys.map(({ name }) => name) : [];
  const kept = access.isAdmin || !body.accounts ? [] : await scheduledAmong(change, before.identities);
  const unlinked = body.accounts ? before.identities.filter(({ id }) => !kept.some((it) => it.id === id)) : [];
  const accounts = unlinked.map(({ connection: { name }, name: it }) => `${it} of ${name}`);
  const [first] = kept;
  if (first && unlinked.length === 0)
    refuse('may_not_grant', 'directory_suspends', { user: user.name, connection: first.connection.name });
  const nothing = !before.totp && !before.recoveryCodes && passkeys.length + accounts.length === 0;
  if (nothing && !(access.isAdmin && (await addressSetter(connection, user.id))))
    refuse('wrong_state', 'nothing_to_reset', { user: user.name });
  for (const { id } of unlinked) await removeIdentity(connection, user.id, id);
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
