import * as z from 'zod';
import { call, permissionOrOwner } from '../call.ts';
import { access as accessReply, decision, holders, importLine } from '../entities/access.ts';
import { id, instant, listQuery } from '../entities/common.ts';
import { permissionName } from '../names.ts';

const read = permissionOrOwner('access.read');
const params = z.strictObject({ application: z.string() });

/** Of CSV: with tabs the format is `tsv`. */
const pairDelimiter = z.enum(['comma', 'semicolon']).optional();

export const access = {
  get: call({
    method: 'GET',
    path: '/applications/:application/access/:user',
    summary: 'Effective access of a user, with the path of each item',
    access: read,
    params: params.extend({ user: id }),
    query: listQuery(['name', '-name']).extend({ at: instant.optional() }),
    reply: accessReply,
    errors: ['wrong_state'],
  }),
  decide: call({
    method: 'GET',
    path: '/applications/:application/decision',
    summary: 'One decision, explained. `user` is an id, a username or an e-mail address',
    access: read,
    params,
    query: z.strictObject({ user: z.string().min(1).max(256), permission: permissionName, at: instant.optional() }),
    reply: decision,
  }),
  holders: call({
    method: 'GET',
    path: '/applications/:application/holders',
    summary: 'Who holds a permission, and by which path',
    access: read,
    params,
    query: listQuery(['name']).extend({ permission: permissionName, at: instant.optional() }),
    reply: holders,
    errors: ['unknown_permission'],
  }),
  export: call({
    method: 'GET',
    path: '/applications/:application/export',
    summary:
      'Effective access of everyone: user and permission pairs by the names of that instant, sorted by code point',
    access: read,
    params,
    query: z.strictObject({
      format: z.enum(['tsv', 'csv', 'json']).optional(),
      delimiter: pairDelimiter,
      at: instant.optional(),
    }),
    stream: 'text/plain',
  }),
  import: call({
    method: 'POST',
    path: '/applications/:application/imports',
    summary:
      'Import pairs of user and permission, pairs of user and role, or a catalogue of roles: all in one change, or nothing',
    access: permissionOrOwner('applications.manage'),
    params,
    query: z.strictObject({
      kind: z.enum(['permissions', 'roles', 'catalogue']),
      dryRun: z.enum(['true', 'false']).optional(),
      name: z.string().max(256).optional(),
    }),
    body: z.string(),
    bodyType: 'text/plain',
    stream: 'application/x-ndjson',
    reply: importLine,
    errors: [
      'import_rejected',
      'built_in',
      'longer_than_allowed',
      'may_not_grant',
      'name_taken',
      'second_approver_needed',
      'separation_violated',
    ],
  }),
};
