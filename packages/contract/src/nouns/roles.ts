import * as z from 'zod';
import { call, permissionOrOwner } from '../call.ts';
import { limits } from '../limits.ts';
import { newRoleName, permissionName, text } from '../names.ts';
import { says } from '../reasons/says.ts';
import { atInstant, id, ids, listQuery, nameNow, pageAt, ref, version } from './common.ts';
import { permissionsUse, rolesUse, roleUseQuery } from './usage.ts';

const seconds = (least: number, most: number) => z.int(says('seconds_not_whole', {})).min(least).max(most);

/** A list of ids from which duplicates are removed. */
const once = () => ids(limits.approversMax.value).overwrite((list) => [...new Set(list)]);
const people = { users: once(), groups: once() };
const named = z.strictObject(people);
const anybody = { error: says('nobody_named', {}) };
const isSomebody = ({ users, groups }: { users: readonly string[]; groups: readonly string[] }) =>
  users.length + groups.length > 0;

/** One approval step, with its possible approvers and the number of required approvals. */
const newStep = z.strictObject({
  approvers: z.union([z.literal('owners'), named.refine(isSomebody, anybody)]),
  needed: z.int().min(1).max(limits.approvalsMax.value),
});

/**
 * The policy of a role, which specifies how it may be granted. A role without a policy has these defaults:
 * - A grant has no longest duration and needs no reason.
 * - Users can request the role, and one owner approves.
 * - Every caller with the permission to grant access can grant the role directly.
 * - There is no emergency access.
 */
export const rolePolicyChange = z.strictObject({
  /** The longest duration of a grant in seconds; null for no limit. */
  longestSeconds: seconds(limits.requestSecondsMin.value, limits.grantSecondsMax.value).nullable(),
  /** Whether a direct grant needs a reason. */
  reasonNeeded: z.boolean(),
  /** Whether users may request the role. */
  requestable: z.boolean(),
  approval: z.strictObject({ steps: z.array(newStep).min(1).max(limits.approvalStepsMax.value) }),
  /** Whether a grant needs two users: one who proposes it, and another who approves it. */
  secondApprover: z.boolean(),
  /** The users who may take the role as emergency access, and the duration in seconds; null for none. */
  breakGlass: z
    .strictObject({ ...people, seconds: seconds(limits.requestSecondsMin.value, limits.breakGlassSecondsMax.value) })
    .refine(isSomebody, anybody)
    .nullable(),
});
export type RolePolicyChange = z.infer<typeof rolePolicyChange>;

export const usualRolePolicy: RolePolicyChange = {
  longestSeconds: null,
  reasonNeeded: false,
  requestable: true,
  approval: { steps: [{ approvers: 'owners', needed: 1 }] },
  secondApprover: false,
  breakGlass: null,
};

const namedNow = { users: z.array(ref), groups: z.array(ref) };
const step = newStep.extend({ approvers: z.union([z.literal('owners'), z.strictObject(namedNow)]) });

/**
 * A role policy with names, without deleted users and groups. If no approvers are left, the owners decide. In version
 * 0, no policy was set.
 */
export const rolePolicy = rolePolicyChange.extend({
  approval: z.strictObject({ steps: z.array(step) }),
  breakGlass: z.strictObject({ ...namedNow, seconds: z.int() }).nullable(),
  version,
});
export type RolePolicy = z.infer<typeof rolePolicy>;

/** A named set of permissions. It may include other roles of the same application. */
export const role = z.strictObject({
  id,
  name: z.string(),
  nameNow,
  title: z.string(),
  builtIn: z.boolean(),
  includes: z.array(ref),
  permissions: z.int(),
  /** The number of users and programs that hold the role. */
  holders: z.int(),
  programs: z.int(),
  version,
});
export type Role = z.infer<typeof role>;
export const newRole = z.strictObject({
  name: newRoleName,
  title: text(limits.titleMax.value, 'title').optional(),
  permissions: ids(50_000).optional(),
  includes: ids(1000).optional(),
});
/** A change of a role. If given, `permissions` and `includes` replace the whole list. */
export const roleChange = newRole.partial();

/**
 * A permission of a role. `own` is true if the role itself contains it. `via` lists the included roles through which it
 * comes, nearest first.
 */
export const roleItem = z.strictObject({
  id,
  name: permissionName,
  nameNow,
  title: z.string(),
  own: z.boolean(),
  via: z.array(ref),
});

const read = permissionOrOwner('applications.read');
const manage = permissionOrOwner('applications.manage');
const application = z.strictObject({ application: z.string() });
const params = application.extend({ role: id });

export const roleCalls = {
  list: call({
    method: 'GET',
    path: '/applications/:application/roles',
    summary:
      'List the roles of an application; the search also matches the permissions that they bring; now or as of an instant',
    access: read,
    params: application,
    query: listQuery(['name', '-name', 'permissions', '-permissions', 'holders', '-holders']).extend(atInstant.shape),
    reply: pageAt(role),
  }),
  create: call({
    method: 'POST',
    path: '/applications/:application/roles',
    summary: 'Create a role',
    access: manage,
    params: application,
    body: newRole,
    status: 201,
    reply: role,
    errors: ['name_taken', 'name_reserved', 'cycle', 'may_not_grant'],
  }),
  get: call({
    method: 'GET',
    path: '/applications/:application/roles/:role',
    summary: 'A role, now or as of an instant',
    access: read,
    params,
    query: atInstant,
    reply: role,
  }),
  items: call({
    method: 'GET',
    path: '/applications/:application/roles/:role/permissions',
    summary: 'List the permissions that a role brings, its own and by inclusion; now or as of an instant',
    access: read,
    params,
    query: listQuery(['name', '-name']).extend({ own: z.enum(['true', 'false']).optional(), ...atInstant.shape }),
    reply: pageAt(roleItem),
  }),
  use: call({
    method: 'GET',
    path: '/applications/:application/use-of-roles',
    summary:
      'Count the holders of some roles who have exercised any permission of the role in the last quarter of a year; `seen` is as for unused grants',
    access: permissionOrOwner('access.read'),
    params: application,
    query: roleUseQuery,
    reply: rolesUse,
  }),
  permissionUse: call({
    method: 'GET',
    path: '/applications/:application/roles/:role/use',
    summary:
      'Count, for each permission of a role, the holders of the role who have exercised it in the last quarter of a year; `seen` is as for unused grants',
    access: permissionOrOwner('access.read'),
    params,
    reply: permissionsUse,
  }),
  policy: call({
    method: 'GET',
    path: '/applications/:application/roles/:role/policy',
    summary:
      'Get the policy of a role: the longest duration, the approvers, and who may take it at once; now or as of an instant',
    access: read,
    params,
    query: atInstant,
    reply: rolePolicy,
  }),
  setPolicy: call({
    method: 'PUT',
    path: '/applications/:application/roles/:role/policy',
    summary: 'Change the policy of a role; existing grants stay',
    access: manage,
    params,
    body: rolePolicyChange,
    reply: rolePolicy,
    errors: ['may_not_grant', 'sign_in_again'],
    ifMatch: true,
  }),
  update: call({
    method: 'PATCH',
    path: '/applications/:application/roles/:role',
    summary: 'Change a role',
    access: manage,
    params,
    body: roleChange,
    reply: role,
    errors: [
      'name_taken',
      'name_reserved',
      'cycle',
      'built_in',
      'may_not_grant',
      'sign_in_again',
      'separation_violated',
    ],
    ifMatch: true,
  }),
  remove: call({
    method: 'DELETE',
    path: '/applications/:application/roles/:role',
    summary: 'Delete a role and every grant of it',
    access: manage,
    params,
    errors: ['built_in', 'may_not_grant'],
    ifMatch: true,
  }),
};
