import { call, permission } from '../call.ts';
import { listOf } from '../entities/common.ts';
import { signingKey } from '../entities/keys.ts';

const access = permission('keys.manage');
const reply = listOf(signingKey);

export const keys = {
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
    summary: 'Sign with the next key from now on; every process hears of it',
    access,
    reply,
    errors: ['sign_in_again'],
  }),
};
