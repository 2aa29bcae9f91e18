import { randomBytes, randomInt } from 'node:crypto';
import { limits } from '@licet/contract';
import type { StoredCodes } from '../../store/credentials/recovery-codes.ts';
import type { Hashing } from './hashing.ts';

// Codes that users write down and type, in letters that are not mistaken for each other.

/** A new code of 80 random bits, as `7K3M-9QWT-XA2B-5CDE`. */
export function newWrittenCode(): string {
  const letters = Array.from({ length: 16 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return letters.replace(/(.{4})(?=.)/g, '$1-');
}

/** Normalises a typed code: any case, with or without hyphens, with letters that look like digits. */
export function readWrittenCode(typed: string): string {
  return typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1');
}

/** Crockford's base 32. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A new set of recovery codes, to show once and to store. */
export interface NewCodes {
  readonly codes: string[];
  readonly stored: StoredCodes;
}

/** Creates new codes. It takes as long as ten passwords, so it must not run inside a change, for which other changes wait. */
export async function newRecoveryCodes(hashing: Pick<Hashing, 'derive'>): Promise<NewCodes> {
  const codes = Array.from({ length: limits.recoveryCodes.value }, newWrittenCode);
  const salt = randomBytes(16);
  const hashes = await Promise.all(codes.map((code) => recoveryCodeHash(hashing, salt, code)));
  return { codes, stored: { salt, hashes } };
}

/** The stored form of a code, however it was typed. */
export const recoveryCodeHash = (hashing: Pick<Hashing, 'derive'>, salt: Buffer, typed: string): Promise<Buffer> =>
  hashing.derive(readWrittenCode(typed), salt);
