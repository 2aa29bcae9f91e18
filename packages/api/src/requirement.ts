import type { PermissionName, RoleName } from '@licet/rule';
import { checkedStepUp, type StepUp } from './step-up.ts';

/** The required permission and sign-in of a request; without either a valid token suffices. */
export interface Requirement extends StepUp {
  readonly permission?: PermissionName;
  readonly role?: RoleName;
}

/** @throws TypeError if it is not a name, or the step-up requires nothing: an empty guard would let everybody in */
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
