import type { SignInState } from '@licet/client';
import { catalogue } from '../ui/language.ts';
import * as english from './words.en.ts';

export const { words, signedOutWords } = catalogue('app', english);

/** Why nobody is signed in any longer, and what to do, as sentences. */
export function reasonOf(signInState: SignInState): string | undefined {
  if (signInState.status !== 'signed-out') return undefined;
  if (signInState.code === 'session_ended') return signedOutWords.sessionEnded;
  return signInState.reason && signedOutWords.because(signInState.reason);
}
