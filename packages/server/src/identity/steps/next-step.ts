import type { FirstWay, SecondWay, SetUpWay } from '@licet/contract';
import type { Factors } from '../../store/credentials/credentials.ts';
import type { Database } from '../../store/kernel/database.ts';
import { type AskedOfPerson, type Requirements, requirementsOf } from '../../store/sign-in/requirements.ts';
import type { Step } from '../../store/sign-in/steps.ts';
import { assuranceOf, firstOf, isStrong, type SignInWay, waysIn } from '../factors/assurance.ts';
import type { Visit } from '../factors/attempts.ts';
import { browserHash } from '../factors/known-browsers.ts';

/** What a sign-in still needs after the factors that the user has shown. */
export type Needed =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'second_factor'; readonly ways: readonly SecondWay[] }
  /** `until` is the instant until which the user may continue without setting up a factor; null if they may not. */
  | { readonly kind: 'set_up'; readonly ways: readonly SetUpWay[]; readonly until: string | null }
  | { readonly kind: 'stopped'; readonly because: 'way_refused'; readonly way: FirstWay }
  | { readonly kind: 'stopped'; readonly because: 'second_factor_missing' };

/**
 * Decides what a sign-in still needs. No other code decides this.
 * - A user needs a second factor if they have an authenticator app or the policy demands one, unless the browser is
 * remembered.
 * - For a step-up, every user who has a second factor needs it.
 * - A user without the demanded factor may set it up during the grace time. Afterwards they may do so only where a
 * thief with the password could not: see docs/decisions/0018.
 */
export function neededOf(
  asked: AskedOfPerson,
  visit: Pick<Visit, 'now'> & { readonly strongest: boolean; readonly reminded: boolean },
  shown: readonly SignInWay[],
): Needed {
  const factors = usable(asked);
  const way = firstOf(shown);
  const wayRefused = !asked.ways.includes(way);
  const refused = { kind: 'stopped', because: 'way_refused', way } as const;
  // A user whose only factor is a refused password may still sign in to create a passkey.
  if (wayRefused && way !== 'password') return refused;
  const left = secondWays(factors, shown);
  if (isStrong(assuranceOf(...shown).amr)) {
    if (!wayRefused || factors.passkeys) return wayRefused ? refused : nothing;
    return { kind: 'set_up', ways: ['passkey'], until: null };
  }
  if (wayRefused) {
    if (factors.passkeys || !asked.ways.includes('passkey')) return refused;
    if (factors.totp) return { kind: 'second_factor', ways: left };
    return isTheirs(asked) ? { kind: 'set_up', ways: ['passkey'], until: null } : refused;
  }
  const demanded = asked.secondFactor !== null;
  const remembered = !visit.strongest && asked.remembered;
  if (!(factors.totp || demanded || (visit.strongest && factors.passkeys)) || remembered) return nothing;
  if (left.length > 0) return { kind: 'second_factor', ways: left };
  if (!demanded) return nothing;
  const ways = setUpWays(asked);
  const until = asked.secondFactor?.graceUntil ?? null;
  // During a step-up there is no reminder: the user has seen it, and is in the middle of another task.
  if (until !== null && until > visit.now) return visit.reminded ? nothing : { kind: 'set_up', ways, until };
  return isTheirs(asked)
    ? { kind: 'set_up', ways, until: null }
    : { kind: 'stopped', because: 'second_factor_missing' };
}

/** Returns what a stored sign-in still needs after its first factor. */
export function stillNeededBy(
  asked: AskedOfPerson,
  { ways, setUp }: Step,
): Extract<Needed, { kind: 'second_factor' | 'set_up' }> {
  const shown = waysIn(ways);
  if (setUp === null) return { kind: 'second_factor', ways: secondWays(usable(asked), shown) };
  const refusedWay = shown.includes('password') && !asked.ways.includes('password');
  const until = setUp === 'offered' ? (asked.secondFactor?.graceUntil ?? null) : null;
  return { kind: 'set_up', ways: refusedWay ? ['passkey'] : setUpWays(asked), until };
}

/** Reads what the sign-in rules require of the user, and the user's factors and known browsers. */
export const askedOf = (
  database: Database,
  userId: string,
  { application, browsers, now }: Pick<Visit, 'application' | 'browsers' | 'now'>,
): Promise<AskedOfPerson> =>
  requirementsOf(database, userId, { application, browsers: browsers.map(browserHash), now });

const setUpWays = ({ ways }: Requirements): SetUpWay[] => (ways.includes('passkey') ? ['passkey', 'totp'] : ['totp']);

const nothing = { kind: 'nothing' } as const;

/** The user's second factors that the policy accepts. */
function usable({ factors: { passkeys, verifyingPasskeys, ...rest }, ways, userVerification }: AskedOfPerson) {
  const counted = userVerification === 'required' ? verifyingPasskeys : passkeys;
  return { ...rest, passkeys: ways.includes('passkey') && counted };
}

/** Returns the possible second factors. A passkey that was the first factor cannot also be the second. */
const secondWays = (
  { totp, passkeys, recoveryCodes }: Pick<Factors, 'totp' | 'passkeys' | 'recoveryCodes'>,
  shown: readonly SignInWay[],
): SecondWay[] => [
  ...(totp ? (['totp'] as const) : []),
  ...(passkeys && !shown.includes('passkey') ? (['passkey'] as const) : []),
  ...(recoveryCodes ? (['recovery_code'] as const) : []),
];

/**
 * Whether anything besides the password shows that this is the user: an earlier sign-in in this browser, or a recent
 * one-time link.
 */
const isTheirs = ({ browser, setUpWindow }: AskedOfPerson) => browser !== undefined || setUpWindow;
