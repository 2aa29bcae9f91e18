import { randomInt } from 'node:crypto';
import { onTestFailed } from 'vitest';

const seed = Number(process.env.LICET_FAULT_SEED ?? randomInt(2 ** 31));
let state = seed;

/**
 * Returns the next number from 0 to 1 of a seeded sequence (mulberry32). A failed test prints the seed. LICET_FAULT_SEED repeats the same
 * moments and victims on a machine of the same speed.
 */
export function chance(): number {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}

/** Prints the seed if the calling test fails. */
export function tellSeed(): void {
  onTestFailed(() => console.log(`The same again: LICET_FAULT_SEED=${seed}`));
}
