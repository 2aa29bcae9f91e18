import * as z from 'zod';
import { call, permissionOrOwner } from '../call.ts';
import { limits } from '../limits.ts';
import { newPermissionName, permissionName, text } from '../names.ts';
import { atInstant, id, listQuery, nameNow, pageAt, version } from './common.ts';

export const permission = z.strictObject({
  id,
  name: permissionName,
  nameNow,
  title: z.string(),
  roles: z.int(),
  version,
});
export type Permission = z.infer<typeof permission>;
export const newPermission = z.strictObject({
  name: newPermissionName,
  title: text(limits.titleMax.value, 'title').optional(),
});
export const permissionChange = newPermission.partial();

/** The names of an application's permissions and roles, from which types are generated. */
export const catalogue = z.strictObject({
  application: z.string(),
  version: z.int(),
  permissions: z.array(z.strictObject({ name: z.string(), title: z.string() })),
  roles: z.array(z.strictObject({ name: z.string(), title: z.string() })),
});
export type Catalogue = z.infer<typeof catalogue>;

const manage = permissionOrOwner('applications.manage');
const application = z.strictObject({ application: z.string() });
const params = application.extend({ permission: id });

export const permissionCalls = {
  list: call({
    method: 'GET',
    path: '/applications/:application/permissions',
    summary: 'The catalogue of an application, now or as of an instant',
    access: permissionOrOwner('applications.read'),
    params: application,
    query: listQuery(['name', '-name']).extend(atInstant.shape),
    reply: pageAt(permission),
  }),
  create: call({
    method: 'POST',
    path: '/applications/:application/permissions',
    summary: 'Create a permission',
    access: manage,
    params: application,
    body: newPermission,
    status: 201,
    reply: permission,
    errors: ['name_taken', 'built_in'],
  }),
  update: call({
    method: 'PATCH',
    path: '/applications/:application/permissions/:permission',
    summary: 'Rename or describe a permission',
    access: manage,
    params,
    body: permissionChange,
    reply: permission,
    errors: ['name_taken', 'built_in', 'may_not_grant'],
    ifMatch: true,
  }),
  remove: call({
    method: 'DELETE',
    path: '/applications/:application/permissions/:permission',
    summary: 'Delete a permission and every grant of it',
    access: manage,
    params,
    errors: ['built_in', 'may_not_grant'],
    ifMatch: true,
  }),
};
