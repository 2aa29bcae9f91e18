import { refuse } from '../refusal.ts';
import { type Factors, factorsOf } from '../store/credentials/credentials.ts';
import { readClock } from '../store/kernel/clock.ts';
import type { Database } from '../store/kernel/database.ts';
import { poolOf } from '../store/kernel/pool.ts';
import type { Account } from '../store/sign-in/accounts.ts';
import { findStep, keepStep } from '../store/sign-in/steps.ts';
import type { SignInWay } from './assurance.ts';
import { type PasswordAttempt, provePassword, type Visit, welcome, writeLine } from './authenticate.ts';
import type { Hashing } from './hashing.ts';
import type { Secrets } from './secrets.ts';

// The steps from the page to the session. After a right password nothing is signed in while a second factor is asked for.

export interface StepParts {
  readonly database: Database;
  readonly hashing: Hashing;
  readonly secrets: Secrets;
  /** The public address, which passkeys are made for. */
  readonly issuer: string;
}

/** A sign-in under way on the page. */
export interface PageVisit extends Visit {
  /** The provider's id of the sign-in; null on the way to no application, where there is one step only. */
  readonly uid: string | null;
  /** Whether the strongest that the person has is asked for, as before changing what they sign in with. */
  readonly strongest: boolean;
}

/** What may be shown as a second factor. */
export type SecondWay = Extract<SignInWay, 'totp' | 'passkey' | 'recovery_code'>;

/** Somebody has signed in. */
export interface SignedIn {
  readonly account: Account;
  readonly ways: readonly SignInWay[];
  /** The epoch of the account's sign-ins in which its first factor was shown. */
  readonly epoch: number;
  /** The token by which the browser is known for the account from now on. */
  readonly browser: string;
}

/** What a person is asked for next. */
export interface NextStep {
  readonly next: { readonly ways: readonly SecondWay[] };
}

/** By username or e-mail address and password. @throws Refusal as `provePassword`; `second_factor_needed` without a page */
export async function signInByPassword(
  parts: StepParts,
  visit: PageVisit,
  entered: Pick<PasswordAttempt, 'login' | 'password'>,
): Promise<SignedIn | NextStep> {
  const account = await provePassword(parts.database, parts.hashing, { ...visit, ...entered });
  return afterFirstFactor(parts, visit, account, ['password']);
}

/** What a sign-in waits for, when its first factor was right a short while ago. */
export async function nextStep({ database }: StepParts, uid: string): Promise<NextStep['next'] | null> {
  const step = await findStep(poolOf(database), uid, await readClock(database));
  return step ? { ways: waysOf(await factorsOf(poolOf(database), step.userId), step.ways) } : null;
}

/** A second factor is asked for when the person has an authenticator app; before a step up when they have any. */
function secondFactorWanted(factors: Factors, strongest: boolean): boolean {
  return factors.totp || (strongest && factors.passkeys);
}

/** A passkey is no second factor to itself. */
const waysOf = ({ totp, passkeys, recoveryCodes }: Factors, shown: readonly string[]): SecondWay[] => [
  ...(totp ? (['totp'] as const) : []),
  ...(passkeys && !shown.includes('passkey') ? (['passkey'] as const) : []),
  ...(recoveryCodes ? (['recovery_code'] as const) : []),
];

/** Signs in, or asks for the second factor. */
export async function afterFirstFactor(
  { database }: StepParts,
  visit: PageVisit,
  account: Account,
  ways: readonly SignInWay[],
): Promise<SignedIn | NextStep> {
  const factors = await factorsOf(poolOf(database), account.id);
  if (ways.includes('verified_passkey') || !secondFactorWanted(factors, visit.strongest))
    return { account, ways, epoch: account.epoch, browser: await welcome(database, account, visit) };
  if (visit.uid === null)
    return refuse('second_factor_needed', 'A second factor is asked for, which this page does not take.');
  await keepStep(poolOf(database), visit.uid, { userId: account.id, ways, epoch: account.epoch }, visit.now);
  await writeLine(database, visit, account.id, 'second_factor_asked');
  return { next: { ways: waysOf(factors, ways) } };
}

/** @throws Refusal `begin_again` */
export function beginAgain(): never {
  return refuse('begin_again', 'The first step of this sign-in was too long ago, or it is done. Begin with it again.');
}
