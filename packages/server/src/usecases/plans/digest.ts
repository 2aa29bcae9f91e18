import { createHash, type Hash } from 'node:crypto';
import type { PlannedCall, PlannedChange, PlannedStep, Problem } from '@licet/contract';
import { breathing } from '../../breathing.ts';
import { factIdsOf } from '../../store/applications/applications.ts';
import { dutiesOf } from '../../store/duties/duties.ts';
import type { AuditEntry, Change } from '../../store/kernel/change.ts';
import type { Snapshot } from '../../store/kernel/snapshot.ts';
import { coursesOfChanges } from '../../store/plan/effects.ts';
import { digestOfEndedBy } from '../../store/plan/ended-facts.ts';
import type { CreatedIds } from './created-ids.ts';
import { fingerprintOf } from './effects.ts';

/**
 * The digest of a plan. It covers the changes as requested, all events of each step, the effects, and every fact that
 * the plan ends. It leaves out what differs each time the same plan is made: its instant and the ids that it creates.
 * It is hashed piece by piece, so that a large plan is never in memory as one text.
 */
export class PlanDigest {
  readonly #hash: Hash = createHash('sha256');
  readonly #at: string;
  readonly #lasting: (id: string) => string;
  #recorded = 0;

  private constructor(at: string, lasting: (id: string) => string) {
    this.#at = at;
    this.#lasting = lasting;
  }

  /**
   * Begins with the requested changes.
   * @param lasting maps an id to a form that is the same each time the plan is made
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

  /** The length of all events so far, as JSON. */
  get recorded(): number {
    return this.#recorded;
  }

  /** Adds the next step, in the order of the changes: its refusal, or its events. */
  step(refused: Problem | null, events: readonly DatedEvent[], place: number): void {
    this.#item(place, refused);
    for (const { entry, at = this.#at } of events) {
      const { action, application = null, target, before = null, after = null } = entry;
      const id = this.#lasting(target.id);
      this.#recorded += this.#item(1, [action, application, target.kind, id, target.name, before, after], at);
    }
  }

  /** Adds the remaining items and returns the digest. */
  end(...rest: readonly unknown[]): string {
    this.#say(']');
    for (const each of rest) this.#say(`,${JSON.stringify(each)}`);
    this.#say(']');
    return this.#hash.digest('hex');
  }

  /** Returns the length of the item. */
  #item(place: number, value: unknown, at = this.#at): number {
    const text = `${place > 0 ? ',' : ''}${JSON.stringify(value)}`;
    this.#say(text, at);
    return text.length;
  }

  #say(text: string, at = this.#at): void {
    this.#hash.update(text.replaceAll(at, 'now'));
  }
}

/** An event, with its instant if that differs from the plan's. */
export interface DatedEvent {
  readonly entry: AuditEntry;
  readonly at?: string;
}

/** The outcome of a tried change: its refusal, or the events that it would write. */
export interface Tried {
  readonly refused: Problem | null;
  readonly entries: readonly AuditEntry[];
}

/** The step in the form of a plan: the last of several events represents all of them. */
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

/**
 * Computes the digest of changes while they are written, with the same content as the digest of their plan: the events
 * of each, and the effects of all. So an overtaken plan is compared with its result, without a second plan under the
 * writer lock.
 */
export class WrittenDigest {
  readonly #digest: PlanDigest;
  readonly #before: readonly unknown[];
  readonly #first: number;

  /** @param before the part of the digest about the state before the changes */
  private constructor(digest: PlanDigest, before: readonly unknown[], first: number) {
    this.#digest = digest;
    this.#before = before;
    this.#first = first;
  }

  /** Begins before the first change is made, with the handle of that change or of its batch. */
  static async of(change: Change, changes: readonly PlannedChange[], known: CreatedIds): Promise<WrittenDigest> {
    const before = [await applicationsNamed(change, changes), await dutiesLeft(change, changes)];
    return new WrittenDigest(await PlanDigest.of(change.at, changes, known.stableId), before, change.checking.first);
  }

  /** Adds the events of the next requested change. */
  step(events: readonly DatedEvent[], place: number): void {
    this.#digest.step(null, events, place);
  }

  /** Returns the digest; `next` is the change after the last one. */
  async end(next: Change, known: CreatedIds): Promise<string> {
    const made = { first: this.#first, last: next.no - 1, at: next.at };
    const courses = await coursesOfChanges(next, made);
    return this.#digest.end(
      await fingerprintOf(next, courses, known),
      ...this.#before,
      await digestOfEndedBy(next, made),
      null,
    );
  }
}

/** The ids of the applications that the changes name by identifier, since an identifier can be reused. */
export async function applicationsNamed(
  handle: Snapshot,
  changes: readonly PlannedChange[],
): Promise<readonly (string | null)[]> {
  const keys = changes.flatMap(({ params }) => {
    const given: { readonly application?: unknown } | undefined = params ?? undefined;
    return typeof given?.application === 'string' ? given.application : [];
  });
  return factIdsOf(handle, [...new Set(keys)].sort());
}

/** The duties of users whom the changes suspend or delete, or whose duties they hand over. The confirmed plan showed these duties. */
export async function dutiesLeft(
  handle: Snapshot,
  changes: readonly PlannedChange[],
): Promise<readonly (readonly unknown[])[]> {
  const ids = changes.flatMap(({ call, params }) => {
    const given: { readonly user?: unknown } | undefined = params ?? undefined;
    return leaves.has(call) && typeof given?.user === 'string' ? given.user : [];
  });
  if (ids.length === 0) return [];
  const found = await dutiesOf(handle, [...new Set(ids)]);
  return [...found].sort(([one], [other]) => (one < other ? -1 : 1));
}
const leaves: ReadonlySet<PlannedCall> = new Set(['users.handOver', 'users.suspend', 'users.remove']);
