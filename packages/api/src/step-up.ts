import type { PermissionName, RoleName } from '@licet/rule';

/** How recent and how strong a sign-in must be (RFC 9470). */
export interface StepUp {
  /** The most seconds since the sign-in. */
  readonly maxAge?: number;
  /** One of these authentication context classes, as the issuer names them in `acr`. */
  readonly acr?: string | readonly string[];
}

/**
 * A checked step-up.
 * @throws TypeError if it requires nothing, or something that no sign-in can satisfy. An empty requirement would let
 * every user in
 */
function checkedStepUp(stepUp: StepUp | undefined): StepUp {
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
 * Whether the sign-in of a token is recent and strong enough. A token without a sign-in, such as a token of a service
 * client, is not. The issuer's clock recorded the sign-in; no tolerance is added.
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

/** The accepted `acr` values, as a list. */
export const acrsOf = (acr: StepUp['acr']): readonly string[] => (acr === undefined ? [] : [acr].flat());

// Characters of a quoted string in a header, separated by spaces.
const isAcr = (acr: unknown) => typeof acr === 'string' && /^[\x21\x23-\x5B\x5D-\x7E]+$/.test(acr);

/** The required permission and sign-in of a request; without either a valid token suffices. */
export interface Requirement extends StepUp {
  readonly permission?: PermissionName;
  readonly role?: RoleName;
}

/**
 * @throws TypeError if it is not a name, or if the step-up requires nothing: an empty requirement would let every user
 * in
 */
export const permissionRequirement = (permission: PermissionName, stepUp?: StepUp): Requirement => ({
  permission: named(permission, 'permission'),
  ...checkedStepUp(stepUp),
});

/** @throws TypeError if it is not a name */
export const roleRequirement = (role: RoleName): Requirement => ({ role: named(role, 'role') });

function named<Name extends string>(name: Name, kind: string): Name {
  if (typeof name === 'string' && name !== '') return name;
  throw new TypeError(`The name of the ${kind} is missing. Write it as it stands in the application’s catalogue.`);
}
