import type { ModelState } from '../../../store/access/model.testing.ts';

/**
 * The index of the state that a thing has when some changes are reverted, from its state in each step: the last,
 * unless its last changes are all among those asked about.
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
