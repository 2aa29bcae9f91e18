import { type Calls, licetApplication, type User } from '@licet/contract';
import { Refusal, refuse } from '../../refusal.ts';
import { checkPassword } from '../../sign-in/passwordRules.ts';
import { lastActor } from '../../store/audit/events.ts';
import { change } from '../../store/kernel/change.ts';
import { poolOf } from '../../store/kernel/pool.ts';
import type { Snapshot } from '../../store/kernel/snapshot.ts';
import { organisationName } from '../../store/sign-in/accounts.ts';
import { setPasswordHash } from '../../store/sign-in/credentials.ts';
import { useLink } from '../../store/sign-in/links.ts';
import { endSessionsOf } from '../../store/sign-in/sessions.ts';
import { logSignIn } from '../../store/sign-in/signIns.ts';
import { findUser, updateUser } from '../../store/users/users.ts';
import { type CallerAccess, callerAccess } from '../authorise.ts';
import type { Handler } from '../handler.ts';
import { requireMayBecome } from '../mayGive.ts';
import { requireUser } from '../require.ts';
import { userTarget } from '../targets.ts';
import { requireLink } from './link.ts';

/** Sets a password with a one-time link. Whoever was signed in as the user no longer is. */
export const set: Handler<Calls['passwords']['set']> = async (context, { body }) => {
  const { database, hashing, origin } = context;
  const { userId, name, username, email } = await requireLink(database, body.token);
  checkPassword(body.password, { name, username, email, organisation: await organisationName(poolOf(database)) });
  const hash = await hashing.hash(body.password);
  await change(database, { kind: 'user', id: userId, name }, async (handle) => {
    if (!(await useLink(handle.connection, body.token, handle.at)))
      refuse('link_invalid', 'The link has just been used.');
    const user = await requireUser(handle, userId);
    if (user.status === 'suspended') refuse('link_invalid', 'The user of this link is suspended.');
    await requireMakerStillMay(handle, user);
    const invited = user.status === 'invited';
    if (invited) await updateUser(handle, user, { status: 'active' });
    await setPasswordHash(handle.connection, userId, hash);
    await endSessionsOf(handle.connection, userId);
    handle.record({ action: invited ? 'user.activated' : 'user.password_set', target: userTarget(user) });
    const { address, agent } = origin;
    await logSignIn(handle.connection, { userId, outcome: 'password_set', client: null, address, agent });
  });
  return undefined;
};

/**
 * Whoever made a link, and kept it, could become the user: so it ends when the user has come by more than its maker may manage.
 * @throws Refusal `link_invalid`
 */
async function requireMakerStillMay(snapshot: Snapshot, user: User): Promise<void> {
  const userId = await lastActor(snapshot, user.id, ['user.password_link_made', 'licet.admin_recovered']);
  if (userId === undefined) return;
  const present = (await findUser(snapshot, userId))?.status === 'active';
  const token = { version: snapshot.no, expiresAt: Number.POSITIVE_INFINITY };
  const caller = { kind: 'user', userId, sessionId: null, audience: licetApplication, token } as const;
  const maker = present ? await callerAccess(snapshot, caller) : noAccess;
  await requireMayBecome(snapshot, maker, user).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
    refuse(
      'link_invalid',
      `${user.name} has come by more access since than whoever made the link may manage. Ask an administrator for a new one.`,
    );
  });
}

const noAccess: CallerAccess = {
  userId: null,
  roles: [],
  permissions: [],
  owns: new Set(),
  can: () => false,
  isAdmin: false,
};
