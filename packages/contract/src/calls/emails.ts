import * as z from 'zod';
import { anyone, call } from '../call.ts';
import { addressLink, linkToken } from '../entities/emails.ts';

/** Showing that an e-mail address is one's own, by the link that was mailed to it. */
export const emails = {
  link: call({
    method: 'POST',
    path: '/email-links',
    summary: 'Which address a link verifies, and whose',
    access: anyone,
    body: linkToken,
    reply: addressLink,
    errors: ['link_invalid'],
  }),
  verify: call({
    method: 'POST',
    path: '/email-links/redeem',
    summary: 'Verify an e-mail address with a one-time link; the person has that address from now on',
    access: anyone,
    body: linkToken,
    reply: z.strictObject({ email: z.string() }),
    errors: ['link_invalid', 'name_taken'],
  }),
};
