import { createHash } from 'node:crypto';
import { limits } from '@licet/contract';
import { replaceRecoveryCodes } from '../store/credentials/recovery-codes.ts';
import type { Snapshot } from '../store/kernel/snapshot.ts';
import { newWrittenCode, readWrittenCode } from './written-codes.ts';

/** Makes the recovery codes of a user; the old ones end. They are known to nobody after this. */
export async function makeRecoveryCodes({ connection, at }: Snapshot, userId: string): Promise<string[]> {
  const codes = Array.from({ length: limits.recoveryCodes.value }, newWrittenCode);
  const hashes = codes.map((code) => recoveryCodeHash(userId, code));
  await replaceRecoveryCodes(connection, userId, hashes, at);
  return codes;
}

/** What is kept of a code, however it was typed. It has 80 random bits: nothing slower is needed. */
export const recoveryCodeHash = (userId: string, typed: string): Buffer =>
  createHash('sha256')
    .update(`${userId}\0${readWrittenCode(typed)}`)
    .digest();
