import { LicetError } from '@licet/client';
import type { QueryClient } from '@tanstack/react-query';
import { keepDraftsOf } from '../ui/form-draft.ts';
import { licet } from './licet.ts';
import { meQuery } from './me.ts';
import { hasArrived, leaveToSignIn } from './sign-in.ts';
import { untilKnown, untilSignedOut } from './until-signed-in.ts';

/**
 * Thrown if no user is signed in and the page must not start a sign-in automatically. The state of the token source has
 * the reason.
 */
export class SignedOut extends Error {
  override readonly name = 'SignedOut';
}

/**
 * Loads the signed-in user before a screen that needs one. If no user is signed in, redirects to the sign-in, or to the
 * set-up of a new installation. Both return to `path`.
 * @throws SignedOut if a redirect would loop or would discard input, or if the sign-in cannot start
 */
export async function requireSession(queryClient: QueryClient, path: string): Promise<void> {
  await untilKnown(licet);
  if (isSignedOut() || !(await loadUser(queryClient))) await leaveOnce(queryClient, path);
}

/**
 * Loads the signed-in user.
 * @returns false if the session ends first
 */
export async function loadUser(queryClient: QueryClient): Promise<boolean> {
  const done = new AbortController();
  try {
    // If the session ends meanwhile, the call waits for the next sign-in, so it has no answer.
    const me = await Promise.race([queryClient.ensureQueryData(meQuery), untilSignedOut(licet, done.signal)]);
    if (me) keepDraftsOf(me.user.id);
    return me !== undefined;
  } catch (error) {
    // The server refused both the call and the renewal of the token, so the session has ended.
    if (!isSignedOut()) throw error;
    return false;
  } finally {
    done.abort();
  }
}

const isSignedOut = () => licet.current().status === 'signed-out';

async function leaveOnce(queryClient: QueryClient, path: string): Promise<void> {
  const signInState = licet.current();
  const code = signInState.status === 'signed-out' ? signInState.code : undefined;
  const isBegin = queryClient.getQueryData(meQuery.queryKey) === undefined;
  const isWorthIt = code === undefined || code === 'unreachable' || (code === 'session_ended' && !hasArrived());
  if (!isBegin || !isWorthIt) throw new SignedOut();
  try {
    await leaveToSignIn(path);
  } catch (error) {
    throw error instanceof LicetError ? new SignedOut() : error;
  }
}
