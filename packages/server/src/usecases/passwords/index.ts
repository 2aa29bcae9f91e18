import type { Calls } from '@licet/contract';
import { checkPassword } from '../../identity/factors/password-rules.ts';
import { queueMail } from '../../mail/queue-mail.ts';
import { openSetUpWindow } from '../../store/credentials/credentials.ts';
import { setPasswordHash } from '../../store/credentials/passwords.ts';
import { change } from '../../store/kernel/change.ts';
import { poolOf } from '../../store/kernel/pool.ts';
import { organisationName } from '../../store/sign-in/accounts.ts';
import { viaOf } from '../authorise.ts';
import type { Context } from '../context.ts';
import { userTarget } from '../require.ts';
import { answering, type Input } from '../use-case.ts';
import { link, logTaken, requireLink, requireLinkWay, takeLink } from './link.ts';
import { offer, setPasskey as takePasskey } from './passkey.ts';
import { reset as ask, forgotten as findOut } from './reset.ts';

/** Sets a password with a one-time link. */
export const set = async (context: Context, { body }: Input<Calls['passwords']['set']>) => {
  const { database, hashing, issuer, caller, origin } = context;
  const link = await requireLink(database, body.token);
  const { userId, name, username, email } = link;
  await requireLinkWay(poolOf(database), issuer, userId, 'password');
  checkPassword(body.password, { name, username, email, organisation: await organisationName(poolOf(database)) });
  const hash = await hashing.hash(body.password);
  await change(database, { kind: 'user', id: userId, name, via: viaOf(caller, origin) }, async (handle) => {
    const { user, invited } = await takeLink(handle, link, body.token);
    await requireLinkWay(handle.connection, issuer, userId, 'password');
    await setPasswordHash(handle, userId, hash);
    await openSetUpWindow(handle.connection, userId, handle.clock);
    if (!invited) await queueMail(handle, { to: [userId], template: 'password_changed', data: { at: handle.clock } });
    handle.record({ action: invited ? 'user.activated' : 'user.password_set', target: userTarget(user) });
    await logTaken(handle, userId, 'password_set', origin);
  });
};

export const readLink = answering('passwords.link', (asked) => link(asked, asked));
export const setPassword = answering('passwords.set', (asked) => set(asked, asked));
export const passkeyOptions = answering('passwords.passkeyOptions', (asked) => offer(asked, asked));
export const setPasskey = answering('passwords.setPasskey', (asked) => takePasskey(asked, asked));
export const forgotten = answering('passwords.forgotten', findOut);
export const reset = answering('passwords.reset', (asked) => ask(asked, asked));
