import { type AccessStatus, createAccess, type SignInState } from '@licet/client';
import { strongestAcr } from '@licet/contract';
import { useSyncExternalStore } from 'react';
import { licet } from './licet.ts';

/**
 * Redirects to the sign-in, which returns to the path, or by default to the current page. Never resolves, because the
 * browser leaves the page.
 * @throws LicetError if the sign-in is unreachable, or the browser does not support it
 */
export function signIn(returnTo?: string): Promise<never> {
  leaving ??= leave(returnTo).catch((error: unknown) => {
    leaving = undefined;
    throw error;
  });
  return leaving;
}

/**
 * Redirects to the sign-in although a user is signed in. Requests the user's strongest method, and then returns to the
 * path.
 * @throws LicetError if the sign-in is unreachable
 */
export async function signInAgain(returnTo: string): Promise<never> {
  await licet.signIn({ returnTo, parameters: { max_age: '0', acr_values: strongestAcr } });
  return new Promise<never>(() => {});
}

/** The storage key of the username that a public page has just stored (public-pages/remembered.ts). */
const HINT = 'licet.login-hint';
let leaving: Promise<never> | undefined;

async function leave(returnTo: string | undefined): Promise<never> {
  const loginHint = takeHint();
  await licet.signIn({ ...(returnTo !== undefined && { returnTo }), ...(loginHint && { loginHint }) });
  return new Promise<never>(() => {});
}

function takeHint(): string | null {
  try {
    const hint = sessionStorage.getItem(HINT);
    sessionStorage.removeItem(HINT);
    return hint;
  } catch {
    return null;
  }
}

/** The current state of the sign-in. Screens do not use it: they render from the last token, even after its expiry. */
export const useSignInState = (): SignInState => useSyncExternalStore(licet.subscribe, licet.current);

const access = createAccess(licet);

/** The id of the user whose token the page holds. */
export const heldUser = (): string | undefined => access.snapshot().token?.sub;

/** The state of the current token. A cover hides the screen if the token is not renewed in time. */
export const useTokenStatus = (): AccessStatus =>
  useSyncExternalStore(access.subscribe, () => access.snapshot().status);
