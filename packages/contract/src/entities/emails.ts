import * as z from 'zod';
import { newEmail } from '../names.ts';

export const linkToken = z.strictObject({ token: z.string().min(1).max(200) });

/** The content of a mailed link. */
export const addressLink = z.strictObject({
  email: z.string(),
  name: z.string(),
  username: z.string(),
  /** Whether the person has another address until it is used. */
  changes: z.boolean(),
  organisation: z.string(),
});

/** The caller's address to verify: by default the present one. */
export const ownAddress = z.strictObject({ email: newEmail.optional() });
