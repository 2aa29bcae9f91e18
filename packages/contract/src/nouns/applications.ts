import * as z from 'zod';
import { call, licetToken, permission, permissionOrOwner, serviceToken } from '../call.ts';
import { limits } from '../limits.ts';
import { applicationId, line, ofOneScriptAWord, text } from '../names.ts';
import {
  accessSeries,
  asOf,
  atInstant,
  id,
  instant,
  listOf,
  listQuery,
  nameNow,
  page,
  pageAt,
  principal,
  ref,
  seriesQuery,
  usageSeries,
  version,
} from './common.ts';
import { catalogue } from './permissions.ts';
import { permissionUse, unused, unusedInRoles, unusedInRolesQuery, unusedQuery } from './usage.ts';

const name = line(limits.nameMax.value, 'name');

/** A protected application. Its `id` is chosen once, and is the audience of its tokens. */
export const application = z.strictObject({
  id: applicationId,
  name,
  nameNow,
  description: z.string(),
  builtIn: z.boolean(),
  permissions: z.int(),
  roles: z.int(),
  grants: z.int(),
  clients: z.int(),
  owners: z.array(ref),
  createdAt: instant,
  version,
});
export type Application = z.infer<typeof application>;

export const newApplication = z.strictObject({
  id: applicationId,
  name: ofOneScriptAWord(name, 'name'),
  description: text(limits.descriptionMax.value, 'description').optional(),
});
export const applicationChange = newApplication.omit({ id: true }).partial();

export const owner = principal.extend({ since: instant });

/**
 * One bit for each permission of a matrix, in base64 (RFC 4648 section 4). The permission at index n is bit n modulo
 * 8 (0 is the lowest) of byte n / 8. Zero bytes at the end are omitted.
 */
const bits = z.base64();

const permissions = z.array(ref.extend({ title: z.string() }));

/** The roles of an application with their permissions. The role `admin` has all bits set. */
export const roleMatrix = z.strictObject({
  permissions,
  roles: z.array(
    ref.extend({
      title: z.string(),
      builtIn: z.boolean(),
      /** Whether an open review has a line about a grant of the role. */
      inReview: z.boolean(),
      /** The permissions that the role itself contains. */
      own: bits,
      /** All permissions of the role, including those of included roles. */
      brings: bits,
      version,
    }),
  ),
  asOf: asOf.optional(),
});
export type RoleMatrix = z.infer<typeof roleMatrix>;

/** Filters users by a search, by a role that they hold, or by a group to which they belong. */
export const userMatrixQuery = listQuery(['name'])
  .omit({ limit: true, sort: true })
  .extend({
    ...atInstant.shape,
    limit: z.coerce.number<number | string>().int().min(1).max(limits.matrixRows.value).optional(),
    role: id.optional(),
    group: id.optional(),
  });

/** The users with any access in an application, and their permissions. */
export const userMatrix = page(
  ref.extend({
    username: z.string(),
    /** The names of up to three roles granted to the user in the application, directly or through groups. */
    roles: z.array(z.string()),
    /** The user's permissions. All bits are set for a holder of the role admin. */
    permitted: bits,
    /** The permissions that end within `limits.matrixEnding`. */
    ending: bits,
    /** The permissions that the user exercised within `limits.usageKept`. */
    used: bits,
  }),
).extend({
  permissions,
  /**
   * The first UTC day with reported use; null if the application never reported use, or if the first day is unknown for
   * the requested time.
   */
  reportedSince: instant.nullable(),
  asOf: asOf.optional(),
});
export type UserMatrix = z.infer<typeof userMatrix>;

const params = z.strictObject({ application: z.string() });
const read = permissionOrOwner('applications.read');

export const applicationCalls = {
  list: call({
    method: 'GET',
    path: '/applications',
    summary: 'List the applications that the caller may see: all, or their own; now or as of an instant',
    access: licetToken,
    query: listQuery(['name', '-name', 'createdAt', '-createdAt']).extend(atInstant.shape),
    reply: pageAt(application),
  }),
  create: call({
    method: 'POST',
    path: '/applications',
    summary: 'Register an application',
    access: permission('applications.manage'),
    body: newApplication,
    status: 201,
    reply: application,
    errors: ['name_taken'],
  }),
  get: call({
    method: 'GET',
    path: '/applications/:application',
    summary: 'An application, now or as of an instant',
    access: read,
    params,
    query: atInstant,
    reply: application,
  }),
  update: call({
    method: 'PATCH',
    path: '/applications/:application',
    summary: 'Change an application',
    access: permissionOrOwner('applications.manage'),
    params,
    body: applicationChange,
    reply: application,
    errors: ['built_in', 'name_taken'],
    ifMatch: true,
  }),
  remove: call({
    method: 'DELETE',
    path: '/applications/:application',
    summary: 'Delete an application with everything in it',
    access: permission('applications.manage'),
    params,
    errors: ['built_in', 'may_not_grant'],
    ifMatch: true,
  }),
  owners: call({
    method: 'GET',
    path: '/applications/:application/owners',
    summary: 'The owners of an application, now or as of an instant',
    access: read,
    params,
    query: atInstant,
    reply: listOf(owner),
  }),
  addOwner: call({
    method: 'PUT',
    path: '/applications/:application/owners/:user',
    summary: 'Make a user an owner',
    access: permission('applications.manage'),
    params: params.extend({ user: id }),
    errors: ['already_exists', 'built_in', 'may_not_grant'],
  }),
  removeOwner: call({
    method: 'DELETE',
    path: '/applications/:application/owners/:user',
    summary: 'Remove an owner',
    access: permission('applications.manage'),
    params: params.extend({ user: id }),
    errors: ['may_not_grant'],
  }),
  usage: call({
    method: 'GET',
    path: '/applications/:application/usage',
    summary:
      'Get the use of each permission of the catalogue; `never` for those without any. `since` is the first reported day, null without reports',
    access: permissionOrOwner('access.read'),
    params,
    query: listQuery(['name', '-name', 'count', '-count', 'last', '-last']).extend({
      never: z.enum(['true', 'false']).optional(),
    }),
    reply: page(permissionUse).extend({ since: instant.nullable() }),
  }),
  usageSeries: call({
    method: 'GET',
    path: '/applications/:application/usage/series',
    summary: 'Count how often the permissions of an application, or one of them, were exercised, by UTC day or week',
    access: permissionOrOwner('access.read'),
    params,
    query: seriesQuery.extend({ permission: id.optional() }),
    reply: usageSeries,
  }),
  accessSeries: call({
    method: 'GET',
    path: '/applications/:application/access/series',
    summary:
      'Count the users who held anything in an application, or one role or permission of it, at the end of each UTC day or week, as recorded then; the last number is the present one',
    access: permissionOrOwner('access.read'),
    params,
    query: seriesQuery.extend({ role: id.optional(), permission: id.optional() }),
    reply: accessSeries,
  }),
  roleMatrix: call({
    method: 'GET',
    path: '/applications/:application/matrix/roles',
    summary: 'Get the permissions of all roles as a matrix; now or as of an instant',
    access: read,
    params,
    query: atInstant,
    reply: roleMatrix,
  }),
  userMatrix: call({
    method: 'GET',
    path: '/applications/:application/matrix/users',
    summary:
      'Get the permissions of users as a matrix: those who hold anything in the application, sorted by name, page by page; now or as of an instant',
    access: permissionOrOwner('access.read'),
    params,
    query: userMatrixQuery,
    reply: userMatrix,
  }),
  unused: call({
    method: 'GET',
    path: '/applications/:application/unused',
    summary:
      'List the grants that no user has exercised for a number of days (by default a quarter of a year). If the application has not reported for that long, `seen` is false and the list is empty',
    access: permissionOrOwner('access.read'),
    params,
    query: unusedQuery,
    reply: unused,
  }),
  unusedInRoles: call({
    method: 'GET',
    path: '/applications/:application/unused-in-roles',
    summary:
      'List the permissions of roles that no holder of the role has exercised for a number of days (by default a quarter of a year). Permissions that could not have been exercised or reported in all that time are left out; `seen` is as for unused grants',
    access: permissionOrOwner('access.read'),
    params,
    query: unusedInRolesQuery,
    reply: unusedInRoles,
  }),
  catalogue: call({
    method: 'GET',
    path: '/catalogue',
    summary: 'Get the names of the permissions and roles of the program’s own application, for typed names',
    access: serviceToken,
    reply: catalogue,
  }),
};
