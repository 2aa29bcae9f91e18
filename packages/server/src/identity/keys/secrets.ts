import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { InstallationError } from '../../installation-error.ts';
import type { Database } from '../../store/kernel/database.ts';
import { keyFingerprint } from '../../store/sign-in/keys.ts';

// The context of each encrypted secret. Decryption needs the same context, so a secret that is copied into another row cannot be
// decrypted.

/** The secret of an authenticator app. */
export const totpAbout = (userId: string): string => `totp ${userId}`;

/** The secret or private key of a connection, or the bind password of a directory. */
export const aboutConnection = (id: string): string => `connection ${id}`;

/** The ID token of an account at an external provider. */
export const aboutIdToken = (
  connectionId: string,
  { issuer, subject }: { readonly issuer: string; readonly subject: string },
): string => `id token ${connectionId} ${issuer} ${subject}`;

/** The id of a device code. */
export const aboutDevice = 'device code';

/** The key that hashes usernames of erased users. */
export const aboutErasedNames = 'names of erased people';

/** Encrypts and decrypts stored secrets; `about` must be the same both times. */
export interface Secrets {
  readonly seal: (text: string, about: string) => Buffer;
  /** @throws Error if it was sealed with an unknown key, with another context, or was changed */
  readonly open: (sealed: Buffer, about: string) => string;
  /**
   * Encrypts again with the first key; undefined if the text is already encrypted with it. @throws Error if no key
   * decrypts it
   */
  readonly reseal: (sealed: Buffer, about: string, purpose?: Purpose) => Buffer | undefined;
  /** The number of known keys, and the fingerprint of the one that seals. */
  readonly keys: number;
  readonly fingerprint: Buffer;
  /** Derives 32 secret bytes, the same each time for the same context. */
  readonly derive: (about: string) => Buffer;
}

/** The first key encrypts; all of them decrypt. */
export const secretsOf = (serverKey: Buffer, ...former: readonly Buffer[]): Secrets => ({
  seal: (text, about) => encrypt(serverKey, text, about, 'licet secrets'),
  open: (sealed, about) => openWith([serverKey, ...former], sealed, about, 'licet secrets'),
  reseal: (sealed, about, purpose = 'licet secrets') => {
    if (opens(serverKey, sealed, about, purpose)) return undefined;
    return encrypt(serverKey, openWith(former, sealed, about, purpose), about, purpose);
  },
  keys: 1 + former.length,
  fingerprint: fingerprintOf(serverKey),
  derive: (about) => createHmac('sha256', derived(serverKey, 'licet one-time links')).update(about).digest(),
});

/** @throws Error if no key opens it */
export function openWith(
  keys: readonly Buffer[],
  sealed: Buffer,
  about: string,
  purpose: Purpose = signingKeys,
): string {
  const key = keys.find((each) => opens(each, sealed, about, purpose));
  if (!key) throw new Error('It was sealed with a key that is not known here, about something else, or was changed.');
  return decrypt(key, sealed, about, purpose);
}

function opens(key: Buffer, sealed: Buffer, about: string, purpose: Purpose): boolean {
  try {
    decrypt(key, sealed, about, purpose);
    return true;
  } catch {
    return false;
  }
}

/** Encrypts with AES-256-GCM under the server's key; `about` must be the same when decrypting. Returns nonce, text, tag. */
export function encrypt(serverKey: Buffer, text: string, about: string, purpose: Purpose = signingKeys): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', derived(serverKey, purpose), nonce);
  cipher.setAAD(Buffer.from(about));
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
}

/** @throws Error if the text was encrypted with another key or context, or was changed */
export function decrypt(serverKey: Buffer, sealed: Buffer, about: string, purpose: Purpose = signingKeys): string {
  const decipher = createDecipheriv('aes-256-gcm', derived(serverKey, purpose), sealed.subarray(0, 12));
  decipher.setAAD(Buffer.from(about));
  decipher.setAuthTag(sealed.subarray(-16));
  return Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()]).toString('utf8');
}

/**
 * Returns the keys for cookies: the first one signs, all of them verify. They are equal in every process with the same
 * server keys, also after a restart.
 */
export const cookieKeys = (key: Buffer, ...former: readonly Buffer[]): [KeyObject, ...KeyObject[]] => {
  const made = (of: Buffer) => createSecretKey(derived(of, 'licet cookies').toString('base64url'), 'utf8');
  return [made(key), ...former.map(made)];
};

/** Returns the keys for the cookie of known browsers: the first one signs, all of them verify. */
export const knownBrowsersKeys = (key: Buffer, ...former: readonly Buffer[]): [KeyObject, ...KeyObject[]] => {
  const made = (of: Buffer) => createSecretKey(derived(of, 'licet known browsers'));
  return [made(key), ...former.map(made)];
};

/**
 * Checks that this process has the key of the database's secrets. On a new database, the first process to start records its own key.
 * @throws InstallationError
 */
export async function checkServerKey(
  database: Database,
  serverKey: Buffer,
  former: readonly Buffer[] = [],
): Promise<void> {
  if (serverKey.length !== 32)
    throw new InstallationError(
      `The encryption key has ${serverKey.length} bytes; it must have 32. Correct it and start again.`,
    );
  const fingerprint = fingerprintOf(serverKey);
  const known = await keyFingerprint(database, fingerprint);
  if (![serverKey, ...former].some((key) => fingerprintOf(key).equals(known)))
    throw new InstallationError(
      'The encryption key is not the one that the secrets in this database are encrypted with. Give this process the same key as the others, from LICET_ENCRYPTION_KEY or the key file of the first data directory; while it is replaced, the new one and the previous one.',
    );
}

/** Identifies the key of the database's secrets. */
export const fingerprintOf = (serverKey: Buffer): Buffer =>
  createHash('sha256').update('licet server key\0').update(serverKey).digest();

/** The purpose of an encrypted text. A text for one purpose cannot be decrypted for the other. */
export type Purpose = 'licet secrets' | 'licet signing keys';
export const signingKeys = 'licet signing keys';
const derived = (serverKey: Buffer, purpose: string) => Buffer.from(hkdfSync('sha256', serverKey, '', purpose, 32));

/** Signs and verifies the provider's cookies; the first key signs. */
export interface CookieSignatures {
  readonly sign: (data: string) => string;
  readonly verify: (data: string, signature: string) => boolean;
  /** The position of the key that made the signature; -1 if none did. */
  readonly index: (data: string, signature: string) => number;
}

/**
 * Makes the same signatures as Keygrip, the provider's default, but faster. Keygrip compares two signatures by an HMAC with a random key,
 * and in Node.js one HMAC without a KeyObject takes as long as seven with one.
 */
export function cookieSignatures(keys: readonly [KeyObject, ...KeyObject[]]): CookieSignatures {
  const signed = (key: KeyObject, data: string) => createHmac('sha1', key).update(data).digest('base64url');
  const index = (data: string, signature: string) => keys.findIndex((key) => same(signed(key, data), signature));
  return { sign: (data) => signed(keys[0], data), verify: (data, signature) => index(data, signature) >= 0, index };
}

function same(one: string, other: string): boolean {
  const [mine, theirs] = [Buffer.from(one), Buffer.from(other)];
  return mine.length === theirs.length && timingSafeEqual(mine, theirs);
}
