import * as z from 'zod';
import { call, permission, permissionOr } from '../call.ts';
import { atInstant, delimiter, id, instant, listQuery, pageAt } from '../entities/common.ts';
import {
  newSeparation,
  newSeparationException,
  separation,
  separationException,
  separationRule,
  violation,
} from '../entities/separations.ts';

const params = z.strictObject({ separation: id });
const read = permission('access.read');
const manage = permission('separations.manage');
/** Users who may edit the rules read them; violations are for users who may read access. */
const readRules = permissionOr('access.read', 'separations.manage');
const whose = { separation: id.optional(), holder: id.optional() };

export const separations = {
  list: call({
    method: 'GET',
    path: '/separations',
    summary: 'What nobody may hold together, now or as of an instant',
    access: readRules,
    query: listQuery(['name', '-name', 'createdAt', '-createdAt']).extend(atInstant.shape),
    reply: pageAt(separation),
  }),
  create: call({
    method: 'POST',
    path: '/separations',
    summary: 'Keep roles and permissions apart. Whoever holds them together by then keeps them, and is reported',
    access: manage,
    body: newSeparation,
    status: 201,
    reply: separation,
    errors: ['name_taken', 'people_only'],
  }),
  preview: call({
    method: 'POST',
    path: '/separations/preview',
    summary: 'Whom a separation would find, by name, before it is made; nothing is written',
    access: read,
    query: z.strictObject({ cursor: listQuery(['name']).shape.cursor, limit: listQuery(['name']).shape.limit }),
    body: separationRule,
    reply: pageAt(violation),
  }),
  violations: call({
    method: 'GET',
    path: '/separations/violations',
    summary:
      'Who holds what is kept apart, with every path, now or as of an instant; also those with an exception, which is told',
    access: read,
    query: listQuery(['name']).extend({ ...whose, ...atInstant.shape }),
    reply: pageAt(violation),
  }),
  export: call({
    method: 'GET',
    path: '/separations/violations/export',
    summary: 'The same as a file: CSV, or JSON lines',
    access: read,
    query: z.strictObject({ ...whose, format: z.enum(['csv', 'jsonl']).optional(), delimiter, ...atInstant.shape }),
    stream: 'text/plain',
  }),
  get: call({
    method: 'GET',
    path: '/separations/:separation',
    summary: 'A separation, now or as of an instant',
    access: readRules,
    params,
    query: atInstant,
    reply: separation,
  }),
  update: call({
    method: 'PATCH',
    path: '/separations/:separation',
    summary: 'Change a separation',
    access: manage,
    params,
    body: newSeparation.partial(),
    reply: separation,
    errors: ['name_taken', 'people_only'],
    ifMatch: true,
  }),
  remove: call({
    method: 'DELETE',
    path: '/separations/:separation',
    summary: 'Keep these apart no more; its exceptions end with it',
    access: manage,
    params,
    errors: ['people_only'],
    ifMatch: true,
  }),
  exceptions: call({
    method: 'GET',
    path: '/separations/:separation/exceptions',
    summary: 'Who is let hold what the separation keeps apart, until when and why; also those whose time is over',
    access: readRules,
    params,
    query: listQuery(['ends', '-ends']).extend({ holder: id.optional(), ...atInstant.shape }),
    reply: pageAt(separationException),
  }),
  except: call({
    method: 'POST',
    path: '/separations/:separation/exceptions',
    summary: 'Let one person or program hold what is kept apart, until an end. Nobody does so for themselves',
    access: manage,
    params,
    body: newSeparationException,
    status: 201,
    reply: separationException,
    errors: ['already_exists', 'in_the_past', 'own_exception', 'people_only'],
  }),
  changeException: call({
    method: 'PATCH',
    path: '/separations/:separation/exceptions/:exception',
    summary:
      'Let an exception end sooner or later, within the time that one may last from now. Nobody makes their own longer',
    access: manage,
    params: params.extend({ exception: id }),
    body: z.strictObject({ ends: instant }),
    reply: separationException,
    errors: ['in_the_past', 'own_exception', 'people_only', 'wrong_state'],
    ifMatch: true,
  }),
  endException: call({
    method: 'DELETE',
    path: '/separations/:separation/exceptions/:exception',
    summary: 'End an exception now. Nobody loses access by it: what they hold is reported',
    access: manage,
    params: params.extend({ exception: id }),
    errors: ['people_only', 'wrong_state'],
    ifMatch: true,
  }),
};
