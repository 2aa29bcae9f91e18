import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { limits, typedName } from '@licet/contract';
import type { StoredCodes } from '../../store/credentials/recovery-codes.ts';
import type { Hashing } from './hashing.ts';

// RFC 6238 as every authenticator app uses it: HMAC-SHA-1, steps of 30 seconds, six digits.

export const newTotpSecret = (): Buffer => randomBytes(limits.totpSecretBytes.value);

/** The content of the QR code for an app (the key URI format). */
export function totpUri(secret: Buffer, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}`;
}

/** Whether a typed text could be a code of an app; spaces, hyphens and invisible characters are ignored. */
export const isTotpCode = (typed: string): boolean => /^\d{6}$/.test(withoutSpaces(typed));

/** The code of a step. */
export function totpCode(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 0x0f) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
}

/** Returns the step of a typed code, among the steps around `at`; the latest if several match. */
export function totpStepOf(secret: Buffer, typed: string, at: string): number | undefined {
  const code = Buffer.from(withoutSpaces(typed));
  const now = Math.floor(Date.parse(at) / 1000 / limits.totpStep.value);
  const drift = limits.totpDrift.value;
  let found: number | undefined;
  for (let step = now - drift; step <= now + drift; step += 1) {
    const right = Buffer.from(totpCode(secret, step));
    if (right.length === code.length && timingSafeEqual(right, code)) found = step;
  }
  return found;
}

/** RFC 4648 section 6, without padding. */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((group) => letters[Number.parseInt(group.padEnd(5, '0'), 2)]).join('');
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const withoutSpaces = (typed: string) =>
  typedName(typed)
    .normalize('NFKC')
    .replace(/[\s\p{Pd}]/gu, '');

// Codes that users write down and type, in letters that are not mistaken for each other.

/** A new code of 80 random bits, as `7K3M-9QWT-XA2B-5CDE`. */
export function newWrittenCode(): string {
  const letters = Array.from({ length: 16 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return letters.replace(/(.{4})(?=.)/g, '$1-');
}

/** Normalises a typed code. Ignores case and hyphens, and replaces letters that look like digits. */
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

/**
 * Creates new codes. This takes as long as hashing ten passwords. It must not run inside a change, because other
 * changes would have to wait.
 */
export async function newRecoveryCodes(hashing: Pick<Hashing, 'derive'>): Promise<NewCodes> {
  const codes = Array.from({ length: limits.recoveryCodes.value }, newWrittenCode);
  const salt = randomBytes(16);
  const hashes = await Promise.all(codes.map((code) => recoveryCodeHash(hashing, salt, code)));
  return { codes, stored: { salt, hashes } };
}

/** The stored form of a code, however it was typed. */
export const recoveryCodeHash = (hashing: Pick<Hashing, 'derive'>, salt: Buffer, typed: string): Promise<Buffer> =>
  hashing.derive(readWrittenCode(typed), salt);
