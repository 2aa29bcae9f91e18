import type { PermissionName, RoleName } from '@licet/rule';

/** What a request must be permitted; nothing: a good token will do. */
export interface Requirement {
  readonly permission?: PermissionName;
  readonly role?: RoleName;
}

/** @throws TypeError when it is not a name: a guard for nothing would let everybody in */
export const permissionRequirement = (permission: PermissionName): Requirement => ({
  permission: named(permission, 'permission'),
});

/** @throws TypeError when it is not a name */
export const roleRequirement = (role: RoleName): Requirement => ({ role: named(role, 'role') });

function named<Name extends string>(name: Name, kind: string): Name {
  if (typeof name === 'string' && name !== '') return name;
  throw new TypeError(`The name of the ${kind} is missing. Write it as it stands in the application’s catalogue.`);
}
