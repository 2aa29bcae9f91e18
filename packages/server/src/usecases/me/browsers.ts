import { identityKey } from '@licet/contract';
import { refuse } from '../../refusal.ts';
import { isLocked, nameFailures } from '../../store/credentials/failures.ts';
import { forgetOwnBrowser, listKnownBrowsers } from '../../store/credentials/known-browsers.ts';
import { callerId } from '../context.ts';
import { requireUser } from '../require.ts';
import { answering, reading } from '../use-case.ts';

/** Known browsers, in which attempts from elsewhere, which may lock an account, do not count. */
export const browsers = reading('me.browsers', async ({ snapshot, caller }) => {
  const { id, username, email } = await requireUser(snapshot, callerId(caller));
  const session = caller.kind === 'user' ? caller.sessionId : null;
  const names = [username, ...(email === null ? [] : [email])].map((name) => nameFailures(identityKey(name), true));
  return {
    items: await listKnownBrowsers(snapshot, id, session),
    lockedElsewhere: await isLocked(snapshot.connection, names),
  };
});

/** Forgets one of the caller's own browsers; another user's does not exist. */
export const forgetBrowser = answering('me.forgetBrowser', async ({ params, database, caller }) => {
  if (!(await forgetOwnBrowser(database, callerId(caller), Buffer.from(params.browser, 'hex'))))
    refuse('not_found', 'browser_unknown', {});
});
