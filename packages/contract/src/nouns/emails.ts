import * as z from 'zod';
import { anyone, call } from '../call.ts';
import { newEmail } from '../names.ts';

export const linkToken = z.strictObject({ token: z.string().min(1).max(200) });

export const addressLink = z.strictObject({
  email: z.string(),
  name: z.string(),
  username: z.string(),
  /** True if the link replaces the user's address. False if it verifies the present address. */
  changes: z.boolean(),
  organisation: z.string(),
});

/** The caller's address to verify. Default: the present address. */
export const ownAddress = z.strictObject({ email: newEmail.optional() });

/** Calls that verify an e-mail address by a mailed link. */
export const emailCalls = {
  link: call({
    method: 'POST',
    path: '/email-links',
    summary: 'Get the address and the user of a verification link',
    access: anyone,
    body: linkToken,
    reply: addressLink,
    errors: ['link_invalid'],
  }),
  verify: call({
    method: 'POST',
    path: '/email-links/redeem',
    summary: 'Verify an e-mail address with a one-time link; it becomes the user’s address',
    access: anyone,
    body: linkToken,
    reply: z.strictObject({ email: z.string() }),
    errors: ['link_invalid', 'name_taken'],
  }),
};
