import * as z from 'zod';
import { limits } from '../limits.ts';
import { says } from '../reasons/says.ts';
import { instant } from './common.ts';

/** A one-time address with which a person sets a password. Shown once. */
export const passwordLink = z.strictObject({ url: z.url(), expiresAt: instant });

export const password = z
  .string()
  .min(1, { error: says('text_missing', { what: 'password' }) })
  .max(limits.passwordMax.value * 4, {
    error: says('text_too_long', { what: 'password', most: limits.passwordMax.value }),
  });

/** The secret of a one-time link. */
export const linkToken = z.string().min(1).max(200);

export const setPassword = z.strictObject({ token: linkToken, password });
export const changePassword = z.strictObject({ current: password, password });

export const linkState = z.strictObject({
  username: z.string(),
  name: z.string(),
  expiresAt: instant,
  /** How the organisation is called that the person comes into; empty while it has no name. */
  organisation: z.string(),
  /** What may be set with it, by the sign-in policy and what the person has already; one at the least. */
  ways: z.array(z.enum(['password', 'passkey'])),
});
export type LinkWay = z.infer<typeof linkState>['ways'][number];
