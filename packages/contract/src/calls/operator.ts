import * as z from 'zod';
import { operator as byOperator, call } from '../call.ts';
import { passwordLink, user } from '../entities/user.ts';

export const operator = {
  status: call({
    method: 'GET',
    path: '/operator/status',
    summary: 'What runs here: version, address, database',
    access: byOperator,
    status: 200,
    reply: z.strictObject({
      version: z.string(),
      issuer: z.string(),
      database: z.string(),
      setUp: z.boolean(),
      change: z.int(),
      uptimeSeconds: z.int(),
    }),
    errors: [],
  }),
  recoverAdmin: call({
    method: 'POST',
    path: '/operator/recover-admin',
    summary: 'Make a user an administrator again, or a new one, with a one-time set-password link',
    access: byOperator,
    body: z.strictObject({ username: z.string().min(1).max(256).optional() }),
    status: 201,
    reply: z.strictObject({ user, link: passwordLink }),
    errors: ['not_found'],
  }),
};
