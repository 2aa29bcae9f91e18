import * as z from 'zod';
import { passwordLink } from './passwords.ts';
import { user } from './users.ts';

export const status = z.strictObject({
  version: z.string(),
  issuer: z.string(),
  database: z.string(),
  setUp: z.boolean(),
  change: z.int(),
  uptimeSeconds: z.int(),
});

export const recoveredAdmin = z.strictObject({ user, link: passwordLink });
