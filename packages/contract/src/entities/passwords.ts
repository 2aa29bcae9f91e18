import * as z from 'zod';
import { limits } from '../limits.ts';
import { says } from '../reasons/says.ts';
import { instant } from './common.ts';

/** A one-time URL for setting a password. Shown once. */
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
  /** The organisation's name; empty without one. */
  organisation: z.string(),
  /** What can be set with it, by the sign-in policy and the user's credentials; at least one. */
  ways: z.array(z.enum(['password', 'passkey'])),
});
export type LinkWay = z.infer<typeof linkState>['ways'][number];
