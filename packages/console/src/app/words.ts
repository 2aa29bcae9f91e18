import type { SignInState } from '@licet/client';
import { catalogue } from '../ui/language.ts';

/** Texts of the frame around the screens. */
export const words = {
  product: 'Licet',
  signIn: 'Sign in',
  signingIn: 'Signing you in',
  mayNotOpen: 'You may not open this page',
  needs: (screen: string, permission: string) =>
    `“${screen}” needs the permission ${permission} in Licet. An administrator can grant it to you.`,
  refused: (detail: string, _permission: string | undefined) => detail,
  printed: (user: string, at: string) => `Printed by ${user} on ${at}.`,
  shows: (at: string) => `Shows ${at}.`,
};

/** The texts shown after the user was signed out. */
export const signedOutWords = {
  title: 'You are signed out',
  notIn: 'You are not signed in',
  signIn: 'Sign in',
  signInHere: 'Sign in here',
  signInAgain: 'Sign in again',
  newTab: 'Sign in in a new tab',
  kept: 'What you typed on this page is kept. Sign in in a new tab, then continue here.',
  renewing: 'Your access is being renewed',
  waits:
    'Your sign-in expired before Licet could be reached. This page keeps what you typed and continues when Licet answers.',
  leaving: 'Signing you out',
  notLeft:
    'You are signed out in this browser, but the server did not answer, so your session is still open there. Sign out again when the server is back.',
  outAgain: 'Sign out again',
  sessionEnded:
    'Your session has expired, or an administrator ended it or suspended your account. Sign in again; if that is refused, ask an administrator.',
  /** The reason for a failed sign-in. In English it is the sentence of the client library. */
  because: (reason: string) => reason,
};

catalogue('app', { words, signedOutWords });

export function reasonOf(signInState: SignInState): string | undefined {
  if (signInState.status !== 'signed-out') return undefined;
  if (signInState.code === 'session_ended') return signedOutWords.sessionEnded;
  return signInState.reason && signedOutWords.because(signInState.reason);
}
