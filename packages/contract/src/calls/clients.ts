import * as z from 'zod';
import { call, permissionOrOwner } from '../call.ts';
import { accessSummary } from '../entities/access.ts';
import {
  client,
  clientChange,
  clientKey,
  clientKeyChange,
  clientKeyWithSecret,
  clientWithSecret,
  newClient,
  newClientKey,
} from '../entities/clients.ts';
import { id, listOf, listQuery, page } from '../entities/common.ts';
import { grant } from '../entities/grants.ts';

const manage = permissionOrOwner('applications.manage');
const application = z.strictObject({ application: z.string() });
const params = application.extend({ client: id });
const keyParams = params.extend({ key: id });

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
    errors: ['built_in', 'in_the_past', 'may_not_grant'],
  }),
  update: call({
    method: 'PATCH',
    path: '/applications/:application/clients/:client',
    summary: 'Change a client',
    access: manage,
    params,
    body: clientChange,
    reply: client,
    errors: ['built_in', 'may_not_grant'],
    ifMatch: true,
  }),
  keys: call({
    method: 'GET',
    path: '/applications/:application/clients/:client/keys',
    summary: 'The secrets and public keys of a client, those that ended lately last',
    access: permissionOrOwner('applications.read'),
    params,
    reply: listOf(clientKey),
  }),
  makeKey: call({
    method: 'POST',
    path: '/applications/:application/clients/:client/keys',
    summary:
      'Make a secret, which is shown once, or take a public key; it may take the place of another, which goes on for a while',
    access: manage,
    params,
    body: newClientKey,
    status: 201,
    reply: clientKeyWithSecret,
    errors: ['built_in', 'in_the_past', 'may_not_grant', 'people_only', 'sign_in_again', 'wrong_state'],
  }),
  changeKey: call({
    method: 'PATCH',
    path: '/applications/:application/clients/:client/keys/:key',
    summary: 'Rename a key of a client, or let it end at another time',
    access: manage,
    params: keyParams,
    body: clientKeyChange,
    reply: clientKey,
    errors: ['built_in', 'in_the_past', 'may_not_grant', 'people_only', 'sign_in_again', 'wrong_state'],
    ifMatch: true,
  }),
  endKey: call({
    method: 'POST',
    path: '/applications/:application/clients/:client/keys/:key/end',
    summary: 'End a key of a client at once',
    access: manage,
    params: keyParams,
    reply: clientKey,
    errors: ['built_in', 'people_only', 'sign_in_again', 'wrong_state'],
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
    errors: ['built_in', 'may_not_grant'],
    ifMatch: true,
  }),
};
