import * as z from 'zod';
import { anyone, call } from '../call.ts';
import { newEmail, newUsername, personName } from '../names.ts';
import { says } from '../reasons/says.ts';
import { password } from './passwords.ts';
import { user } from './users.ts';

export const setupState = z.strictObject({ needed: z.boolean(), database: z.string(), signingKey: z.string() });

/** The first administrator. This user is created once, with the code that the server printed. */
export const setup = z.strictObject({
  code: z
    .string()
    .min(1, { error: says('setup_code_missing', {}) })
    .max(40),
  username: newUsername,
  email: newEmail.nullable().optional(),
  name: personName('own_name'),
  password,
});

export const setupCalls = {
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
    summary: 'Create the first administrator',
    access: anyone,
    body: setup,
    status: 201,
    reply: user,
    errors: ['setup_done', 'setup_code_wrong', 'password_refused'],
  }),
};
