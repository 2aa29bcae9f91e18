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
import { attemptedIn, refuseWay, type Visit, writeLine } from '../factors/attempts.ts';
import type { Hashing } from '../factors/hashing.ts';
import { browserHash } from '../factors/known-browsers.ts';
import { type PasswordAttempt, provePassword } from '../factors/password.ts';
import type { Secrets } from '../keys/secrets.ts';
import { completeSignIn } from './complete.ts';
import { askedOf, type Needed, neededOf, stillNeededBy } from './next-step.ts';

// The steps from the page to the session. A user is signed in when no further step is needed.

export interface StepParts {
  readonly database: Database;
  readonly hashing: Hashing;
  readonly secrets: Secrets;
  /** Connects to the providers and directories by which users sign in. */
  readonly upstream: Upstream;
  /** The public address, for which passkeys are created. */
  readonly issuer: string;
}

/** A sign-in under way on the page. */
export interface PageVisit extends Visit {
  /** The provider's id of the sign-in; null without an application, where there is only one step. */
  readonly uid: string | null;
  /** The sign-in rules for all users at the destination. */
  readonly rules: Policy;
  /** Whether users may sign in by a directory. */
  readonly directories: boolean;
  /** The completed first step, if the first factor was verified a short while ago. */
  readonly step: Step | null;
  /** Whether the user must show their strongest factors, for example before they change a factor. */
  readonly strongest: boolean;
  /**
   * The id of a user who is already signed in and has seen the offer to set up a factor, so it is not repeated; null
   * otherwise.
   */
  readonly reminded: string | null;
}

/** A complete sign-in. */
export interface SignedIn {
  readonly account: Account;
  readonly ways: readonly SignInWay[];
  /** The account's sign-in epoch when the first factor was verified. */
  readonly epoch: number;
  /** The token that makes the browser a known one for the account. */
  readonly browser: string;
  /** Recovery codes that were just created with a second factor. They are shown only now. */
  readonly recoveryCodes?: readonly string[] | null;
}

/** The result of a step. */
export type StepOutcome = SignedIn | { readonly next: NextStep };

/**
 * Signs in by username or e-mail address and password. If the policy accepts no password, a wrong one gets the same
 * answer as a right one.
 * @throws Refusal as `provePassword`; `way_refused`, `second_factor_missing`; `second_factor_needed` in a sign-in
 * without an application
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
    const foreign = askDirectories(parts, open, ways);
    const proved = await provePassword(database, hashing, { ...visit, ...entered }, foreign);
    return await goOn(parts, visit, proved.account, [proved.way], { asked: proved.asked });
  } catch (error) {
    // If the policy accepts directory passwords but not Licet passwords, a correct Licet password gets the same answer
    // as a wrong one.
    const same = open.length > 0 ? 'sign_in_failed' : 'way_refused';
    const code = error instanceof Refusal ? error.problem.code : undefined;
    if (ways.includes('password') || (code !== 'sign_in_failed' && code !== 'way_refused')) throw error;
    return same === 'way_refused' ? refuseWay('password') : refuse(same, 'name_or_password_wrong', {});
  }
}

/** Returns what a sign-in still needs after its first factor; null if no first factor was verified recently. */
export async function nextStep(
  { database }: StepParts,
  { step, ...visit }: Pick<PageVisit, 'application' | 'browsers' | 'now' | 'step'>,
): Promise<NextStep | null> {
  return step ? shownOf(stillNeededBy(await askedOf(database, step.userId, visit), step)) : null;
}

/**
 * Completes the sign-in, or returns the next step. @throws Refusal `way_refused`, `second_factor_missing`, and as
 * `completeSignIn`
 */
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
  /** The requirements, if the caller has already read them. */
  readonly asked?: AskedOfPerson | undefined;
}

const shownOf = (needed: Exclude<Needed, { kind: 'nothing' | 'stopped' }>): NextStep =>
  needed.kind === 'second_factor'
    ? { ways: [...needed.ways] }
    : { ways: [], setUp: { ways: [...needed.ways], until: needed.until } };

function refuseWithout(): never {
  return refuse('second_factor_missing', 'browser_needs_second_factor', {});
}
