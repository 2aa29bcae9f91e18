import { accessSync, constants, statfsSync } from 'node:fs';

const folder = '/dev/shm';
const gibibyte = 2 ** 30;

/** What a run keeps there at most is a sixth of it; what remains is for browsers and servers. Bytes. */
const wanted = 4 * gibibyte;

/**
 * Where the tests' databases wait for no disk: each is made, filled and thrown away within seconds, and writing them took half the
 * time of the tests that have one. That Licet keeps what it acknowledged is shown by killing it, and memory survives that.
 * @returns a folder in memory, or undefined where there is none or memory is scarce
 */
export function memoryFolder() {
  try {
    accessSync(folder, constants.W_OK);
    const { bavail, bsize } = statfsSync(folder);
    return Math.min(bavail * bsize, process.availableMemory()) < wanted ? undefined : folder;
  } catch {
    return undefined;
  }
}
