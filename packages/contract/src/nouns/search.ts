import * as z from 'zod';
import { call, licetToken } from '../call.ts';
import { limits } from '../limits.ts';
import { listOf } from './common.ts';

export const found = z.strictObject({
  kind: z.enum(['user', 'group', 'application', 'role', 'permission', 'client']),
  id: z.string(),
  name: z.string(),
  detail: z.string(),
  application: z.string().nullable(),
  /** Whether the search is the whole e-mail address or username of this user. */
  exact: z.boolean(),
});
export type Found = z.infer<typeof found>;

export const searchCalls = {
  find: call({
    method: 'GET',
    path: '/search',
    summary: 'Find users, groups, applications, roles, permissions and programs by name',
    access: licetToken,
    query: z.strictObject({
      q: z.string().max(limits.nameMax.value).optional(),
      kinds: z.string().max(100).optional(),
      application: z.string().optional(),
      limit: z.coerce.number<number | string>().int().min(1).max(50).optional(),
    }),
    reply: listOf(found),
    errors: ['not_found'],
  }),
};
