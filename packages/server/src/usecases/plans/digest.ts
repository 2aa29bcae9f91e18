import { createHash, type Hash } from 'node:crypto';
import type { PlannedStep } from '@licet/contract';

/**
 * The digest of a plan: of what was asked as it was asked, of each step, and of the effects. What is another each time that the same plan is made, its
 * instant and the ids of what it makes, is left out. It is hashed piece by piece: the text of a large plan is never there as a whole.
 */
export class PlanDigest {
  readonly #hash: Hash = createHash('sha256');
  readonly #at: string;

  constructor(at: string, changes: readonly unknown[]) {
    this.#at = at;
    this.#say('[[');
    for (const [place, change] of changes.entries()) this.#item(place, change);
    this.#say('],[');
  }

  /** The next step, in the order of the changes. */
  step({ refused, record }: PlannedStep, place: number): void {
    this.#item(place, [refused, record && { ...record, target: record.target.name }]);
  }

  /** Ends it with the effects and the applications that the changes name. */
  end(...rest: readonly unknown[]): string {
    this.#say(']');
    for (const each of rest) this.#say(`,${JSON.stringify(each)}`);
    this.#say(']');
    return this.#hash.digest('hex');
  }

  #item(place: number, value: unknown): void {
    this.#say(`${place > 0 ? ',' : ''}${JSON.stringify(value)}`);
  }

  #say(text: string): void {
    this.#hash.update(text.replaceAll(this.#at, 'now'));
  }
}
