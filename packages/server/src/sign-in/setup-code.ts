import { randomInt } from 'node:crypto';
import type { Database } from '../store/kernel/database.ts';
import { read } from '../store/kernel/snapshot.ts';
import { needsSetup } from '../store/licet/administrators.ts';
import { addSetupCode } from '../store/sign-in/setup.ts';

/**
 * Makes the code with which the first administrator is made, while Licet waits for one: 80 random bits, in letters that
 * cannot be confused. Each process that waits has its own; any of them fits. It lasts for `limits.setupCodeLife`; call it
 * again for another.
 * @returns null when Licet is set up
 */
export async function ensureSetupCode(database: Database): Promise<string | null> {
  if (!(await read(database, needsSetup))) return null;
  const letters = Array.from({ length: 16 }, () => alphabet[randomInt(alphabet.length)]).join('');
  await addSetupCode(database, letters);
  return letters.replace(/(.{4})(?=.)/g, '$1-');
}

/** A code as a person typed it: any case, with or without hyphens, with the letters that look like digits. */
export function readCode(typed: string): string {
  return typed
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1');
}

/** Crockford's base 32. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
