import * as z from 'zod';
import { call, permission } from '../call.ts';
import { instant, listOf } from './common.ts';

export const signingKey = z.strictObject({
  kid: z.string(),
  state: z.enum(['next', 'current', 'retired']),
  algorithm: z.string(),
  createdAt: instant,
  retiredAt: instant.nullable(),
});

export type SigningKey = z.infer<typeof signingKey>;

const access = permission('keys.manage');
const reply = listOf(signingKey);

export const keyCalls = {
  list: call({
    method: 'GET',
    path: '/keys',
    summary: 'The signing keys',
    access,
    reply,
  }),
  rotate: call({
    method: 'POST',
    path: '/keys/rotate',
    summary: 'Sign with the next key from now on, in all processes',
    access,
    reply,
    errors: ['sign_in_again'],
  }),
};
