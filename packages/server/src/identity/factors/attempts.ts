import { channelOf } from '../../channel.ts';
import type { Database } from '../../store/kernel/database.ts';
import { poolOf } from '../../store/kernel/pool.ts';
import { logSignIn, type SignInLine } from '../../store/sign-in/sign-ins.ts';
import type { Origin } from '../../usecases/context.ts';
import type { SignInWay } from './assurance.ts';

/** A sign-in under way: where it comes from, and where it is going. */
export interface Visit {
  readonly origin: Origin;
  /** The name of the client that the person is on the way to. */
  readonly client: string | null;
  /** The identifier of its application, which may ask for more than the organisation does. */
  readonly application: string | null;
  /** The tokens of the accounts that the browser is known for. */
  readonly browsers: readonly string[];
  /** The instant by which it is decided. */
  readonly now: string;
}

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

/** Writes a line about one attempt; only its outcome is still open. */
export type Log = (outcome: SignInLine['outcome']) => Promise<void>;

/** Writes a line of the sign-in log. */
export function writeLine(
  database: Database,
  { origin, client, now }: Pick<Visit, 'origin' | 'client' | 'now'>,
  userId: string | null,
  outcome: SignInLine['outcome'],
  way: AttemptedWay,
): Promise<void> {
  signInAttempts.publish({ outcome, way });
  return logSignIn(poolOf(database), lineOf({ origin, client }, userId, outcome), now);
}

/** Returns a line of the sign-in log. */
export function lineOf(
  { origin: { address, agent, language }, client }: Pick<Visit, 'origin' | 'client'>,
  userId: string | null,
  outcome: SignInLine['outcome'],
): SignInLine {
  return { userId, outcome, client, address, agent, language };
}
