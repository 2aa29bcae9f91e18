/** The required age and strength of a sign-in (RFC 9470). */
export interface StepUp {
  /** The maximum number of seconds since the sign-in. */
  readonly maxAge?: number;
  /** The accepted authentication context classes. The sign-in must have one of them in its claim `acr`. */
  readonly acr?: string | readonly string[];
}

/**
 * Returns a valid step-up. An empty step-up is refused, because it would admit every user.
 * @throws TypeError if the step-up requires nothing, or something that no sign-in can satisfy
 */
export function checkedStepUp({ maxAge, acr }: StepUp): StepUp {
  const acrs = acrsOf(acr);
  const hasRequirement = maxAge !== undefined || acr !== undefined;
  if (hasRequirement && (maxAge === undefined || (Number.isFinite(maxAge) && maxAge >= 0)) && acrs.every(isAcr)) {
    if (acr === undefined || acrs.length > 0)
      return { ...(maxAge === undefined ? {} : { maxAge }), ...(acr === undefined ? {} : { acr: acrs }) };
  }
  throw new TypeError('A step-up has a “maxAge” of 0 seconds or more, an “acr”, or both.');
}

/**
 * Returns whether the sign-in of a token is recent and strong enough. Returns false for a token without a sign-in, such
 * as a service client's token. No tolerance for clock differences is added.
 * @param now seconds since the epoch
 */
export function signedInWell(
  { auth_time: at, acr }: Readonly<Record<string, unknown>>,
  asked: StepUp,
  now: number,
): boolean {
  const late = asked.maxAge === undefined || (typeof at === 'number' && now - at <= asked.maxAge);
  return late && (asked.acr === undefined || acrsOf(asked.acr).some((each) => each === acr));
}

/** Returns the accepted `acr` values as a list. */
export const acrsOf = (acr: StepUp['acr']): readonly string[] => (acr === undefined ? [] : [acr].flat());

// RFC 9110 section 5.6.4: an `acr` value must fit in a quoted string, in which spaces separate the values.
const isAcr = (acr: unknown) => typeof acr === 'string' && /^[\x21\x23-\x5B\x5D-\x7E]+$/.test(acr);
