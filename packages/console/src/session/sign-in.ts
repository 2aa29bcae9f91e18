import { strongestAcr } from '@licet/contract';
import { licet } from './licet.ts';

/**
 * Records whether the sign-in redirected to this page. Must run before the token source removes the sign-in response
 * from the URL.
 */
export function noteArrival(): void {
  arrived = location.pathname === '/callback';
}

/** Whether the sign-in redirected to this page. */
export const hasArrived = (): boolean => arrived;

let arrived = false;

/**
 * Redirects to the sign-in, or to the set-up of a new installation. Both return to the path, or by default to the
 * current page. Never resolves, because the browser leaves the page.
 * @throws LicetError if the sign-in cannot start
 */
export async function leaveToSignIn(returnTo?: string): Promise<never> {
  if (!(await needsSetup())) return signIn(returnTo);
  location.replace('/setup');
  return new Promise<never>(() => {});
}

async function needsSetup(): Promise<boolean> {
  const response = await fetch('/api/v1/setup', { credentials: 'omit' }).catch(() => null);
  const body: unknown = response?.ok ? await response.json().catch(() => null) : null;
  return typeof body === 'object' && body !== null && 'needed' in body && body.needed === true;
}

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
