import type { Holding } from '@licet/client';
import { catalogue } from '../ui/language.ts';
import * as english from './words.en.ts';

export const { words, signedOutWords } = catalogue('app', english);

/** Why nobody is signed in any longer, and what to do, as sentences. */
export function reasonOf(holding: Holding): string | undefined {
  if (holding.status !== 'signed-out') return undefined;
  if (holding.code === 'session_ended') return signedOutWords.sessionEnded;
  return holding.reason && signedOutWords.because(holding.reason);
}
