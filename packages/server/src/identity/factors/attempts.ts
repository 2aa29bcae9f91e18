import { channelOf } from '../../channel.ts';
import type { SignInLine } from '../../store/sign-in/sign-ins.ts';
import type { SignInWay } from './assurance.ts';

/** What somebody tried to sign in by; `again` is the password of somebody who is signed in and proves it once more. */
export type AttemptedWay = 'password' | 'passkey' | 'code' | 'provider' | 'directory' | 'again';

/** What came of an attempt to sign in. `way` is how it was tried; of a sign-in that is whole, all that was shown, in order: `password+totp`. */
export interface SignInAttempt {
  readonly outcome: SignInLine['outcome'];
  readonly way: string;
}

/** Told of every line that an attempt to sign in writes into the sign-in log. */
export const signInAttempts = channelOf<SignInAttempt>('licet.sign-in.attempt');

/** What somebody tried last, of all that was shown. */
export function attemptedIn(ways: readonly SignInWay[]): AttemptedWay {
  const last = ways.at(-1);
  if (last === undefined || last === 'password' || last === 'directory') return last ?? 'password';
  if (last === 'totp' || last === 'recovery_code') return 'code';
  return last === 'passkey' || last === 'verified_passkey' ? 'passkey' : 'provider';
}

/** All that was shown, as one word. */
export const shownIn = (ways: readonly SignInWay[]): string => [...new Set(ways)].join('+');
