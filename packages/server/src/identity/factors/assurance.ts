import { type ApplicationPolicy, acrValues, type FirstWay } from '@licet/contract';

/** The strength of a sign-in, as tokens state it (OpenID Connect Core 1.0 section 2). */
export interface Assurance {
  /** The overall strength, one of {@link acrValues}. */
  readonly acr: string;
  /** The methods, by their names in RFC 8176. */
  readonly amr: string[];
}

/** A way to sign in. */
export type SignInWay = keyof typeof ways;

/** The strength of each way; no other code decides it. It is stored with the session and copied into tokens. */
const ways = {
  password: { factors: 1, amr: ['pwd'] },
  totp: { factors: 1, amr: ['otp'] },
  recovery_code: { factors: 1, amr: ['otp'] },
  passkey: { factors: 1, amr: ['pop', 'user'] },
  // A directory's password. `fed` says that another system checked it.
  directory: { factors: 1, amr: ['pwd', 'fed'] },
  // An account at an external provider. RFC 8176 has no value for it; Entra uses `fed`.
  provider: { factors: 1, amr: ['fed'] },
  verified_provider: { factors: 2, amr: ['fed'] },
  // A passkey that verified its user by a PIN or biometrics: possession, and knowledge or inherence.
  verified_passkey: { factors: 2, amr: ['pop', 'user'] },
} as const;

const [singleFactor, multiFactor] = acrValues;

/** Returns the strength of a sign-in in which the user used all of these methods. */
export function assuranceOf(...used: readonly SignInWay[]): Assurance {
  const strong = used.reduce((factors, way) => factors + ways[way].factors, 0) > 1;
  const amr = new Set<string>(used.flatMap((way) => ways[way].amr));
  return strong ? { acr: multiFactor, amr: [...amr, multipleFactors] } : { acr: singleFactor, amr: [...amr] };
}

/** Returns the `amr` values that a session gains when its user signs in with this additional method. */
export const strengthenedBy = (way: SignInWay): string[] => [...ways[way].amr, multipleFactors];

/** Whether those methods were two factors. */
export const isStrong = (amr: readonly string[]): boolean => amr.includes(multipleFactors);

/** Whether an application requests the user's strongest factors (`acr_values`, in order of preference). */
export const requestsStrongest = (asked: unknown): boolean =>
  typeof asked === 'string' && asked.split(' ').includes(multiFactor);

/**
 * Returns the way that a sign-in at an external provider counts as. It counts as two factors if its `amr` has a value
 * that the connection trusts as two.
 */
export const upstreamWay = (amr: readonly string[], trusted: readonly string[]): SignInWay =>
  amr.some((word) => trusted.includes(word)) ? 'verified_provider' : 'provider';

const fromElsewhere = ['provider', 'verified_provider', 'directory'] as const;

/** Returns the way of the sign-in's first factor. */
export function firstOf(used: readonly SignInWay[]): FirstWay {
  if (fromElsewhere.some((way) => used.includes(way))) return 'provider';
  return used.includes('password') ? 'password' : 'passkey';
}

/** Whether Licet itself checked any of the ways. If so, it knows the time of the sign-in. */
export const includesLocalWay = (used: readonly SignInWay[]): boolean =>
  used.some((way) => way !== 'provider' && way !== 'verified_provider');

/**
 * Whether an external provider performed one of these sign-in methods. The provider may later report that its session
 * has ended.
 */
export const includesUpstreamWay = (used: readonly SignInWay[]): boolean =>
  used.some((way) => way === 'provider' || way === 'verified_provider');

/**
 * Whether a session is strong enough for an application: it used an accepted way, and two factors if the application requires
 * them.
 */
export const suffices = (
  { ways: accepted, secondFactor }: Pick<ApplicationPolicy, 'ways' | 'secondFactor'>,
  amr: readonly string[],
): boolean => (accepted === null || accepted.some((way) => wasUsed(way, amr))) && (!secondFactor || isStrong(amr));

const marks: Readonly<Record<FirstWay, string>> = { password: 'pwd', passkey: 'pop', provider: 'fed' };

/**
 * Whether the sign-in used a way. A directory's password does not count as a Licet password, although `amr` has `pwd`
 * for both.
 */
const wasUsed = (way: FirstWay, amr: readonly string[]): boolean =>
  amr.includes(marks[way]) && !(way === 'password' && amr.includes(marks.provider));

/** Selects the names that are ways to sign in. */
export const waysIn = (names: readonly string[]): SignInWay[] =>
  (Object.keys(ways) as SignInWay[]).filter((way) => names.includes(way));

/** The value for two or more factors in RFC 8176. */
export const multipleFactors = 'mfa';
