import * as z from 'zod';
import { operator as access, call } from '../call.ts';
import { recoveredAdmin, status } from '../entities/operator.ts';

export const operator = {
  status: call({
    method: 'GET',
    path: '/operator/status',
    summary: 'What runs here: version, address, database',
    access,
    reply: status,
  }),
  recoverAdmin: call({
    method: 'POST',
    path: '/operator/recover-admin',
    summary: 'Make a user an administrator again, or a new one, with a one-time set-password link',
    access,
    body: z.strictObject({ username: z.string().min(1).max(256).optional() }),
    status: 201,
    reply: recoveredAdmin,
    errors: ['not_found'],
  }),
};
