import type { Calls } from '@licet/contract';
import { proveAgain } from '../../sign-in/authenticate.ts';
import { checkPassword } from '../../sign-in/passwordRules.ts';
import { poolOf } from '../../store/kernel/pool.ts';
import { organisationName } from '../../store/sign-in/accounts.ts';
import { setPasswordHash } from '../../store/sign-in/credentials.ts';
import { endSessionsOf } from '../../store/sign-in/sessions.ts';
import { logSignIn } from '../../store/sign-in/signIns.ts';
import { changeAs } from '../authorise.ts';
import { callerId } from '../context.ts';
import type { Handler } from '../handler.ts';
import { userTarget } from '../targets.ts';

/** Changes one's own password, with the present one. Every other browser is signed out. */
export const password: Handler<Calls['me']['password']> = async (context, { params, body }) => {
  const { database, hashing, origin, caller } = context;
  const userId = callerId(context);
  const sessionId = caller.kind === 'user' ? caller.sessionId : null;
  const account = await proveAgain(database, hashing, { userId, sessionId }, body.current, origin);
  checkPassword(body.password, { ...account, organisation: await organisationName(poolOf(database)) });
  const hash = await hashing.hash(body.password);
  await changeAs(context, 'me.password', params, async (change) => {
    await setPasswordHash(change.connection, userId, hash);
    await endSessionsOf(change.connection, userId, sessionId);
    change.record({ action: 'user.password_changed', target: userTarget(account) });
    const { address, agent } = origin;
    await logSignIn(change.connection, { userId, outcome: 'password_changed', client: null, address, agent });
  });
  return undefined;
};
