import * as z from 'zod';
import { limits } from '../limits.ts';
import { line, newEmail, newUsername } from '../names.ts';
import { password } from './passwords.ts';

export const setupState = z.strictObject({ needed: z.boolean(), database: z.string(), signingKey: z.string() });

/** The first administrator, made once with the code that the server printed. */
export const setup = z.strictObject({
  code: z.string().min(1, { error: 'The code is missing. Copy it from the server’s output.' }).max(40),
  username: newUsername,
  email: newEmail.nullable().optional(),
  name: line(limits.nameMax.value, 'Your name'),
  password,
});
