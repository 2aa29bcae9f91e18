import { limits } from '@licet/contract';
import { type Breathe, breathing } from '../../breathing.ts';

/** There is more to read, or to list, than one answer may contain. */
export class TooMuch extends Error {
  override readonly name = 'TooMuch';
}

/** Counts what one answer reads and lists: a user can have any number of grants of roles with thousands of permissions. */
export class Reading {
  readonly breathe: Breathe = breathing();
  #names: number = limits.planComparedMax.value;
  #characters: number = limits.planEffectsMax.value;

  /** @throws TooMuch */
  take(names: number): void {
    this.#names -= names;
    if (this.#names < 0) throw new TooMuch();
  }

  /** @throws TooMuch */
  list(...lists: readonly (readonly string[])[]): void {
    for (const names of lists)
      this.#characters = names.reduce((left, { length }) => left - length - 3, this.#characters);
    if (this.#characters < 0) throw new TooMuch();
  }
}
