import * as z from 'zod';
import { call, permissionOrOwner } from '../call.ts';
import { atInstant, id, listQuery, pageAt } from '../entities/common.ts';
import { newPermission, permission, permissionChange } from '../entities/permissions.ts';

const manage = permissionOrOwner('applications.manage');
const application = z.strictObject({ application: z.string() });
const params = application.extend({ permission: id });

export const permissions = {
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
    summary: 'Name a permission',
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
