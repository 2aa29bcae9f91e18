import { randomBytes } from 'node:crypto';
import { limits } from '@licet/contract';
import type { StoredCodes } from '../../store/credentials/recovery-codes.ts';
import type { Hashing } from './hashing.ts';
import { newWrittenCode, readWrittenCode } from './written-codes.ts';

/** A new set of recovery codes, to show once and to keep. */
export interface NewCodes {
  readonly codes: string[];
  readonly stored: StoredCodes;
}

/** Makes them. It takes as long as ten passwords: not in a change, which others wait for. */
export async function newRecoveryCodes(hashing: Pick<Hashing, 'derive'>): Promise<NewCodes> {
  const codes = Array.from({ length: limits.recoveryCodes.value }, newWrittenCode);
  const salt = randomBytes(16);
  const hashes = await Promise.all(codes.map((code) => recoveryCodeHash(hashing, salt, code)));
  return { codes, stored: { salt, hashes } };
}

/** What is kept of a code, however it was typed. */
export const recoveryCodeHash = (hashing: Pick<Hashing, 'derive'>, salt: Buffer, typed: string): Promise<Buffer> =>
  hashing.derive(readWrittenCode(typed), salt);
