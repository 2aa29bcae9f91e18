import { randomInt } from 'node:crypto';
import { onTestFailed } from 'vitest';

const seed = Number(process.env.LICET_FAULT_SEED ?? randomInt(2 ** 31));
let state = seed;

/**
 * The next number from 0 to 1 of a row that the seed begins (mulberry32). A test that asks for one prints the seed when it fails;
 * LICET_FAULT_SEED gives the same moments and the same victims again, on a machine that is as quick.
 */
export function chance(): number {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}

/** To be called within a test that asks for chances. */
export function tellSeed(): void {
  onTestFailed(() => console.log(`The same again: LICET_FAULT_SEED=${seed}`));
}
