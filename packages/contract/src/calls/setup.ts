import { anyone, call } from '../call.ts';
import { setup as body, setupState } from '../entities/setup.ts';
import { user } from '../entities/users.ts';

export const setup = {
  state: call({
    method: 'GET',
    path: '/setup',
    summary: 'Whether Licet waits for its first administrator',
    access: anyone,
    reply: setupState,
  }),
  complete: call({
    method: 'POST',
    path: '/setup',
    summary: 'Make the first administrator',
    access: anyone,
    body,
    status: 201,
    reply: user,
    errors: ['setup_done', 'setup_code_wrong', 'password_refused'],
  }),
};
