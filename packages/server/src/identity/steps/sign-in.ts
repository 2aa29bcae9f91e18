import type { NextStep, Policy } from '@licet/contract';
import { Refusal, refuse } from '../../refusal.ts';
import { rememberBrowser } from '../../store/credentials/known-browsers.ts';
import type { Database } from '../../store/kernel/database.ts';
import { poolOf } from '../../store/kernel/pool.ts';
import type { Account } from '../../store/sign-in/accounts.ts';
import type { AskedOfPerson } from '../../store/sign-in/requirements.ts';
import { keepStep, type Step } from '../../store/sign-in/steps.ts';
import type { Upstream } from '../connections/external-provider.ts';
import { askDirectories, directoriesOpen } from '../directories/by-directory.ts';
import type { SignInWay } from '../factors/assurance.ts';
import { attemptedIn, type Visit, writeLine } from '../factors/attempts.ts';
import type { Hashing } from '../factors/hashing.ts';
import { browserHash } from '../factors/known-browsers.ts';
import { type PasswordAttempt, provePassword } from '../factors/password.ts';
import { refuseWay } from '../factors/refusals.ts';
import type { Secrets } from '../keys/secrets.ts';
import { completeSignIn } from './complete.ts';
import { askedOf, type Needed, neededOf, stillNeededBy } from './next-step.ts';

// The steps from the page to the session. A user is signed in once nothing more is needed.

export interface StepParts {
  readonly database: Database;
  readonly hashing: Hashing;
  readonly secrets: Secrets;
  /** Speaks to the providers and directories that people sign in by. */
  readonly upstream: Upstream;
  /** The public address, which passkeys are made for. */
  readonly issuer: string;
}

/** A sign-in under way on the page. */
export interface PageVisit extends Visit {
  /** The provider's id of the sign-in; null on the way to no application, where there is one step only. */
  readonly uid: string | null;
  /** What is asked of everybody who signs in there. */
  readonly rules: Policy;
  /** Whether there are directories that people may sign in by. */
  readonly directories: boolean;
  /** How far it has come, when its first factor was right a short while ago. */
  readonly step: Step | null;
  /** Whether the strongest that the person has is asked for, as before changing what they sign in with. */
  readonly strongest: boolean;
  /** Who is signed in already, shows it once more, and has heard what is to be set up; null when nobody is. */
  readonly reminded: string | null;
}

/** Somebody has signed in. */
export interface SignedIn {
  readonly account: Account;
  readonly ways: readonly SignInWay[];
  /** The epoch of the account's sign-ins in which its first factor was shown. */
  readonly epoch: number;
  /** The token by which the browser is known for the account from now on. */
  readonly browser: string;
  /** Those that were made with a second factor just now, to be shown once. */
  readonly recoveryCodes?: readonly string[] | null;
}

/** What a step leads to. */
export type StepOutcome = SignedIn | { readonly next: NextStep };

/**
 * By username or e-mail address and password. Where none is taken, a wrong one gets the same answer as a right one.
 * @throws Refusal as `provePassword`; `way_refused`, `second_factor_missing`, `second_factor_needed` without a page
 */
export async function signInByPassword(
  parts: StepParts,
  visit: PageVisit,
  entered: Pick<PasswordAttempt, 'login' | 'password'>,
): Promise<StepOutcome> {
  const { database, hashing } = parts;
  const { ways } = visit.rules;
  const open = await directoriesOpen(parts, visit);
  try {
    const elsewhere = askDirectories(parts, open, ways);
    const proved = await provePassword(database, hashing, { ...visit, ...entered }, elsewhere);
    return await goOn(parts, visit, proved.account, [proved.way], { asked: proved.asked });
  } catch (error) {
    // Where passwords of directories are taken and none of Licet, one of Licet is as good as a wrong one.
    const same = open.length > 0 ? 'sign_in_failed' : 'way_refused';
    const code = error instanceof Refusal ? error.problem.code : undefined;
    if (ways.includes('password') || (code !== 'sign_in_failed' && code !== 'way_refused')) throw error;
    return same === 'way_refused' ? refuseWay('password') : refuse(same, 'name_or_password_wrong', {});
  }
}

/** What a sign-in waits for, when its first factor was right a short while ago. */
export async function nextStep(
  { database }: StepParts,
  { step, ...visit }: Pick<PageVisit, 'application' | 'browsers' | 'now' | 'step'>,
): Promise<NextStep | null> {
  return step ? shownOf(stillNeededBy(await askedOf(database, step.userId, visit), step)) : null;
}

/** Completes the sign-in, or asks for what is still needed. @throws Refusal `way_refused`, `second_factor_missing`, and as `completeSignIn` */
export async function goOn(
  { database }: StepParts,
  visit: PageVisit,
  account: Account,
  ways: readonly SignInWay[],
  { remember = false, epoch = account.epoch, asked: read }: GoingOn = {},
): Promise<StepOutcome> {
  const asked = read ?? (await askedOf(database, account.id, visit));
  const needed = neededOf(asked, { ...visit, reminded: visit.reminded === account.id }, ways);
  if (needed.kind === 'nothing') {
    const browser = await completeSignIn(database, account, visit, asked, { ways, epoch });
    if (remember) await rememberBrowser(database, browserHash(browser), visit.now);
    return { account, ways, epoch, browser };
  }
  if (needed.kind === 'stopped') {
    await writeLine(database, visit, account.id, 'stopped_by_policy', attemptedIn(ways));
    return needed.because === 'way_refused' ? refuseWay(needed.way) : refuseWithout();
  }
  if (visit.uid === null) return refuse('second_factor_needed', 'page_without_second_factor', {});
  const setUp = needed.kind === 'second_factor' ? null : needed.until === null ? 'demanded' : 'offered';
  await keepStep(poolOf(database), visit.uid, { userId: account.id, ways, epoch, setUp }, visit.now);
  await writeLine(database, visit, account.id, setUp ? 'set_up_asked' : 'second_factor_asked', attemptedIn(ways));
  return { next: shownOf(needed) };
}

interface GoingOn {
  readonly remember?: boolean;
  readonly epoch?: number;
  /** What is asked of them, when it was read after the proof. */
  readonly asked?: AskedOfPerson | undefined;
}

const shownOf = (needed: Exclude<Needed, { kind: 'nothing' | 'stopped' }>): NextStep =>
  needed.kind === 'second_factor'
    ? { ways: [...needed.ways] }
    : { ways: [], setUp: { ways: [...needed.ways], until: needed.until } };

function refuseWithout(): never {
  return refuse('second_factor_missing', 'browser_needs_second_factor', {});
}
