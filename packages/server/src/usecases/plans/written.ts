import type { PlannedCall, PlannedChange } from '@licet/contract';
import { factIdsOf } from '../../store/applications/applications.ts';
import { dutiesOf } from '../../store/duties/duties.ts';
import type { Change } from '../../store/kernel/change.ts';
import type { Snapshot } from '../../store/kernel/snapshot.ts';
import { coursesOfChanges } from '../../store/plan/effects.ts';
import { digestOfEndedBy } from '../../store/plan/ended-facts.ts';
import { type DatedEvent, PlanDigest } from './digest.ts';
import { summedUp } from './effects-then.ts';
import type { Made } from './made.ts';

/**
 * Changes that are being made, summed up as their plan summed them up before: what each did, and for whom all of them together change something. So a plan
 * that others overtook is compared with what it does, and whoever holds the writer lock works out no second one.
 */
export class Written {
  readonly #digest: PlanDigest;
  readonly #before: readonly unknown[];
  readonly #first: number;

  /** @param before what the digest covers of what was there before the changes */
  private constructor(digest: PlanDigest, before: readonly unknown[], first: number) {
    this.#digest = digest;
    this.#before = before;
    this.#first = first;
  }

  /** Begins before the first of the changes is made, with its handle, or that of those which are made together with it. */
  static async of(change: Change, changes: readonly PlannedChange[], known: Made): Promise<Written> {
    const before = [await applicationsNamed(change, changes), await dutiesLeft(change, changes)];
    return new Written(await PlanDigest.of(change.at, changes, known.lasting), before, change.apart.first);
  }

  /** The next change that was asked for wrote these events. */
  step(events: readonly DatedEvent[], place: number): void {
    this.#digest.step(null, events, place);
  }

  /** The digest of all of them, with the handle of the change after the last. */
  async end(next: Change, known: Made): Promise<string> {
    const made = { first: this.#first, last: next.no - 1, at: next.at };
    const courses = await coursesOfChanges(next, made);
    return this.#digest.end(
      await summedUp(next, courses, known),
      ...this.#before,
      await digestOfEndedBy(next, made),
      null,
    );
  }
}

/** Changes name applications by their identifiers: which of all that ever had these they are about. */
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

/** What those are responsible for who leave by the changes, or hand it over: whoever confirms the plan was told of that. */
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
