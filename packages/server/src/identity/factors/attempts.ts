import type { FirstWay } from '@licet/contract';
import { channelOf } from '../../channel.ts';
import { fault, refuse, refuseFault } from '../../refusal.ts';
import { findKnownBrowser, forgetKnownBrowser } from '../../store/credentials/known-browsers.ts';
import {
  type AttemptCounter,
  type AttemptKind,
  browserFailures,
  chargeAttempt,
  codeFailures,
  type Wait,
} from '../../store/credentials/throttle.ts';
import type { Database } from '../../store/kernel/database.ts';
import { poolOf } from '../../store/kernel/pool.ts';
import { logSignIn, type SignInLine } from '../../store/sign-in/sign-ins.ts';
import type { RequestSource } from '../../usecases/context.ts';
import type { SignInWay } from './assurance.ts';
import { browserHash } from './known-browsers.ts';

/** A sign-in under way: the client and application that it is for, and its browser. */
export interface Visit {
  readonly origin: RequestSource;
  /** The name of the client that the user signs in for. */
  readonly client: string | null;
  /** The identifier of its application, whose rules may be stricter than the organisation's. */
  readonly application: string | null;
  /** The tokens in the cookie of known browsers, one for each account. */
  readonly browsers: readonly string[];
  /** The instant that all decisions of the sign-in use. */
  readonly now: string;
}

/** The way of an attempt; `again` means that a signed-in user enters the password once more. */
export type AttemptedWay = 'password' | 'passkey' | 'code' | 'provider' | 'directory' | 'again';

/** The result of an attempt. `way` is the way that was tried; for a completed sign-in, all of them in order: `password+totp`. */
export interface SignInAttempt {
  readonly outcome: SignInLine['outcome'];
  readonly way: string;
}

/** Publishes every line that a sign-in attempt adds to the sign-in log. */
export const signInAttempts = channelOf<SignInAttempt>('licet.sign-in.attempt');

/** The way that was tried last. */
export function attemptedIn(ways: readonly SignInWay[]): AttemptedWay {
  const last = ways.at(-1);
  if (last === undefined || last === 'password' || last === 'directory') return last ?? 'password';
  if (last === 'totp' || last === 'recovery_code') return 'code';
  return last === 'passkey' || last === 'verified_passkey' ? 'passkey' : 'provider';
}

/** Returns all ways of a sign-in as one text, such as `password+totp`. */
export const wayLabel = (ways: readonly SignInWay[]): string => [...new Set(ways)].join('+');

/** Adds the line of one attempt with the given outcome. */
export type Log = (outcome: SignInLine['outcome']) => Promise<void>;

/** Adds a line to the sign-in log. */
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

/**
 * Counts an attempt in a known browser, and returns its counter; undefined in an unknown one. A browser with too many failures is
 * forgotten and counts as unknown.
 */
export async function chargeKnownBrowser(
  database: Database,
  userId: string,
  { browsers, now }: Pick<Visit, 'browsers' | 'now'>,
  log: Log,
  what: AttemptKind = 'passwords',
): Promise<AttemptCounter | undefined> {
  const hash = await findKnownBrowser(database, userId, browsers.map(browserHash), now);
  return hash && chargeBrowser(database, hash, now, log, what);
}

/** Counts an attempt as {@link chargeKnownBrowser} does, for a browser that was already looked up. */
export async function chargeBrowser(
  database: Database,
  hash: Buffer,
  now: string,
  log: Log,
  what: AttemptKind = 'passwords',
): Promise<AttemptCounter | undefined> {
  const own = browserFailures(hash, what);
  const wait = await chargeAttempt(database, [own], now);
  if (wait === undefined) return own;
  if (wait !== 'forever') return refuseFor(wait, log, what);
  await forgetKnownBrowser(database, hash);
  return undefined;
}

/** Counts an attempt. @throws Refusal `throttled`, and `locked` or `codes_locked` */
export async function chargeOrRefuse(
  database: Database,
  counters: readonly AttemptCounter[],
  log: Log,
  now: string,
  what: AttemptKind = 'passwords',
): Promise<void> {
  const wait = await chargeAttempt(database, counters, now);
  if (wait !== undefined) await refuseFor(wait, log, what);
}

/** Counts an attempt with a code for the user, before it is compared. @throws Refusal `throttled`, `codes_locked` */
export async function countCode(database: Database, visit: Pick<Visit, 'origin' | 'client' | 'now'>, userId: string) {
  const log: Log = (outcome) => writeLine(database, visit, userId, outcome, 'code');
  await chargeOrRefuse(database, [codeFailures(userId)], log, visit.now, 'codes');
}

async function refuseFor(wait: Wait, log: Log, what: AttemptKind = 'passwords'): Promise<never> {
  await log('throttled');
  if (wait !== 'forever') return refuse('throttled', 'wrong_tries', { tried: what, wait }, { retryAfter: wait });
  return what === 'codes' ? refuse('codes_locked', 'user_codes_locked', {}) : refuse('locked', 'name_locked', {});
}

/** Refuses a way that the sign-in rules do not accept, alike for right and wrong passwords. @throws Refusal `way_refused` */
export function refuseWay(way: FirstWay): never {
  return refuse('way_refused', 'way_closed', { way });
}

/** @throws Refusal `begin_again` */
export function beginAgain(): never {
  return refuse('begin_again', 'first_step_over', {});
}

/** Refuses a sign-in that is over, or that another browser started. @throws Refusal `not_found` */
export function refuseEnded(): never {
  return refuse('not_found', 'sign_in_over', {});
}

/** Refuses a wrong first code of a new authenticator app. @throws Refusal `code_wrong` */
export function refuseFirstCode(): never {
  return refuseFault('code_wrong', fault({ pointer: '/code' }, 'first_code_unfit', {}));
}
