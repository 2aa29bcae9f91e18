import * as z from 'zod';
import { call, licetToken } from '../call.ts';
import { id, instant, listQuery } from '../entities/common.ts';
import { differences as reply } from '../entities/differences.ts';

export const differences = {
  list: call({
    method: 'GET',
    path: '/differences',
    summary:
      'Who holds what otherwise at one instant (`to`; now unless told) than at an earlier one (`from`), by which change, made by whom: of a user, a role, a group or an application. Owners ask about their application and its roles, others need access.read, and groups.read for a group',
    access: licetToken,
    query: listQuery(['name', '-name']).omit({ q: true }).extend({
      from: instant,
      to: instant.optional(),
      user: id.optional(),
      role: id.optional(),
      group: id.optional(),
      application: z.string().optional(),
    }),
    reply,
    errors: ['ends_before_start', 'forbidden', 'not_found'],
  }),
};
