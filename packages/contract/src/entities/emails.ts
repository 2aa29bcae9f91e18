import * as z from 'zod';
import { newEmail } from '../names.ts';

export const linkToken = z.strictObject({ token: z.string().min(1).max(200) });

/** What a mailed link shows. */
export const addressLink = z.strictObject({
  email: z.string(),
  name: z.string(),
  username: z.string(),
  /** Whether the person has another address until it is used. */
  changes: z.boolean(),
  organisation: z.string(),
});

/** Which address of one's own to verify: the one that one has, unless told. */
export const ownAddress = z.strictObject({ email: newEmail.optional() });
