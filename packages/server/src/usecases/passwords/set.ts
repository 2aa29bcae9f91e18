import type { Calls } from '@licet/contract';
import { queueMail } from '../../mail/queue-mail.ts';
import { refuse } from '../../refusal.ts';
import { checkPassword } from '../../sign-in/password-rules.ts';
import { setPasswordHash } from '../../store/credentials/passwords.ts';
import { change } from '../../store/kernel/change.ts';
import { poolOf } from '../../store/kernel/pool.ts';
import { organisationName } from '../../store/sign-in/accounts.ts';
import { useLink } from '../../store/sign-in/links.ts';
import { endSessionsOf } from '../../store/sign-in/sessions.ts';
import { openSetUpWindow } from '../../store/sign-in/set-up-windows.ts';
import { logSignIn } from '../../store/sign-in/sign-ins.ts';
import { noteVerified } from '../../store/users/addresses.ts';
import { updateUser } from '../../store/users/users.ts';
import type { Context } from '../context.ts';
import { requireUser } from '../require.ts';
import { userTarget } from '../targets.ts';
import type { Input } from '../use-case.ts';
import { requireLink, requireMakerStillMay } from './link.ts';

/** Sets a password with a one-time link. Whoever was signed in as the user no longer is. */
export const set = async (context: Context, { body }: Input<Calls['passwords']['set']>) => {
  const { database, hashing, origin } = context;
  const link = await requireLink(database, body.token);
  const { userId, name, username, email } = link;
  checkPassword(body.password, { name, username, email, organisation: await organisationName(poolOf(database)) });
  const hash = await hashing.hash(body.password);
  await change(database, { kind: 'user', id: userId, name }, async (handle) => {
    if (!(await useLink(handle, body.token))) refuse('link_invalid', 'The link has just been used.');
    const user = await requireUser(handle, userId);
    if (user.status === 'suspended') refuse('link_invalid', 'The user of this link is suspended.');
    if (link.kind === 'invitation' && user.status !== 'invited')
      refuse('link_invalid', 'The invitation was taken up already.');
    if (link.kind === 'reset' && user.status !== 'active')
      refuse('link_invalid', 'The link is for somebody who was in before.');
    await requireMakerStillMay(handle, link, user);
    const invited = user.status === 'invited';
    if (invited) await updateUser(handle, user, { status: 'active' });
    if (link.address !== null && link.address === user.email) await noteVerified(handle, userId, link.address);
    await setPasswordHash(handle, userId, hash);
    await openSetUpWindow(handle.connection, userId, handle.clock);
    await endSessionsOf(handle, userId);
    if (!invited) await queueMail(handle, { to: [userId], template: 'password_changed', data: { at: handle.clock } });
    handle.record({ action: invited ? 'user.activated' : 'user.password_set', target: userTarget(user) });
    const { address, agent } = origin;
    const line = { userId, outcome: 'password_set', client: null, address, agent } as const;
    await logSignIn(handle.connection, line, handle.clock);
  });
};
