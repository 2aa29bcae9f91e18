/** Every `acr` that a sign-in can have, weakest first (OpenID Connect Core 1.0 section 2). */
export const acrValues = ['urn:licet:acr:single-factor', 'urn:licet:acr:multi-factor'] as const;

/** The `acr` that requires a step-up with all factors that the user has. */
export const strongestAcr = acrValues[1];
