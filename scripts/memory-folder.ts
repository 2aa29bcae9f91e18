import { accessSync, constants, statfsSync } from 'node:fs';

const folder = '/dev/shm';
const gibibyte = 2 ** 30;

/** Bytes. A run keeps at most a sixth of this; browsers and servers use the rest. */
const required = 4 * gibibyte;

/**
 * A folder for the tests' databases that waits for no disk: each database is created, filled and removed within seconds, and writing took
 * half of the time of its tests. Tests of durability kill processes, which memory survives.
 * @returns a folder in memory, or undefined if there is none or memory is scarce
 */
export function memoryFolder(): string | undefined {
  try {
    accessSync(folder, constants.W_OK);
    const { bavail, bsize } = statfsSync(folder);
    return Math.min(bavail * bsize, process.availableMemory()) < required ? undefined : folder;
  } catch {
    return undefined;
  }
}
