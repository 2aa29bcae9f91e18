import type { PlannedChange } from '@licet/contract';
import { factIdsOf } from '../../store/applications/applications.ts';
import type { AuditEntry, Change } from '../../store/kernel/change.ts';
import type { Snapshot } from '../../store/kernel/snapshot.ts';
import { coursesOfChanges } from '../../store/plan/effects.ts';
import { PlanDigest, stepOf } from './digest.ts';
import { summedUp } from './effects-then.ts';
import type { Made } from './made.ts';

/**
 * Changes that are being made, summed up as their plan summed them up before: what each did, and for whom all of them together change something. So a plan
 * that others overtook is compared with what it does, and whoever holds the writer lock works out no second one.
 */
export class Written {
  readonly #digest: PlanDigest;
  readonly #named: readonly (string | null)[];
  readonly #first: number;

  private constructor(digest: PlanDigest, named: readonly (string | null)[], first: number) {
    this.#digest = digest;
    this.#named = named;
    this.#first = first;
  }

  /** Begins before the first of the changes is made, with its handle, or that of those which are made together with it. */
  static async of(change: Change, changes: readonly PlannedChange[]): Promise<Written> {
    const named = await applicationsNamed(change, changes);
    return new Written(await PlanDigest.of(change.at, changes), named, change.apart.first);
  }

  /** The next change did this, at that instant. */
  step(entry: AuditEntry, place: number, at: string): void {
    this.#digest.step(stepOf(entry), place, at);
  }

  /** The digest of all of them, with the handle of the change after the last. */
  async end(next: Change, known: Made): Promise<string> {
    const made = { first: this.#first, last: next.no - 1, at: next.at };
    const courses = await coursesOfChanges(next, made);
    return this.#digest.end(await summedUp(next, courses, known), this.#named);
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
