import * as z from 'zod';
import { call, licetToken } from '../call.ts';
import { listOf } from '../entities/common.ts';
import { found } from '../entities/search.ts';
import { limits } from '../limits.ts';

export const search = {
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
