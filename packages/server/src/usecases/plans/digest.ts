import { createHash, type Hash } from 'node:crypto';
import type { PlannedStep, Problem } from '@licet/contract';
import { breathing } from '../../breathing.ts';
import type { AuditEntry } from '../../store/kernel/change.ts';

/**
 * The digest of a plan: of what was asked as it was asked, of each step with all events that it writes, of the effects, and of every fact that it ends. What is
 * another each time that the same plan is made, its instant and the ids of what it makes, is left out. It is hashed piece by piece: the text of a large plan is
 * never there as a whole.
 */
export class PlanDigest {
  readonly #hash: Hash = createHash('sha256');
  readonly #at: string;
  readonly #lasting: (id: string) => string;

  private constructor(at: string, lasting: (id: string) => string) {
    this.#at = at;
    this.#lasting = lasting;
  }

  /**
   * Begins with the changes as they were asked for.
   * @param lasting an id as it is each time that the plan is made
   */
  static async of(at: string, changes: readonly unknown[], lasting: (id: string) => string): Promise<PlanDigest> {
    const digest = new PlanDigest(at, lasting);
    const breathe = breathing();
    digest.#say('[[');
    for (const [place, change] of changes.entries()) {
      digest.#item(place, change);
      await breathe();
    }
    digest.#say('],[');
    return digest;
  }

  /** The next step, in the order of the changes: why it is refused, or its events. */
  step(refused: Problem | null, events: readonly DatedEvent[], place: number): void {
    this.#item(place, refused);
    for (const { entry, at = this.#at } of events) {
      const { action, application = null, target, before = null, after = null } = entry;
      const id = this.#lasting(target.id);
      this.#item(1, [action, application, target.kind, id, target.name, before, after], at);
    }
  }

  /** Ends it with what else it covers. */
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

/** An event, with its instant where that is not the plan's. */
export interface DatedEvent {
  readonly entry: AuditEntry;
  readonly at?: string;
}

/** What became of a change that was tried: why it is refused, or the events that it would write. */
export interface Tried {
  readonly refused: Problem | null;
  readonly entries: readonly AuditEntry[];
}

/** The same as a plan tells it: of several events the last stands for all of them. */
export function stepOf({ refused, entries }: Tried): PlannedStep {
  const entry = entries.at(-1);
  if (refused || !entry) return { refused, record: null };
  const { action, target, before, after } = entry;
  return {
    refused: null,
    record: {
      action,
      target,
      ...(before !== undefined && { before: before as never }),
      ...(after !== undefined && { after: after as never }),
    },
  };
}
