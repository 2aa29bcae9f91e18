import type { Holding } from '@licet/client';

export const signedOutWords = {
  title: 'You are signed out',
  notIn: 'You are not signed in',
  signIn: 'Sign in',
  signInHere: 'Sign in here',
  signInAgain: 'Sign in again',
  newTab: 'Sign in in a new tab',
  kept: 'What you typed on this page is kept. Sign in in a new tab, and it goes on where it was.',
  renewing: 'Your access is being renewed',
  waits:
    'It ran out before Licet could be reached. This page waits, keeps what you typed, and comes back by itself when Licet answers.',
  leaving: 'Signing you out',
  notLeft:
    'This browser has forgotten you, but the server did not answer, so your session there goes on. Sign out once more when it is back.',
  outAgain: 'Sign out once more',
} as const;

/** Why nobody is signed in any longer, and what to do, as sentences. */
export function reasonOf(holding: Holding): string | undefined {
  if (holding.status !== 'signed-out') return undefined;
  return holding.code === 'session_ended'
    ? 'Your session has run out, or an administrator ended it or suspended your account. Sign in again; if that is refused, ask an administrator.'
    : holding.reason;
}
