import { queueMail } from '../../mail/queue-mail.ts';
import { refuse } from '../../refusal.ts';
import { ableToSignIn, removeCredentials } from '../../store/credentials/credentials.ts';
import { makeLink } from '../../store/sign-in/links.ts';
import { endSessionsOf } from '../../store/sign-in/sessions.ts';
import { noteAddressSetter } from '../../store/users/addresses.ts';
import { deleteUser, insertUser, updateUser } from '../../store/users/users.ts';
import { requireFreshToBecome } from '../credentials/fresh.ts';
import { askToVerify } from '../emails/ask.ts';
import { requireMayBecome, requireMayManage, setterOf } from '../may-give.ts';
import { linkAddress } from '../passwords/link.ts';
import { requireEmailDomain } from '../policy/index.ts';
import { requireUser, requireVersion, userRecord, userTarget } from '../require.ts';
import { changing } from '../use-case.ts';

export const create = changing('users.create', async ({ change, access, body }) => {
  await requireEmailDomain(change, body.email);
  const user = await insertUser(change, { ...body, status: 'invited' });
  await change.sideEffects(() => noteAddressSetter(change, [user.id], setterOf(access)));
  change.record({ action: 'user.created', target: userTarget(user), after: userRecord(user) });
  return user;
});

/** Sign-in links are mailed to the address: changing it changes how the user signs in. */
export const update = changing('users.update', async ({ change, access, params, body, ifMatch, caller }) => {
  const before = await requireUser(change, params.user);
  requireVersion(before, ifMatch);
  await requireMayManage(change, access, before);
  if (body.email !== undefined && body.email !== before.email) {
    // Password resets go to the address: a caller who sets it can become the user.
    await requireMayBecome(change, access, before);
    await requireFreshToBecome(change, caller, before);
    await requireEmailDomain(change, body.email);
  }
  const after = await updateUser(change, before, body);
  // An administrator who sets the same address confirms it.
  if (body.email !== undefined && (access.isAdmin || after.email !== before.email))
    await change.sideEffects(() => noteAddressSetter(change, [after.id], setterOf(access)));
  if (after.email !== before.email && before.status === 'active') {
    const data = { at: change.clock };
    await change.sideEffects(async () => {
      if (before.email !== null)
        await queueMail(change, { to: [after.id], template: 'address_changed', data, address: before.email });
      if (after.email !== null) await askToVerify(change, after, after.email);
    });
  }
  change.record({
    action: 'user.changed',
    target: userTarget(after),
    before: userRecord(before),
    after: userRecord(after),
  });
  return after;
});

export const suspend = changing('users.suspend', async ({ change, access, params, ifMatch }) => {
  const before = await requireUser(change, params.user);
  requireVersion(before, ifMatch);
  await requireMayManage(change, access, before);
  if (before.status === 'suspended') refuse('wrong_state', 'user_already_suspended', { user: before.name });
  const after = await updateUser(change, before, { status: 'suspended' });
  await change.sideEffects(() => endSessionsOf(change, after.id));
  change.record({
    action: 'user.suspended',
    target: userTarget(after),
    before: { status: before.status },
    after: { status: after.status },
  });
  return after;
});

/** A user with a password or a passkey becomes active; one who never had either is invited, as before. */
export const reactivate = changing('users.reactivate', async ({ change, access, params, ifMatch }) => {
  const before = await requireUser(change, params.user);
  requireVersion(before, ifMatch);
  await requireMayManage(change, access, before);
  if (before.status !== 'suspended')
    refuse('wrong_state', 'user_not_suspended', { user: before.name, status: before.status });
  const status = (await ableToSignIn(change.connection, [before.id])).has(before.id) ? 'active' : 'invited';
  const after = await updateUser(change, before, { status });
  change.record({
    action: 'user.reactivated',
    target: userTarget(after),
    before: { status: before.status },
    after: { status: after.status },
  });
  return after;
});

export const remove = changing('users.remove', async ({ change, access, params, ifMatch }) => {
  const user = await requireUser(change, params.user);
  requireVersion(user, ifMatch);
  await requireMayManage(change, access, user);
  await deleteUser(change, user.id);
  await change.sideEffects(async () => {
    await removeCredentials(change.connection, [user.id]);
    await endSessionsOf(change, user.id);
  });
  change.record({ action: 'user.deleted', target: userTarget(user), before: userRecord(user) });
});

/**
 * Makes a one-time link, shown once. Its holder can become the user, so it requires the right to become the user. It
 * also requires a fresh sign-in if the account is the caller's own or has access to Licet.
 */
export const passwordLink = changing('users.passwordLink', async ({ change, access, params, issuer, caller }) => {
  const user = await requireUser(change, params.user);
  await requireMayBecome(change, access, user);
  await requireFreshToBecome(change, caller, user);
  if (user.status === 'suspended') refuse('wrong_state', 'link_for_suspended', { user: user.name });
  const { token, expiresAt } = await makeLink(change, user.id, access.userId);
  change.record({ action: 'user.password_link_made', target: userTarget(user), after: { expiresAt } });
  return { url: linkAddress(issuer, token), expiresAt };
});

export const endSessions = changing('users.endSessions', async ({ change, access, params }) => {
  const user = await requireUser(change, params.user);
  await requireMayManage(change, access, user);
  const ended = await endSessionsOf(change, user.id);
  change.record({ action: 'user.sessions_ended', target: userTarget(user), after: { ended } });
});
