import * as z from 'zod';
import { call, licetToken, permission, permissionOrOwner, serviceToken } from '../call.ts';
import { application, applicationChange, newApplication, owner } from '../entities/applications.ts';
import { atInstant, id, instant, listOf, listQuery, page, pageAt } from '../entities/common.ts';
import { roleMatrix, userMatrix, userMatrixQuery } from '../entities/matrix.ts';
import { catalogue } from '../entities/permissions.ts';
import { accessSeries, seriesQuery, usageSeries } from '../entities/series.ts';
import { permissionUse, unused, unusedInRoles, unusedInRolesQuery, unusedQuery } from '../entities/usage.ts';

const params = z.strictObject({ application: z.string() });
const read = permissionOrOwner('applications.read');

export const applications = {
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
