import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { InstallationError } from '../../installation-error.ts';
import type { Database } from '../../store/kernel/database.ts';
import { keyFingerprint } from '../../store/sign-in/keys.ts';

/** Encrypts and decrypts what is kept for people: `about` must be the same both times. */
export interface Secrets {
  readonly seal: (text: string, about: string) => Buffer;
  /** @throws Error when it was sealed with a key that is not known, about something else, or was changed */
  readonly open: (sealed: Buffer, about: string) => string;
  /**
   * Seals anew with the first key what another one opens; undefined where the first does.
   * @throws Error when none does
   */
  readonly reseal: (sealed: Buffer, about: string, purpose?: Purpose) => Buffer | undefined;
  /** How many keys are known, and the fingerprint of the one that seals. */
  readonly keys: number;
  readonly fingerprint: Buffer;
  /** 32 bytes that nobody can guess, the same each time that they are made about the same. */
  readonly derive: (about: string) => Buffer;
}

/** What is sealed with the first key opens with it; with the others opens what was sealed before it came. */
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

/** @throws Error when none of the keys opens it */
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

/** Encrypts with AES-256-GCM under the server's key; `about` must be the same when it is read. Nonce, text, tag. */
export function encrypt(serverKey: Buffer, text: string, about: string, purpose: Purpose = signingKeys): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', derived(serverKey, purpose), nonce);
  cipher.setAAD(Buffer.from(about));
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
}

/** @throws Error when the text was made with another key, about something else, or was changed. */
export function decrypt(serverKey: Buffer, sealed: Buffer, about: string, purpose: Purpose = signingKeys): string {
  const decipher = createDecipheriv('aes-256-gcm', derived(serverKey, purpose), sealed.subarray(0, 12));
  decipher.setAAD(Buffer.from(about));
  decipher.setAuthTag(sealed.subarray(-16));
  return Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()]).toString('utf8');
}

/** The keys that sign cookies, the first, or check them: the same in every process with the same server keys, and after a restart. */
export const cookieKeys = (key: Buffer, ...former: readonly Buffer[]): [KeyObject, ...KeyObject[]] => {
  const made = (of: Buffer) => createSecretKey(derived(of, 'licet cookies').toString('base64url'), 'utf8');
  return [made(key), ...former.map(made)];
};

/** The keys that sign, the first, or check what a browser holds of the accounts it is known for. */
export const knownBrowsersKeys = (key: Buffer, ...former: readonly Buffer[]): [KeyObject, ...KeyObject[]] => {
  const made = (of: Buffer) => createSecretKey(derived(of, 'licet known browsers'));
  return [made(key), ...former.map(made)];
};

/**
 * Checks that this process has the key that the database's secrets are encrypted with. The first process decides.
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
      'The encryption key is not the one that the secrets in this database are encrypted with. Give this process the same key as the others, from LICET_ENCRYPTION_KEY or the key file of the first data directory; while it is replaced, the new one and the one before.',
    );
}

/** By which a database knows the key that its secrets are encrypted with. */
export const fingerprintOf = (serverKey: Buffer): Buffer =>
  createHash('sha256').update('licet server key\0').update(serverKey).digest();

/** What is sealed for what: what was sealed for one does not open for the other. */
export type Purpose = 'licet secrets' | 'licet signing keys';
export const signingKeys = 'licet signing keys';
const derived = (serverKey: Buffer, purpose: string) => Buffer.from(hkdfSync('sha256', serverKey, '', purpose, 32));
