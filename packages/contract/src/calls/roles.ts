import * as z from 'zod';
import { call, permissionOrOwner } from '../call.ts';
import { atInstant, id, listQuery, pageAt } from '../entities/common.ts';
import { rolePolicy, rolePolicyChange } from '../entities/role-policies.ts';
import { newRole, role, roleChange, roleItem } from '../entities/roles.ts';

const read = permissionOrOwner('applications.read');
const manage = permissionOrOwner('applications.manage');
const application = z.strictObject({ application: z.string() });
const params = application.extend({ role: id });

export const roles = {
  list: call({
    method: 'GET',
    path: '/applications/:application/roles',
    summary: 'The roles of an application; the search also matches the permissions they bring; now or as of an instant',
    access: read,
    params: application,
    query: listQuery(['name', '-name', 'permissions', '-permissions', 'holders', '-holders']).extend(atInstant.shape),
    reply: pageAt(role),
  }),
  create: call({
    method: 'POST',
    path: '/applications/:application/roles',
    summary: 'Make a role',
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
    summary: 'What a role brings, its own and by inclusion; now or as of an instant',
    access: read,
    params,
    query: listQuery(['name', '-name']).extend({ own: z.enum(['true', 'false']).optional(), ...atInstant.shape }),
    reply: pageAt(roleItem),
  }),
  policy: call({
    method: 'GET',
    path: '/applications/:application/roles/:role/policy',
    summary:
      'How a role may be given: for how long, who decides on requests, who may take it at once; now or as of an instant',
    access: read,
    params,
    query: atInstant,
    reply: rolePolicy,
  }),
  setPolicy: call({
    method: 'PUT',
    path: '/applications/:application/roles/:role/policy',
    summary: 'Change how a role may be given; what was given before stays',
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
