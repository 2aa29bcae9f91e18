import { createHash, type Hash } from 'node:crypto';
import type { PlannedStep } from '@licet/contract';
import { breathing } from '../../breathing.ts';
import type { AuditEntry } from '../../store/kernel/change.ts';

/**
 * The digest of a plan: of what was asked as it was asked, of each step, and of the effects. What is another each time that the same plan is made, its
 * instant and the ids of what it makes, is left out. It is hashed piece by piece: the text of a large plan is never there as a whole.
 */
export class PlanDigest {
  readonly #hash: Hash = createHash('sha256');
  readonly #at: string;

  private constructor(at: string) {
    this.#at = at;
  }

  /** Begins with the changes as they were asked for. */
  static async of(at: string, changes: readonly unknown[]): Promise<PlanDigest> {
    const digest = new PlanDigest(at);
    const breathe = breathing();
    digest.#say('[[');
    for (const [place, change] of changes.entries()) {
      digest.#item(place, change);
      await breathe();
    }
    digest.#say('],[');
    return digest;
  }

  /** The next step, in the order of the changes, with the instant at which it was made. */
  step({ refused, record }: PlannedStep, place: number, at = this.#at): void {
    this.#item(place, [refused, record && { ...record, target: record.target.name }], at);
  }

  /** Ends it with the effects and the applications that the changes name. */
  end(...rest: readonly unknown[]): string {
    this.#say(']');
    for (const each of rest) this.#say(`,${JSON.stringify(each)}`);
    this.#say(']');
    return this.#hash.digest('hex');
  }

  #item(place: number, value: unknown, at = this.#at): void {
    this.#say(`${place > 0 ? ',' : ''}${JSON.stringify(value)}`, at);
  }

  #say(text: string, at = this.#at): void {
    this.#hash.update(text.replaceAll(at, 'now'));
  }
}

/** What a change did, as a plan tells it. */
export const stepOf = ({ action, target, before: was, after }: AuditEntry): PlannedStep => ({
  refused: null,
  record: {
    action,
    target,
    ...(was !== undefined && { before: was as never }),
    ...(after !== undefined && { after: after as never }),
  },
});
