import { type ApplicationPolicy, acrValues, type FirstWay } from '@licet/contract';

/** What tokens say of how somebody proved who they are (OpenID Connect Core 1.0 section 2). */
export interface Assurance {
  /** How strong that was, as a whole: one of {@link acrValues}. */
  readonly acr: string;
  /** The methods that were used, by their names in RFC 8176. */
  readonly amr: string[];
}

/** A way to prove who one is. */
export type SignInWay = keyof typeof ways;

/** The one place that says what each way is worth. It is kept with the session, and goes from there into tokens. */
const ways = {
  password: { factors: 1, amr: ['pwd'] },
  totp: { factors: 1, amr: ['otp'] },
  recovery_code: { factors: 1, amr: ['otp'] },
  passkey: { factors: 1, amr: ['pop', 'user'] },
  // A password too, of a directory that was asked for it: it came from elsewhere.
  directory: { factors: 1, amr: ['pwd', 'fed'] },
  // An account at another provider. RFC 8176 has no word for it; this one is Entra's.
  provider: { factors: 1, amr: ['fed'] },
  verified_provider: { factors: 2, amr: ['fed'] },
  // A passkey whose holder has shown a PIN or a finger: what they have, and what they know or are.
  verified_passkey: { factors: 2, amr: ['pop', 'user'] },
} as const;

const [singleFactor, multiFactor] = acrValues;

/** What a sign-in in these ways together is worth. */
export function assuranceOf(...shown: readonly SignInWay[]): Assurance {
  const strong = shown.reduce((factors, way) => factors + ways[way].factors, 0) > 1;
  const amr = new Set<string>(shown.flatMap((way) => ways[way].amr));
  return strong ? { acr: multiFactor, amr: [...amr, multipleFactors] } : { acr: singleFactor, amr: [...amr] };
}

/** What a session has proved as well when its user proves one more way in it. */
export const strengthenedBy = (way: SignInWay): string[] => [...ways[way].amr, multipleFactors];

/** Whether those methods were two factors. */
export const isStrong = (amr: readonly string[]): boolean => amr.includes(multipleFactors);

/** Whether an application asks for the strongest that a person has (`acr_values`, in the order that it prefers). */
export const asksForStrongest = (asked: unknown): boolean =>
  typeof asked === 'string' && asked.split(' ').includes(multiFactor);

/** What a sign-in at another provider is worth: two factors when it says one of the words that its connection takes for that. */
export const upstreamWay = (said: readonly string[], trusted: readonly string[]): SignInWay =>
  said.some((word) => trusted.includes(word)) ? 'verified_provider' : 'provider';

const fromElsewhere = ['provider', 'verified_provider', 'directory'] as const;

/** With what a sign-in in these ways began. */
export function firstOf(shown: readonly SignInWay[]): FirstWay {
  if (fromElsewhere.some((way) => shown.includes(way))) return 'provider';
  return shown.includes('password') ? 'password' : 'passkey';
}

/** Whether anything was shown to Licet itself, which then knows when. */
export const isShownHere = (shown: readonly SignInWay[]): boolean =>
  shown.some((way) => way !== 'provider' && way !== 'verified_provider');

/** Whether anything was shown to another provider, which may say later that it is over. */
export const isShownThere = (shown: readonly SignInWay[]): boolean =>
  shown.some((way) => way === 'provider' || way === 'verified_provider');

/** Whether what a session has proved is as much as an application wants: one of its ways, and two factors where it wants them. */
export const suffices = (
  { ways: wanted, secondFactor }: Pick<ApplicationPolicy, 'ways' | 'secondFactor'>,
  amr: readonly string[],
): boolean => (wanted === null || wanted.some((way) => wasShown(way, amr))) && (!secondFactor || isStrong(amr));

const marks: Readonly<Record<FirstWay, string>> = { password: 'pwd', passkey: 'pop', provider: 'fed' };

/** Whether a way was shown. The password of a directory is none of Licet's. */
const wasShown = (way: FirstWay, amr: readonly string[]): boolean =>
  amr.includes(marks[way]) && !(way === 'password' && amr.includes(marks.provider));

/** Those of the names that are of ways. */
export const waysIn = (names: readonly string[]): SignInWay[] =>
  (Object.keys(ways) as SignInWay[]).filter((way) => names.includes(way));

/** Two factors or more, by its name in RFC 8176. */
export const multipleFactors = 'mfa';
