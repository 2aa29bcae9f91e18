/** What tokens say of how somebody proved who they are (OpenID Connect Core 1.0 section 2). */
export interface Assurance {
  /** How strong that was, as a whole: one of {@link acrValues}. */
  readonly acr: string;
  /** The methods that were used, by their names in RFC 8176. */
  readonly amr: string[];
}

/** A way to sign in. */
export type SignInWay = keyof typeof ways;

/** The one place that says what each way to sign in is worth. It is kept with the session, and goes from there into tokens. */
const ways = {
  password: { acr: 'urn:licet:acr:single-factor', amr: ['pwd'] },
} as const;

export function assuranceOf(way: SignInWay): Assurance {
  const { acr, amr } = ways[way];
  return { acr, amr: [...amr] };
}

/** Every `acr` that a sign-in can have, weakest first. */
export const acrValues: readonly string[] = [...new Set(Object.values(ways).map(({ acr }) => acr))];
