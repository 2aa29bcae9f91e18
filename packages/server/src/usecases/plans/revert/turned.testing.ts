import type { ModelState } from '../../../store/access/model.testing.ts';

/**
 * Returns the index of an object's state after a revert, given its state in each step. Goes back from the last state as
 * long as the changes are among those to revert.
 */
export function stateOf(all: readonly ModelState[], asked: ReadonlySet<number>, was: readonly unknown[]): number {
  let index = was.length - 1;
  while (index > 0) {
    while (index > 0 && was[index] === was[index - 1]) index -= 1;
    if (index === 0 || !asked.has(all[index]?.no ?? 0)) break;
    index -= 1;
  }
  return index;
}
