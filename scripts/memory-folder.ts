import { accessSync, constants, statfsSync } from 'node:fs';

const folder = '/dev/shm';
const gibibyte = 2 ** 30;

/** In bytes. A run uses at most a sixth of this memory, and browsers and servers use the rest. */
const required = 4 * gibibyte;

/**
 * Returns a folder in memory for the tests' databases, which avoids waiting for a disk. Each database is created, filled and removed within
 * seconds, and writing took half of the time of its tests. Tests of durability only kill processes, and memory survives the end of a
 * process.
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
