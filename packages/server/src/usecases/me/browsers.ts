import { identityKey } from '@licet/contract';
import { refuse } from '../../refusal.ts';
import { isLocked, nameFailures } from '../../store/sign-in/failures.ts';
import { forgetOwnBrowser, listKnownBrowsers } from '../../store/sign-in/known-browsers.ts';
import { callerId } from '../context.ts';
import { requireUser } from '../require.ts';
import { answering, reading } from '../use-case.ts';

/** Where one is known: guesses from elsewhere, which may have locked others out, are no matter there. */
export const browsers = reading('me.browsers', async ({ snapshot, caller }) => {
  const { id, username, email } = await requireUser(snapshot, callerId(caller));
  const session = caller.kind === 'user' ? caller.sessionId : null;
  const names = [username, ...(email === null ? [] : [email])].map((name) => nameFailures(identityKey(name), true));
  return {
    items: await listKnownBrowsers(snapshot, id, session),
    lockedElsewhere: await isLocked(snapshot.connection, names),
  };
});

/** Treats one of one's own browsers as anybody's from now on; somebody else's is not there. */
export const forgetBrowser = answering('me.forgetBrowser', async ({ params, database, caller }) => {
  if (!(await forgetOwnBrowser(database, callerId(caller), Buffer.from(params.browser, 'hex'))))
    refuse('not_found', 'browser_unknown', {});
});
