import * as z from 'zod';
import { call, permission } from '../call.ts';
import { limits } from '../limits.ts';
import { line, text } from '../names.ts';
import { atInstant, id, instant, listQuery, nameNow, pageAt, principal, ref, version } from './common.ts';
import { grant } from './grants.ts';

const name = line(limits.nameMax.value, 'group_name');

export const group = z.strictObject({
  id,
  name,
  nameNow,
  description: z.string(),
  members: z.int(),
  createdAt: instant,
  version,
});
export type Group = z.infer<typeof group>;

/** A direct member of a group. For a nested group, `people` counts all its members. */
export const member = principal.extend({ since: instant, people: z.int() });
export type Member = z.infer<typeof member>;

/**
 * A group of a user, with the groups between them (`via`, nearest first). Without `via`, the user is a direct member.
 */
export const groupOfUser = z.strictObject({
  group: ref,
  direct: z.boolean(),
  via: z.array(ref),
  since: instant.nullable(),
});

export const newGroup = z.strictObject({
  name,
  description: text(limits.descriptionMax.value, 'description').optional(),
});

const params = z.strictObject({ group: id });

export const groupCalls = {
  list: call({
    method: 'GET',
    path: '/groups',
    summary: 'List groups, now or as of an instant',
    access: permission('groups.read'),
    query: listQuery(['name', '-name', 'createdAt', '-createdAt']).extend(atInstant.shape),
    reply: pageAt(group),
  }),
  create: call({
    method: 'POST',
    path: '/groups',
    summary: 'Create a group',
    access: permission('groups.manage'),
    body: newGroup,
    status: 201,
    reply: group,
    errors: ['name_taken'],
  }),
  get: call({
    method: 'GET',
    path: '/groups/:group',
    summary: 'A group, now or as of an instant',
    access: permission('groups.read'),
    params,
    query: atInstant,
    reply: group,
  }),
  update: call({
    method: 'PATCH',
    path: '/groups/:group',
    summary: 'Change a group',
    access: permission('groups.manage'),
    params,
    body: newGroup.partial(),
    reply: group,
    errors: ['may_not_grant', 'name_taken'],
    ifMatch: true,
  }),
  remove: call({
    method: 'DELETE',
    path: '/groups/:group',
    summary: 'Delete a group, its memberships and its grants',
    access: permission('groups.manage'),
    params,
    errors: ['may_not_grant', 'last_admin'],
    ifMatch: true,
  }),
  members: call({
    method: 'GET',
    path: '/groups/:group/members',
    summary: 'The direct members of a group, now or as of an instant',
    access: permission('groups.read'),
    params,
    query: listQuery(['name', '-name', 'since', '-since']).extend({
      kind: z.enum(['user', 'group']).optional(),
      ...atInstant.shape,
    }),
    reply: pageAt(member),
  }),
  addMember: call({
    method: 'PUT',
    path: '/groups/:group/members/:member',
    summary: 'Add a user or a group to a group',
    access: permission('groups.manage'),
    params: params.extend({ member: id }),
    errors: ['already_exists', 'cycle', 'may_not_grant', 'sign_in_again', 'wrong_state', 'separation_violated'],
  }),
  removeMember: call({
    method: 'DELETE',
    path: '/groups/:group/members/:member',
    summary: 'Remove a user or a group from a group',
    access: permission('groups.manage'),
    params: params.extend({ member: id }),
    errors: ['may_not_grant'],
  }),
  grants: call({
    method: 'GET',
    path: '/groups/:group/grants',
    summary: 'List the grants of a group, now or as of an instant',
    access: permission('access.read'),
    params,
    query: listQuery(['ends', '-ends', 'starts', '-starts']).extend({
      state: z.string().optional(),
      ...atInstant.shape,
    }),
    reply: pageAt(grant),
  }),
};
