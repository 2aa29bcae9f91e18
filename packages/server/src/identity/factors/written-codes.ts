import { randomInt } from 'node:crypto';

// Codes that people write down and type: in letters that cannot be confused.

/** A new code of 80 random bits, as `7K3M-9QWT-XA2B-5CDE`. */
export function newWrittenCode(): string {
  const letters = Array.from({ length: 16 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return letters.replace(/(.{4})(?=.)/g, '$1-');
}

/** A code as a person typed it: any case, with or without hyphens, with the letters that look like digits. */
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
