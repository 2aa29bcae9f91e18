import * as z from 'zod';
import { call, holding } from '../call.ts';
import { grant } from '../entities/application.ts';
import { id, listQuery, page } from '../entities/common.ts';
import { group, member } from '../entities/user.ts';
import { limits } from '../limits.ts';
import { line, text } from '../names.ts';

const params = z.strictObject({ group: id });
const newGroup = z.strictObject({
  name: line(limits.nameMax.value, 'The group name'),
  description: text(limits.descriptionMax.value, 'The description').optional(),
});

export const groups = {
  list: call({
    method: 'GET',
    path: '/groups',
    summary: 'List groups',
    access: holding('groups.read'),
    query: listQuery(['name', '-name', 'createdAt', '-createdAt']),
    status: 200,
    reply: page(group),
    errors: [],
  }),
  create: call({
    method: 'POST',
    path: '/groups',
    summary: 'Create a group',
    access: holding('groups.manage'),
    body: newGroup,
    status: 201,
    reply: group,
    errors: ['name_taken'],
  }),
  get: call({
    method: 'GET',
    path: '/groups/:group',
    summary: 'Get a group',
    access: holding('groups.read'),
    params,
    status: 200,
    reply: group,
    errors: [],
  }),
  update: call({
    method: 'PATCH',
    path: '/groups/:group',
    summary: 'Change a group',
    access: holding('groups.manage'),
    params,
    body: newGroup.partial(),
    status: 200,
    reply: group,
    errors: ['name_taken'],
    ifMatch: true,
  }),
  remove: call({
    method: 'DELETE',
    path: '/groups/:group',
    summary: 'Delete a group, its memberships and its grants',
    access: holding('groups.manage'),
    params,
    status: 204,
    errors: ['may_not_grant', 'last_admin'],
    ifMatch: true,
  }),
  members: call({
    method: 'GET',
    path: '/groups/:group/members',
    summary: 'The direct members of a group',
    access: holding('groups.read'),
    params,
    query: listQuery(['name', '-name', 'since', '-since']).extend({ kind: z.enum(['user', 'group']).optional() }),
    status: 200,
    reply: page(member),
    errors: [],
  }),
  addMember: call({
    method: 'PUT',
    path: '/groups/:group/members/:member',
    summary: 'Add a user or a group to a group',
    access: holding('groups.manage'),
    params: params.extend({ member: id }),
    status: 204,
    errors: ['already_exists', 'cycle', 'may_not_grant'],
  }),
  removeMember: call({
    method: 'DELETE',
    path: '/groups/:group/members/:member',
    summary: 'Take a user or a group out of a group',
    access: holding('groups.manage'),
    params: params.extend({ member: id }),
    status: 204,
    errors: ['may_not_grant'],
  }),
  grants: call({
    method: 'GET',
    path: '/groups/:group/grants',
    summary: 'What the group brings: its own grants',
    access: holding('access.read'),
    params,
    query: listQuery(['ends', '-ends', 'starts', '-starts']).extend({ state: z.string().optional() }),
    status: 200,
    reply: page(grant),
    errors: [],
  }),
};
