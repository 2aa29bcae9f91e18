import { catalogue } from '../../ui/language.ts';

/** The words of what a user may do. */
export const accessWords = {
  search: 'Permission or its title',
  permission: 'Permission',
  comesBy: 'Comes by',
  ends: 'Ends',
  permitted: 'Permitted: ',
  moreWays: (count: number) => (count === 1 ? 'and one more way' : `and ${count} more ways`),
  table: (application: string) => `Permissions in ${application}`,
  permissions: (count: string) => (count === '1' ? '1 permission' : `${count} permissions`),
  matching: (count: string, all: string) => `${count} of ${all} permissions`,
  token: (used: string, budget: string) => `token ${used} of ${budget} kB`,
  tooLarge: (used: string) => `${used} kB, fetched by reference`,
  tooLargeNote: (used: string, budget: string) =>
    `The token would have ${used} kB, more than the ${budget} kB that servers take. It carries a reference, and the application fetches the permissions from Licet.`,
  nearLimit: (used: string, budget: string) =>
    `The token has ${used} of ${budget} kB. Beyond that it carries a reference in place of the permissions.`,
  rolesTitle: 'Roles in the token',
  adminTitle: 'Holds admin: everything is permitted',
  adminText: (application: string) =>
    `Every permission of ${application} is permitted, also those that are named later. Listed here is what is held explicitly, as the token carries it.`,
  admin: 'admin, everything',
  shown: (shown: string, total: string) => `${shown} of ${total}`,
  noneMatch: 'None of the permissions here match.',
  onlyRoles: 'No permissions, only the roles above.',
  empty: 'No access to anything',
  emptyText: (name: string) => `${name} holds no role and no permission, neither directly nor by a group.`,
  emptySuspended: 'Nothing is permitted while they are suspended. What they hold is listed under Grants.',
  open: (application: string) => `Show what they may do in ${application}`,
  openApplication: (application: string) => `Open ${application}`,
};

catalogue('users.access', { accessWords });
