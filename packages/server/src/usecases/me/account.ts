import { identityKey, limits } from '@licet/contract';
import { proveAgain } from '../../identity/factors/password.ts';
import { checkPassword } from '../../identity/factors/password-rules.ts';
import { mailIsOn } from '../../mail/mail-server.ts';
import { queueMail } from '../../mail/queue-mail.ts';
import { refuse } from '../../refusal.ts';
import { readBasis } from '../../store/access/basis.ts';
import { catalogueOf } from '../../store/applications/applications.ts';
import { forgetOwnBrowser, listKnownBrowsers } from '../../store/credentials/known-browsers.ts';
import { hasPassword, isPasswordHash, setPasswordHash } from '../../store/credentials/passwords.ts';
import { isLocked, nameFailures } from '../../store/credentials/throttle.ts';
import { readClock } from '../../store/kernel/clock.ts';
import { poolOf } from '../../store/kernel/pool.ts';
import { readNow } from '../../store/kernel/read-now.ts';
import { organisationName } from '../../store/sign-in/accounts.ts';
import { endSession as end, endSessionsOf, listSessions } from '../../store/sign-in/sessions.ts';
import { listSignIns, logSignIn } from '../../store/sign-in/sign-ins.ts';
import { addressUnderWay } from '../../store/users/addresses.ts';
import { countVersions, setDeletionAsked, updateUser } from '../../store/users/users.ts';
import { accessOf, accessSummaries, requireBoth } from '../access/read.ts';
import { noApplication, onlyApplication } from '../authorise.ts';
import { callerId } from '../context.ts';
import { requireStrongSignIn } from '../credentials/fresh.ts';
import { requireAskable } from '../requests/ask.ts';
import { requireUser, requireVersion, userTarget } from '../require.ts';
import { answering, changeAs, changing, reading } from '../use-case.ts';

export const get = reading('me.get', async ({ snapshot, access, caller, mailer }) => {
  const user = await requireUser(snapshot, callerId(caller));
  const { roles, permissions, owns } = access;
  return {
    user,
    roles: [...roles],
    permissions: [...permissions],
    owns: [...owns],
    hasPassword: await hasPassword(snapshot.connection, user.id),
    emailUnderWay: await addressUnderWay(snapshot.connection, user.id, snapshot.clock),
    sendsMail: await mailIsOn(snapshot.connection, mailer?.fromEnvironment !== undefined),
  };
});

export const update = changing('me.update', async ({ change, body, caller, ifMatch }) => {
  const before = await requireUser(change, callerId(caller));
  requireVersion(before, ifMatch);
  const most = limits.ownChangesMax.value;
  if ((await countVersions(change, before.id)) >= most) refuse('forbidden', 'own_name_changed_often', { most });
  const after = await updateUser(change, before, { name: body.name });
  change.record({
    action: 'user.changed',
    target: userTarget(after),
    before: { name: before.name },
    after: { name: after.name },
  });
  return after;
});

export const access = reading('me.access', async ({ snapshot, caller, issuer }) => ({
  items: await accessSummaries(snapshot, issuer, callerId(caller)),
}));

/**
 * The caller's own access in an application. `not_found` if they have none there and may not see the application,
 * unless the token is for it.
 */
export const accessIn = reading('me.accessIn', async ({ snapshot, params, query, caller, issuer }) => {
  const asked = { application: params.application, party: callerId(caller) };
  const basis = requireBoth(await readBasis(snapshot, asked), asked);
  const mine = await accessOf(snapshot, issuer, basis, query);
  const hasAny = mine.roles.length > 0 || mine.permissions.total > 0;
  const id = basis.application.key;
  if (hasAny || onlyApplication(caller) === id) return mine;
  const summaries = await accessSummaries(snapshot, issuer, basis.party.id);
  return summaries.some(({ application }) => application.id === id) ? mine : noApplication(id);
});

/** All permission names of an application that can be requested there. */
export const catalogue = reading('me.catalogue', async ({ snapshot, access, params, caller }) => {
  const { factId, id } = await requireAskable(snapshot, caller, access, params.application);
  return { application: id, version: snapshot.no, ...(await catalogueOf(snapshot, factId)) };
});

export const sessions = reading('me.sessions', async ({ snapshot, caller }) => {
  const current = caller.kind === 'user' ? caller.sessionId : null;
  return { items: await listSessions(snapshot, callerId(caller), current) };
});

export const signIns = reading('me.signIns', ({ snapshot, query, caller }) =>
  listSignIns(snapshot, { ...query, userId: callerId(caller) }),
);

/** Signs out one of the caller's own browsers. Answers `not_found` for a browser of another user. */
export const endSession = answering('me.endSession', async ({ params, database, caller, origin }) => {
  const userId = callerId(caller);
  const from = caller.kind === 'user' && caller.sessionId === params.session ? 'itself' : 'elsewhere';
  if (!(await end(database, userId, params.session, from))) refuse('not_found', 'session_unknown', {});
  const { address, agent } = origin;
  const line = { userId, outcome: 'signed_out', client: null, address, agent } as const;
  await logSignIn(poolOf(database), line, await readClock(database));
});

/**
 * Lists the known browsers of the caller, and whether failed attempts from elsewhere have locked the account. These
 * attempts do not lock the known browsers.
 */
export const browsers = reading('me.browsers', async ({ snapshot, caller }) => {
  const { id, username, email } = await requireUser(snapshot, callerId(caller));
  const session = caller.kind === 'user' ? caller.sessionId : null;
  const names = [username, ...(email === null ? [] : [email])].map((name) => nameFailures(identityKey(name), true));
  return {
    items: await listKnownBrowsers(snapshot, id, session),
    lockedElsewhere: await isLocked(snapshot.connection, names),
  };
});

/** Forgets one of the caller's own browsers. Answers `not_found` for a browser of another user. */
export const forgetBrowser = answering('me.forgetBrowser', async ({ params, database, caller }) => {
  if (!(await forgetOwnBrowser(database, callerId(caller), Buffer.from(params.browser, 'hex'))))
    refuse('not_found', 'browser_unknown', {});
});

/**
 * Asks for the deletion of the account. Users cannot delete it themselves: an administrator checks what depends on it,
 * and that an administrator remains.
 */
export const ask = changing('me.askDeletion', async ({ change, caller }) => {
  const user = await requireUser(change, callerId(caller));
  if (!(await setDeletionAsked(change, user.id, true))) refuse('wrong_state', 'deletion_asked', {});
  change.record({ action: 'user.deletion_asked', target: userTarget(user) });
  return requireUser(change, user.id);
});

export const withdraw = changing('me.withdrawDeletion', async ({ change, caller }) => {
  const user = await requireUser(change, callerId(caller));
  if (!(await setDeletionAsked(change, user.id, false))) refuse('wrong_state', 'deletion_not_asked', {});
  change.record({ action: 'user.deletion_withdrawn', target: userTarget(user) });
  return requireUser(change, user.id);
});

/**
 * Changes the caller's password and signs out every other browser. This requires the present password and, if the user
 * has a second factor, its recent use.
 */
export const password = answering('me.password', async (asked) => {
  const { body, database, hashing, origin, caller } = asked;
  const userId = callerId(caller);
  const sessionId = caller.kind === 'user' ? caller.sessionId : null;
  await readNow(database, (snapshot) => requireStrongSignIn(snapshot, caller));
  const account = await proveAgain(database, hashing, { userId, sessionId }, body.current, origin);
  checkPassword(body.password, { ...account, organisation: await organisationName(poolOf(database)) });
  const hash = await hashing.hash(body.password);
  await changeAs('me.password', asked, async ({ change }) => {
    // Of several simultaneous changes only the first succeeds, because the others no longer have the current password.
    if (!(await isPasswordHash(change.connection, userId, account.passwordHash)))
      refuse('sign_in_failed', 'password_just_changed', {});
    await setPasswordHash(change, userId, hash);
    await endSessionsOf(change, userId, sessionId);
    await queueMail(change, { to: [userId], template: 'password_changed', data: { at: change.clock } });
    change.record({ action: 'user.password_changed', target: userTarget(account) });
    const { address, agent } = origin;
    const line = { userId, outcome: 'password_changed', client: null, address, agent } as const;
    await logSignIn(change.connection, line, change.clock);
  });
});
