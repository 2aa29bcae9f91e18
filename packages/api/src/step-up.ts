import type { PermissionName, RoleName } from '@licet/rule';

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
function checkedStepUp(stepUp: StepUp | undefined): StepUp {
  if (stepUp === undefined) return {};
  const { maxAge, acr } = stepUp;
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

/** The required permission, role and sign-in of a request. An empty requirement accepts any valid token. */
export interface Requirement extends StepUp {
  readonly permission?: PermissionName;
  readonly role?: RoleName;
}

/**
 * Returns the requirement of a permission, with an optional step-up.
 * @throws TypeError if the permission is not a valid name, or if the step-up requires nothing and would admit every
 * user
 */
export const permissionRequirement = (permission: PermissionName, stepUp?: StepUp): Requirement => ({
  permission: named(permission, 'permission'),
  ...checkedStepUp(stepUp),
});

/**
 * Returns the requirement of a role.
 * @throws TypeError if the role is not a valid name
 */
export const roleRequirement = (role: RoleName): Requirement => ({ role: named(role, 'role') });

function named<Name extends string>(name: Name, kind: string): Name {
  if (typeof name === 'string' && name !== '') return name;
  throw new TypeError(`The name of the ${kind} is missing. Write it as it stands in the application’s catalogue.`);
}
