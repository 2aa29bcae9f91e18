import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { refuse } from '../refusal.ts';
import type { Database } from '../store/kernel/database.ts';
import { keyFingerprint } from '../store/sign-in/keys.ts';

/** Encrypts and decrypts what is kept for people: `about` must be the same both times. */
export interface Secrets {
  readonly seal: (text: string, about: string) => Buffer;
  /** @throws Error when it was sealed with another key, about something else, or was changed */
  readonly open: (sealed: Buffer, about: string) => string;
  /** 32 bytes that nobody can guess, the same each time that they are made about the same. */
  readonly derive: (about: string) => Buffer;
}

export const secretsOf = (serverKey: Buffer): Secrets => ({
  seal: (text, about) => encrypt(serverKey, text, about, 'licet secrets'),
  open: (sealed, about) => decrypt(serverKey, sealed, about, 'licet secrets'),
  derive: (about) => createHmac('sha256', derived(serverKey, 'licet one-time links')).update(about).digest(),
});

/** Encrypts with AES-256-GCM under the server's key; `about` must be the same when it is read. Nonce, text, tag. */
export function encrypt(serverKey: Buffer, text: string, about: string, purpose = signingKeys): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', derived(serverKey, purpose), nonce);
  cipher.setAAD(Buffer.from(about));
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
}

/** @throws Error when the text was made with another key, about something else, or was changed. */
export function decrypt(serverKey: Buffer, sealed: Buffer, about: string, purpose = signingKeys): string {
  const decipher = createDecipheriv('aes-256-gcm', derived(serverKey, purpose), sealed.subarray(0, 12));
  decipher.setAAD(Buffer.from(about));
  decipher.setAuthTag(sealed.subarray(-16));
  return Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()]).toString('utf8');
}

/** The keys that sign cookies: the same in every process with the same server key, and after a restart. */
export const cookieKeys = (serverKey: Buffer): string[] => [derived(serverKey, 'licet cookies').toString('base64url')];

/** The key that signs what a browser holds of the accounts it is known for. */
export const knownBrowsersKey = (serverKey: Buffer): Buffer => derived(serverKey, 'licet known browsers');

/**
 * Checks that this process has the key that the database's secrets are encrypted with. The first process decides.
 * @throws Refusal `internal`
 */
export async function checkServerKey(database: Database, serverKey: Buffer): Promise<void> {
  if (serverKey.length !== 32)
    refuse(
      'internal',
      `The encryption key has ${serverKey.length} bytes; it must have 32. Correct it and start again.`,
    );
  const fingerprint = fingerprintOf(serverKey);
  const known = await keyFingerprint(database, fingerprint);
  if (!known.equals(fingerprint))
    refuse(
      'internal',
      'The encryption key is not the one that this database was begun with. Give this process the same key as the others, from LICET_ENCRYPTION_KEY or the key file of the first data directory.',
    );
}

/** By which a database knows the key that its secrets are encrypted with. */
export const fingerprintOf = (serverKey: Buffer): Buffer =>
  createHash('sha256').update('licet server key\0').update(serverKey).digest();

const signingKeys = 'licet signing keys';
const derived = (serverKey: Buffer, purpose: string) => Buffer.from(hkdfSync('sha256', serverKey, '', purpose, 32));
