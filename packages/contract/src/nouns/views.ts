import * as z from 'zod';
import { call, permission } from '../call.ts';
import { limits } from '../limits.ts';
import { applicationId, line } from '../names.ts';
import { id, listOf } from './common.ts';
import { userCalls } from './user-calls.ts';
import { userFilter } from './users.ts';

/** The names of columns, with widths in percent, as in `name.31,status.12`. */
const look = z
  .string()
  .max(limits.viewTextMax.value)
  .regex(/^[\w.,-]*$/)
  .optional();

/**
 * What a shared view of the list of users contains: filters, order and columns. It has no search text, because that is
 * often the name of a person.
 */
export const usersViewAddress = z.strictObject({
  ...userFilter.omit({ q: true, username: true }).shape,
  application: applicationId.optional(),
  sort: userCalls.list.query.shape.sort,
  shown: look,
  density: z.enum(['compact', 'normal']).optional(),
  widths: look,
});

const newView = z.strictObject({ name: line(limits.viewNameMax.value, 'name'), address: usersViewAddress });

/** A view of the list of users that all readers of the list share. */
export const sharedView = newView.extend({ id });
export type SharedView = z.infer<typeof sharedView>;

export const viewCalls = {
  list: call({
    method: 'GET',
    path: '/shared-views/users',
    summary: 'List the shared views of the list of users, by name',
    access: permission('users.read'),
    reply: listOf(sharedView),
  }),
  save: call({
    method: 'PUT',
    path: '/shared-views/users',
    summary: 'Share a view of the list of users. It replaces the shared view with the same name',
    access: permission('users.manage'),
    body: newView,
    reply: sharedView,
    errors: ['too_large'],
  }),
  remove: call({
    method: 'DELETE',
    path: '/shared-views/users/:view',
    summary: 'Delete a shared view of the list of users',
    access: permission('users.manage'),
    params: z.strictObject({ view: id }),
  }),
};
