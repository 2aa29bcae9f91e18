import { createPermissions, createRoles } from './catalogue.ts';
import { removeGroups, removeMembers, removePermissions, removeRoles, removeUsers, revokeGrants } from './ends.ts';
import { createGrants } from './grants.ts';
import type { TogetherCall } from './order.ts';
import { addMembers, createGroups, createUsers } from './people.ts';
import { reactivateUsers, suspendUsers } from './status.ts';
import type { Together } from './together.ts';

/**
 * The implementations that make several changes of a call by few statements. Changes of other calls are made one
 * after another.
 */
export const together: { readonly [Id in TogetherCall]: Together<Id> } = {
  'users.create': createUsers,
  'groups.create': createGroups,
  'groups.addMember': addMembers,
  'permissions.create': createPermissions,
  'roles.create': createRoles,
  'grants.create': createGrants,
  'grants.revoke': revokeGrants,
  'groups.removeMember': removeMembers,
  'roles.remove': removeRoles,
  'permissions.remove': removePermissions,
  'users.remove': removeUsers,
  'groups.remove': removeGroups,
  'users.suspend': suspendUsers,
  'users.reactivate': reactivateUsers,
};
