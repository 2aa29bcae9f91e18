import * as z from 'zod';
import { limits } from '../limits.ts';
import { line } from '../names.ts';
import { id, instant } from './common.ts';

/** A passkey. Its name is its owner's. */
export const passkey = z.strictObject({
  id,
  name: line(limits.passkeyNameMax.value, 'The name'),
  createdAt: instant,
  lastUsedAt: instant.nullable(),
  /** Whether it is kept by more than one device. */
  backedUp: z.boolean(),
});
export type Passkey = z.infer<typeof passkey>;

/** An authenticator app: a secret that makes a code of six digits every half minute (RFC 6238). */
export const totp = z.strictObject({ addedAt: instant, lastUsedAt: instant.nullable() });

/** What a user signs in with: what there is and when it was used, never a secret. */
export const credentials = z.strictObject({
  password: z.strictObject({ setAt: instant }).nullable(),
  passkeys: z.array(passkey),
  totp: totp.nullable(),
  recoveryCodes: z.strictObject({ left: z.int(), of: z.int(), madeAt: instant }).nullable(),
});
export type Credentials = z.infer<typeof credentials>;

/** One's own. They can be changed until `freshUntil`; when it is null, only after signing in again. */
export const ownCredentials = credentials.extend({ freshUntil: instant.nullable() });
export type OwnCredentials = z.infer<typeof ownCredentials>;

/** What an authenticator app must know: the secret in base 32, and the same in an address that it reads from a picture. */
export const totpOffer = z.strictObject({ secret: z.string(), uri: z.string(), expiresAt: instant });

/** Each signs in once in place of the second factor. Shown once. */
export const recoveryCodes = z.array(z.string());

/** A code as it was typed; spaces do not matter. */
export const code = z
  .string()
  .min(1, { error: 'Enter the code.' })
  .max(64, { error: 'That is too long to be a code.' });
