/** How lately, and how strongly, a person must have signed in for what is asked of them (RFC 9470). */
export interface StepUp {
  /** At most so many seconds ago. */
  readonly maxAge?: number;
  /** In one of these ways: authentication context classes, as the issuer names them in `acr`. */
  readonly acr?: string | readonly string[];
}

/**
 * A step-up as it was written, checked.
 * @throws TypeError when it asks for nothing, or for what nobody could answer: a guard for nothing would let everybody in
 */
export function checkedStepUp(stepUp: StepUp | undefined): StepUp {
  if (stepUp === undefined) return {};
  const { maxAge, acr } = stepUp;
  const acrs = acrsOf(acr);
  const asks = maxAge !== undefined || acr !== undefined;
  if (asks && (maxAge === undefined || (Number.isFinite(maxAge) && maxAge >= 0)) && acrs.every(isAcr)) {
    if (acr === undefined || acrs.length > 0)
      return { ...(maxAge === undefined ? {} : { maxAge }), ...(acr === undefined ? {} : { acr: acrs }) };
  }
  throw new TypeError('A step-up has a “maxAge” of 0 seconds or more, an “acr”, or both.');
}

/**
 * Whether the sign-in that a token tells of is as late and as strong as is asked for. A token that tells nothing of it, as a
 * program's own, is not. The issuer's clock dates it, and no allowance is made.
 *
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

/** Those that are asked for, as a list. */
export const acrsOf = (acr: StepUp['acr']): readonly string[] => (acr === undefined ? [] : [acr].flat());

// What stands in a quoted string of a header, one after another with spaces between.
const isAcr = (acr: unknown) => typeof acr === 'string' && /^[\x21\x23-\x5B\x5D-\x7E]+$/.test(acr);
