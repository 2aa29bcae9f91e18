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

/** A protected application. Its `id` is chosen once and is the audience of its tokens. */
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
 * A bit for each permission of a matrix, in base64 (RFC 4648 section 4): of the permission at place n, counted from 0, bit n modulo 8, from the
 * lowest, of byte n / 8. Zeros at the end are left out.
 */
const bits = z.base64();

const permissions = z.array(ref.extend({ title: z.string() }));

/** Roles of an application and the permissions that they bring. The role `admin` has all bits set. */
export const roleMatrix = z.strictObject({
  permissions,
  roles: z.array(
    ref.extend({
      title: z.string(),
      builtIn: z.boolean(),
      /** The permissions that it holds itself. */
      own: bits,
      /** The permissions that it brings: its own, and by inclusion. */
      brings: bits,
      version,
    }),
  ),
  asOf: asOf.optional(),
});
export type RoleMatrix = z.infer<typeof roleMatrix>;

/** A filter of users: by a search, by a role that they hold, or by a group that they are in. */
export const userMatrixQuery = listQuery(['name'])
  .omit({ limit: true, sort: true })
  .extend({ ...atInstant.shape, role: id.optional(), group: id.optional() });

/** Users who hold anything in an application, and their permissions. */
export const userMatrix = page(
  ref.extend({
    username: z.string(),
    /** Names of the first roles that were granted to them in the application, by themselves or by groups. */
    roles: z.array(z.string()),
    /** Their permissions; all for a holder of the role admin. */
    permitted: bits,
    /** Those that end at some moment within limits.matrixEnding. */
    ending: bits,
    /** Those that they exercised, within limits.usageKept. */
    used: bits,
  }),
).extend({
  permissions,
  /**
   * The first UTC day for which the application reported use, as an instant; null if it never did, or if that is
   * unknown for the instant.
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
    summary: 'List the applications that one may see: all, or those that one owns; now or as of an instant',
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
    summary: 'Take ownership from a user',
    access: permission('applications.manage'),
    params: params.extend({ user: id }),
    errors: ['may_not_grant'],
  }),
  usage: call({
    method: 'GET',
    path: '/applications/:application/usage',
    summary:
      'How each permission of the catalogue has been exercised; `never` for those that nobody has. `since` is the first day that was reported, null when none was',
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
    summary:
      'How often the permissions of an application, or one of them, were exercised, by the day or by the week of UTC',
    access: permissionOrOwner('access.read'),
    params,
    query: seriesQuery.extend({ permission: id.optional() }),
    reply: usageSeries,
  }),
  accessSeries: call({
    method: 'GET',
    path: '/applications/:application/access/series',
    summary:
      'How many people held something in an application, or one role or one permission of it, at the end of each day or week of UTC, as it was recorded then; the last is of now',
    access: permissionOrOwner('access.read'),
    params,
    query: seriesQuery.extend({ role: id.optional(), permission: id.optional() }),
    reply: accessSeries,
  }),
  roleMatrix: call({
    method: 'GET',
    path: '/applications/:application/matrix/roles',
    summary: 'Which role brings which permission, of all roles at once; now or as of an instant',
    access: read,
    params,
    query: atInstant,
    reply: roleMatrix,
  }),
  userMatrix: call({
    method: 'GET',
    path: '/applications/:application/matrix/users',
    summary:
      'Which user may do what, of those who hold anything in an application, sorted by name and so many at once; now or as of an instant',
    access: permissionOrOwner('access.read'),
    params,
    query: userMatrixQuery,
    reply: userMatrix,
  }),
  unused: call({
    method: 'GET',
    path: '/applications/:application/unused',
    summary:
      'The grants of which nobody whom they reach exercised anything for so many days (a quarter of a year unless told). `seen` is false, and the list empty, where the application began to report later than that: then nothing can be said',
    access: permissionOrOwner('access.read'),
    params,
    query: unusedQuery,
    reply: unused,
  }),
  unusedInRoles: call({
    method: 'GET',
    path: '/applications/:application/unused-in-roles',
    summary:
      'The permissions of roles that nobody who holds the role exercised for so many days (a quarter of a year unless told). Left out is what could not have been exercised, or seen, all that time; `seen` as of the call beside it',
    access: permissionOrOwner('access.read'),
    params,
    query: unusedInRolesQuery,
    reply: unusedInRoles,
  }),
  catalogue: call({
    method: 'GET',
    path: '/catalogue',
    summary: 'The names of the permissions and roles of the application that the program belongs to, for typed names',
    access: serviceToken,
    reply: catalogue,
  }),
};
