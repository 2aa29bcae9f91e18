import type { On, PermissionName, RoleName } from '@licet/rule';
import { checkedStepUp, type StepUp } from './step-up.ts';

/** The required permission, role and sign-in of a request. An empty requirement accepts any valid token. */
export interface Requirement extends StepUp {
  readonly permission?: PermissionName;
  readonly role?: RoleName;
  /** The resource on which the permission is required. A function is called once the token is verified. */
  readonly on?: On | (() => On | PromiseLike<On>) | undefined;
}

/** The conditions that a guard adds to a permission. */
export interface Conditions<Asked extends readonly unknown[] = []> extends StepUp {
  /**
   * The resource on which the permission is required, and everything that it lies in: `shop:berlin`, or
   * `['shop:berlin', 'region:de']`. A function gets the guard's arguments. It is called for valid tokens only, and the
   * guard refuses the request if it throws. Without a resource, the permission is required everywhere.
   */
  readonly on?: On | ((...asked: Asked) => On | PromiseLike<On>) | undefined;
}

/** A requirement whose resource depends on the request. */
export type RequirementOf<Asked extends readonly unknown[]> = Omit<Requirement, 'on'> & Conditions<Asked>;

/**
 * Returns the requirement of a permission, with its conditions.
 * @throws TypeError if the permission is not a valid name, or if the conditions require nothing
 */
export const permissionRequirement = <Asked extends readonly unknown[]>(
  permission: PermissionName,
  conditions?: Conditions<Asked>,
): RequirementOf<Asked> => {
  const name = named(permission, 'permission');
  if (conditions === undefined) return { permission: name };
  if (typeof conditions !== 'object' || conditions === null)
    throw new TypeError('The conditions of a guard are an object, such as { on: “shop:berlin” } or { maxAge: 300 }.');
  // A misspelt condition would otherwise admit every user.
  for (const key of Object.keys(conditions))
    if (!known.has(key)) throw new TypeError(`A guard has no condition “${key}”. It has “on”, “maxAge” and “acr”.`);
  const { on, maxAge, acr } = conditions;
  // A step-up that is present but undefined, such as a missing setting, would otherwise be left out.
  for (const key of ['maxAge', 'acr'] as const)
    if (key in conditions && conditions[key] === undefined)
      throw new TypeError(`The condition “${key}” of a guard is undefined. Give it a value, or leave it out.`);
  const onResource = 'on' in conditions && maxAge === undefined && acr === undefined;
  return {
    permission: name,
    ...('on' in conditions ? { on } : {}),
    ...(onResource ? {} : checkedStepUp({ maxAge, acr } as StepUp)),
  };
};

const known = new Set(['on', 'maxAge', 'acr']);

/**
 * Returns the requirement of a role.
 * @throws TypeError if the role is not a valid name
 */
export const roleRequirement = <Asked extends readonly unknown[]>(role: RoleName): RequirementOf<Asked> => ({
  role: named(role, 'role'),
});

/** Returns the requirement for one request, whose arguments the guard received. */
export function requirementFor<Asked extends readonly unknown[]>(
  requirement: RequirementOf<Asked>,
  ...asked: Asked
): Requirement {
  const { on, ...rest } = requirement;
  return typeof on === 'function' ? { ...rest, on: () => on(...asked) } : (requirement as Requirement);
}

function named<Name extends string>(name: Name, kind: string): Name {
  if (typeof name === 'string' && name !== '') return name;
  throw new TypeError(`The name of the ${kind} is missing. Write it as it stands in the application’s catalogue.`);
}
