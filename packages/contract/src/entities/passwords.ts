import * as z from 'zod';
import { limits } from '../limits.ts';
import { instant } from './common.ts';

/** A one-time address with which a person sets a password. Shown once. */
export const passwordLink = z.strictObject({ url: z.url(), expiresAt: instant });

export const password = z
  .string()
  .min(1, { error: 'The password is missing. Enter one.' })
  .max(limits.passwordMax.value * 4, {
    error: `The password is longer than ${limits.passwordMax.value} characters. Shorten it.`,
  });

export const setPassword = z.strictObject({ token: z.string().min(1).max(200), password });
export const changePassword = z.strictObject({ current: password, password });

export const linkState = z.strictObject({
  username: z.string(),
  name: z.string(),
  expiresAt: instant,
  /** How the organisation is called that the person comes into; empty while it has no name. */
  organisation: z.string(),
});
