import { strongestAcr } from '@licet/contract';
import { licet } from './licet.ts';

/**
 * Leaves for the sign-in, to come back to the path, or to where one is. Resolves never: the page is on its way out.
 * @throws LicetError when the sign-in cannot be reached, or the browser cannot do it.
 */
export function signIn(returnTo?: string): Promise<never> {
  leaving ??= leave(returnTo).catch((error: unknown) => {
    leaving = undefined;
    throw error;
  });
  return leaving;
}

/**
 * Leaves for the sign-in though somebody is signed in: they show again who they are, as strongly as they can, and come back.
 * @throws LicetError when the sign-in cannot be reached
 */
export async function signInAgain(returnTo: string): Promise<never> {
  await licet.signIn({ returnTo, parameters: { max_age: '0', acr_values: strongestAcr } });
  return new Promise<never>(() => {});
}

/** A name that the pages before the console have just made known (public-pages/login-hint.ts). */
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
