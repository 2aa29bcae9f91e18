import { proveAgain } from '../../identity/factors/password.ts';
import { checkPassword } from '../../identity/factors/password-rules.ts';
import { queueMail } from '../../mail/queue-mail.ts';
import { refuse } from '../../refusal.ts';
import { isPasswordHash, setPasswordHash } from '../../store/credentials/passwords.ts';
import { poolOf } from '../../store/kernel/pool.ts';
import { readNow } from '../../store/kernel/read-now.ts';
import { organisationName } from '../../store/sign-in/accounts.ts';
import { endSessionsOf } from '../../store/sign-in/sessions.ts';
import { logSignIn } from '../../store/sign-in/sign-ins.ts';
import { callerId } from '../context.ts';
import { requireStrongSignIn } from '../credentials/fresh.ts';
import { userTarget } from '../targets.ts';
import { answering, changeAs } from '../use-case.ts';

/** Changes one's own password, with the present one, and a second factor shown lately if there is one. Every other browser is signed out. */
export const password = answering('me.password', async (asked) => {
  const { body, database, hashing, origin, caller } = asked;
  const userId = callerId(caller);
  const sessionId = caller.kind === 'user' ? caller.sessionId : null;
  await readNow(database, (snapshot) => requireStrongSignIn(snapshot, caller));
  const account = await proveAgain(database, hashing, { userId, sessionId }, body.current, origin);
  checkPassword(body.password, { ...account, organisation: await organisationName(poolOf(database)) });
  const hash = await hashing.hash(body.password);
  await changeAs('me.password', asked, async ({ change }) => {
    // Of several simultaneous changes with the present password, one wins; the others learn that theirs is no longer
    // right.
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
