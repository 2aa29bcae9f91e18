import * as z from 'zod';
import { call, permissionOrOwner } from '../call.ts';
import { accessSummary } from '../entities/access.ts';
import { client, clientChange, clientWithSecret, newClient } from '../entities/clients.ts';
import { id, listOf, listQuery, page } from '../entities/common.ts';
import { grant } from '../entities/grants.ts';

const manage = permissionOrOwner('applications.manage');
const application = z.strictObject({ application: z.string() });
const params = application.extend({ client: id });

export const clients = {
  list: call({
    method: 'GET',
    path: '/applications/:application/clients',
    summary: 'The OpenID clients of an application',
    access: permissionOrOwner('applications.read'),
    params: application,
    reply: listOf(client),
  }),
  create: call({
    method: 'POST',
    path: '/applications/:application/clients',
    summary: 'Register a client; its secret is shown once',
    access: manage,
    params: application,
    body: newClient,
    status: 201,
    reply: clientWithSecret,
    errors: ['built_in'],
  }),
  update: call({
    method: 'PATCH',
    path: '/applications/:application/clients/:client',
    summary: 'Change a client',
    access: manage,
    params,
    body: clientChange,
    reply: client,
    errors: ['built_in', 'may_not_grant', 'sign_in_again'],
    ifMatch: true,
  }),
  newSecret: call({
    method: 'POST',
    path: '/applications/:application/clients/:client/secret',
    summary: 'Make a new secret; the old one ends at once',
    access: manage,
    params,
    status: 201,
    reply: clientWithSecret,
    errors: ['built_in', 'may_not_grant', 'sign_in_again', 'wrong_state'],
  }),
  access: call({
    method: 'GET',
    path: '/applications/:application/clients/:client/access',
    summary: 'What a program may do, an application a line',
    access: permissionOrOwner('access.read'),
    params,
    reply: listOf(accessSummary),
  }),
  grants: call({
    method: 'GET',
    path: '/applications/:application/clients/:client/grants',
    summary: 'What was granted to a program, in every application',
    access: permissionOrOwner('access.read'),
    params,
    query: listQuery(['ends', '-ends', 'starts', '-starts', 'gives', '-gives']).extend({
      state: z.string().optional(),
    }),
    reply: page(grant),
  }),
  remove: call({
    method: 'DELETE',
    path: '/applications/:application/clients/:client',
    summary: 'Delete a client',
    access: manage,
    params,
    errors: ['built_in'],
    ifMatch: true,
  }),
};
