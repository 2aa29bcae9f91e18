/** The possible `acr` values of a sign-in, weakest first (OpenID Connect Core 1.0 section 2). */
export const acrValues = ['urn:licet:acr:single-factor', 'urn:licet:acr:multi-factor'] as const;

/** The `acr` of a step-up in which the user must use all factors. */
export const strongestAcr = acrValues[1];
