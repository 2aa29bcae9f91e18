import type { PlannedCall, PlannedChange } from '@licet/contract';
import { factIdsOf } from '../../store/applications/applications.ts';
import { dutiesOf } from '../../store/duties/duties.ts';
import type { Change } from '../../store/kernel/change.ts';
import type { Snapshot } from '../../store/kernel/snapshot.ts';
import { coursesOfChanges } from '../../store/plan/effects.ts';
import { digestOfEndedBy } from '../../store/plan/ended-facts.ts';
import type { CreatedIds } from './created-ids.ts';
import { type DatedEvent, PlanDigest } from './digest.ts';
import { fingerprintOf } from './effects.ts';

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

/** The duties of users that the changes suspend, delete or hand over: the plan showed them when it was confirmed. */
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
