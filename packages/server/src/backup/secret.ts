import { createHash, hkdfSync, scrypt } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { BackupError } from './backup-error.ts';

/** The secret of a backup: 32 bytes from a file, or a passphrase. */
export type BackupSecret =
  | { readonly kind: 'key'; readonly key: Buffer }
  | { readonly kind: 'passphrase'; readonly passphrase: string };

/** The two keys for one backup. */
export interface BackupKeys {
  /** The check value that tells whether the secret is right, before anything is decrypted. */
  readonly check: string;
  /** The key of the contents. It depends on every byte of the header, so an altered header makes decryption fail. */
  contents(header: Buffer): Buffer;
}

/** The cost of scrypt (RFC 7914; OWASP Password Storage Cheat Sheet): 128 MiB and less than a second. */
export const passphraseCost = { n: 2 ** 17, r: 8, p: 1 } as const;

/** Derives the keys of a backup from the secret and the backup's own salt. */
export async function keysOf(secret: BackupSecret, salt: Buffer): Promise<BackupKeys> {
  const root = secret.kind === 'key' ? secret.key : await stretched(secret.passphrase, salt);
  const derived = (purpose: Buffer, length: number) => Buffer.from(hkdfSync('sha256', root, salt, purpose, length));
  return {
    check: derived(Buffer.from('licet backup: which key'), 16).toString('hex'),
    contents: (header) => {
      const digest = createHash('sha256').update(header).digest();
      return derived(Buffer.concat([Buffer.from('licet backup: contents\0'), digest]), 32);
    },
  };
}

/**
 * Reads a secret from its file: 32 bytes in Base64 or hexadecimal digits, or the first line as a passphrase.
 * @throws BackupError if it is not a key, or other users can read the file
 */
export function readSecret(kind: BackupSecret['kind'], file: string): BackupSecret {
  const text = contentOf(file);
  if (kind === 'passphrase') {
    const passphrase = text.split(/\r?\n/)[0] ?? '';
    if (passphrase.length >= shortest) return { kind, passphrase };
    throw new BackupError(`The passphrase in ${file} has fewer than ${shortest} characters. Take a longer one.`);
  }
  const key = /^[0-9a-f]{64}$/i.test(text.trim()) ? Buffer.from(text.trim(), 'hex') : Buffer.from(text, 'base64');
  if (key.length === 32) return { kind, key };
  throw new BackupError(`${file} holds no key of 32 bytes. Make one with: openssl rand -base64 32 > ${file}`);
}

const shortest = 15;

function contentOf(file: string): string {
  let mode: number;
  let text: string;
  try {
    const found = statSync(file);
    mode = found.isFile() ? found.mode : 0;
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error;
    if (code === 'ENOENT')
      throw new BackupError(
        `There is no key file ${file}. Look at its path; for a first backup make one: (umask 077; openssl rand -base64 32 > ${file})`,
      );
    throw new BackupError(`The key file ${file} cannot be read (${code}). Look at its path, and whose it is.`);
  }
  const others = resolve(file).startsWith(credentials) ? 0o007 : 0o077;
  if ((mode & others) !== 0) throw new BackupError(`Others can read the key file ${file}. Run: chmod 600 ${file}`);
  return text;
}

/**
 * The directory of systemd's `LoadCredential=`. An ACL lets only the service's user read its files, but the file mode
 * shows that right as group permissions.
 */
const credentials = '/run/credentials/';

function stretched(passphrase: string, salt: Buffer): Promise<Buffer> {
  const { n, r, p } = passphraseCost;
  return new Promise((found, reject) =>
    scrypt(passphrase.normalize('NFKC'), salt, 32, { N: n, r, p, maxmem: 256 * n * r }, (error, key) =>
      error ? reject(error) : found(key),
    ),
  );
}
